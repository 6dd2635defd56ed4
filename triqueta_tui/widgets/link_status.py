"""The state of the connection in one line: its delay, reconnecting, or the reason why it is gone."""

from collections.abc import Callable

from textual.widgets import Static

from triqueta_protocol.errors import Code
from triqueta_tui.locale import say
from triqueta_tui.session.error_words import reason
from triqueta_tui.session.events import LinkChanged, SessionEvent
from triqueta_tui.session.session import Session


class LinkStatus(Static):
    """One line that follows a session."""

    DEFAULT_CSS = """
    LinkStatus { width: auto; height: 1; color: $text-muted; }
    LinkStatus.-reconnecting { color: $warning; text-style: bold; }
    LinkStatus.-gone { color: $error; text-style: bold; }
    """

    def __init__(self, session: Session | None = None, *, quiet: bool = False) -> None:
        """``quiet`` says nothing as long as all is well."""
        super().__init__(markup=False)
        self._quiet = quiet
        self._session = session
        self._unsubscribe: Callable[[], object] = lambda: None
        if session is not None and session.state is not None:
            self.show(session.state)

    def on_mount(self) -> None:
        if self._session is not None:
            self._unsubscribe = self._session.subscribe(self._hear)

    def on_unmount(self) -> None:
        self._unsubscribe()

    def _hear(self, event: SessionEvent) -> None:
        if isinstance(event, LinkChanged):
            self.call_later(self.show, event)

    def show(self, link: LinkChanged) -> None:
        self.set_class(link.state in {"sending", "reconnecting"}, "-reconnecting")
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
        case "sending":
            return say("link.sending")
        case "connecting":
            return say("link.connecting")
        case "reconnecting" if link.reason == Code.SERVER_CLOSING:
            return say("link.server_ended", attempt=link.attempt)
        case "reconnecting":
            return say("link.reconnecting", attempt=link.attempt)
        case "gone":
            return say("link.gone", why=reason(link.reason or "closed", link.detail))
