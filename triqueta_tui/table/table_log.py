"""The log of a table: what happened, as sentences, beside the board and below it."""

from collections.abc import Iterator

from msgspec import Struct

from triqueta_protocol.table_events import Said
from triqueta_tui import locale
from triqueta_tui.session.feed import Advanced, Change, TableFeed
from triqueta_tui.table.log_text import LogText
from triqueta_tui.widgets.log import Log


class TableLog:
    def __init__(self, text: type[LogText]) -> None:
        self.sentences: list[str] = []
        """Always the same list: widgets show it."""
        self._text = text
        self._language = ""
        self._steps: list[list[str]] = []
        """The sentences of each step of a recorded game, in this language."""
        self.below = Log(self.sentences, id="ticker")
        """On small terminals, below the board."""
        self.beside = Log(self.sentences, id="log")

    def __iter__(self) -> Iterator[Log]:
        return iter((self.below, self.beside))

    def follow(self, feed: TableFeed, change: Change, *, without_chat: bool) -> None:
        """Add what has happened, or tell all of it again."""
        if isinstance(change, Advanced) and not feed.can_seek:
            if change.view is not None:
                self._add(change.events, self._text(change.view, live=True), without_chat=without_chat)
        elif isinstance(change, Advanced):
            self.rewrite(feed, without_chat=without_chat)
        elif change.reason != "arrived":
            self.rewrite(feed, without_chat=without_chat)
            for log in self:
                log.restart()

    def rewrite(self, feed: TableFeed, *, without_chat: bool) -> None:
        """Tell everything again: the reader or the language may be another."""
        view = feed.view
        if view is None:
            return
        if self._language != locale.language():
            self._language, self._steps = locale.language(), []
        if not feed.can_seek:
            self.sentences.clear()
            for _, events in feed.told():
                self._add(events, self._text(view), without_chat=without_chat)
            return
        for after, events in feed.told(len(self._steps)):
            text = self._text(after or view, live=True)
            told = (text.tell(one) for one in events)
            self._steps.append([sentence for sentence in told if sentence is not None])
        self.sentences[:] = [one for step in self._steps[: feed.step + 1] for one in step]

    @property
    def is_in_another_language(self) -> bool:
        """Whether it was written before the language was changed."""
        return self._language not in {"", locale.language()}

    def _add(self, events: tuple[Struct, ...], text: LogText, *, without_chat: bool) -> None:
        for one in events:
            if not (without_chat and isinstance(one, Said)) and (sentence := text.tell(one)) is not None:
                self.sentences.append(sentence)
