"""The link's state in one line: connected with its delay, reconnecting, or gone and why."""

from textual.widgets import Static

from protocol.errors import Code
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import reason
from triqueta_tui.net.messages import LinkChanged


class LinkStatus(Static):
    """One line; the app calls ``show``."""

    DEFAULT_CSS = """
    LinkStatus { width: auto; height: 1; color: $text-muted; }
    LinkStatus.-reconnecting { color: $warning; text-style: bold; }
    LinkStatus.-gone { color: $error; text-style: bold; }
    """

    def __init__(self, link: LinkChanged | None = None, *, quiet: bool = False) -> None:
        """``link`` is the present state, if it is known; ``quiet`` says nothing as long as all is well."""
        super().__init__(markup=False)
        self._quiet = quiet
        if link is not None:
            self.show(link)

    def show(self, link: LinkChanged) -> None:
        self.set_class(link.state == "reconnecting", "-reconnecting")
        self.set_class(link.state == "gone", "-gone")
        words = "" if self._quiet and link.state == "linked" else link_words(link)
        if words != self.content:
            self.update(words)


def link_words(link: LinkChanged) -> str:
    match link.state:
        case "linked" if link.delay_ms is not None:
            return say("link.linked_with_delay", delay=link.delay_ms)
        case "linked":
            return say("link.linked")
        case "connecting":
            return say("link.connecting")
        case "reconnecting" if link.reason == Code.SERVER_CLOSING:
            return say("link.server_ended", attempt=link.attempt)
        case "reconnecting":
            return say("link.reconnecting", attempt=link.attempt)
        case "gone":
            return say("link.gone", why=reason(link.reason or "closed", link.detail))
