"""A table on a server."""

from asyncio import Future
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, get_args

from msgspec import Struct

from triqueta_protocol import requests
from triqueta_protocol.advice import Advice
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Accepted, Room
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.table_events import AnyTableEvent, GameBegan, GameOver, Said, TookBack
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.feed import Advanced, Change, Reset, TableFeed
from triqueta_tui.session.view import AnyView, TableView

Ask = Callable[..., "Future[Accepted]"]
"""Sends a request to the server; the answer, or a refusal, is the result."""

_AROUND_THE_GAME: Final = tuple(kind for kind in get_args(AnyTableEvent) if kind not in {GameBegan, GameOver})
"""What the history of a game, as the server keeps it, does not have."""


class History:
    """What was heard of a game. A gap, of a late or a returning client, is filled by the server's history."""

    def __init__(self) -> None:
        self.heard: list[Struct] = []
        self._gap: int | None = None
        """Before which of the events some are missing."""
        self.undone = False
        """Whether something that was told has been taken back."""

    @property
    def has_gap(self) -> bool:
        return self._gap is not None

    def add(self, events: Iterable[Struct]) -> None:
        self.heard.extend(events)

    def note_gap(self) -> None:
        """Call when a view of the whole table has come: what led to it was not told."""
        if self._gap is None:
            self._gap = len(self.heard)
        else:
            # What came since the first gap is part of the gap now, as far as the history has it.
            self.heard[self._gap :] = [one for one in self.heard[self._gap :] if not _in_history(one)]

    def note_undo(self) -> None:
        """Call when a decision was taken back: the history is missing from the beginning."""
        self.heard = [one for one in self.heard if not _in_history(one)]
        self._gap, self.undone = 0, True

    def fill(self, history: Sequence[Struct]) -> None:
        """Put in what is missing. The history reaches up to the present: what was heard is part of it."""
        if self._gap is None:
            return
        before = sum(map(_in_history, self.heard[: self._gap]))
        after = sum(map(_in_history, self.heard[self._gap :]))
        self.heard[self._gap : self._gap] = history[before : len(history) - after]
        self._gap, self.undone = None, False


class LiveFeed(TableFeed):
    """One player's or watcher's table. ``follow`` is called whenever the mirror has changed."""

    can_decide: ClassVar[bool] = True

    def __init__(
        self, mirror: Mirror, ask: Ask, connected: Callable[[], bool] = lambda: True, *, solo: bool = False
    ) -> None:
        super().__init__()
        self._connected = connected
        self.mirror = mirror
        self._ask = ask
        self.solo = solo
        self._games = mirror.room.games
        self._history = History()
        self._view = TableView.of(mirror, solo=solo)

    @property
    def view(self) -> AnyView | None:
        return self._view

    @property
    def room(self) -> Room:  # type: ignore[override]
        return self.mirror.room

    @property
    def vocabulary(self) -> Vocabulary:  # type: ignore[override]
        return self.mirror.vocabulary

    @property
    def you(self) -> str:  # type: ignore[override]
        return self.mirror.you

    @property
    def table(self) -> str:
        return self.mirror.table

    @property
    def seat(self) -> int | None:
        return self.mirror.seat

    @property
    def connected(self) -> bool:  # type: ignore[override]
        return self._connected()

    @property
    def clocks_told(self) -> tuple[str, int]:
        return (self.room.epoch, self.mirror.clocks_n)

    @property
    def away_told(self) -> tuple[str, int]:
        return (self.room.epoch, self.mirror.away_n)

    def told(self, start: int = 0) -> Iterable[tuple[AnyView | None, tuple[Struct, ...]]]:
        return [(None, tuple(self._history.heard))][start:]

    def events_backwards(self) -> Iterable[Struct]:
        return reversed(self._history.heard)

    def ask(self, kind: type[requests.TableRequest], **fields: Any) -> "Future[Accepted]":
        return self._ask(kind, table=self.table, **fields)

    def decide(self, action: Struct) -> "Future[Accepted]":
        return self.ask(requests.Act, action=plain(action))

    async def advise(self) -> Advice:
        advice = (await self.ask(requests.Advise)).advice
        if advice is None:
            raise LinkGoneError("nonsense")
        return advice

    @property
    def has_gap(self) -> bool:
        """Whether what has happened is known in part only, until the server tells it."""
        return self._history.has_gap

    def follow(self, events: tuple[Struct, ...], *, fresh: bool) -> Change:
        """Tell the listeners what the mirror shows now; returns what they were told."""
        before, self._view = self._view, TableView.of(self.mirror, solo=self.solo)
        if self._games != self.room.games:
            self._games, self._history = self.room.games, History()
        missed = fresh and self._view is not None
        undone = any(isinstance(one, TookBack) for one in events)
        if undone:
            self._history.note_undo()
        elif missed:
            self._history.note_gap()
        self._history.add(events)
        events = tuple(one for one in events if not self._is_muted(one))
        if fresh:
            last = [one for one in self.mirror.chat if not self._is_muted(one)]
            missed_chat = _continuation(self.chat, last)
            self._history.add(missed_chat)
        else:
            missed_chat = [one for one in events if isinstance(one, Said)]
        self.chat += missed_chat
        if missed or undone:
            self._fetch_history()
        change: Change = Advanced(events, self._view, before)
        if fresh:
            change = Reset("arrived", self._view, before, said=tuple(missed_chat))
        self._emit(change)
        return change

    def _is_muted(self, event: Struct) -> bool:
        return isinstance(event, Said) and event.name in self.muted

    def _fetch_history(self) -> None:
        self.ask(requests.History).add_done_callback(self._on_history)

    def _on_history(self, answer: "Future[Accepted]") -> None:
        """Fill the gap; if the server does not tell, the log goes on without what happened before."""
        if answer.cancelled() or answer.exception() is not None or not self._history.has_gap:
            return
        history = self.mirror.events(answer.result().history or ())
        undone = self._history.undone
        self._history.fill(history)
        self._emit(Reset("undo" if undone else "history", self._view, self._view, history))


def _continuation(known: Sequence[Said], last: Sequence[Said]) -> Sequence[Said]:
    """What ``last``, the end of a chat, has that is not ``known`` yet."""
    same = (
        n
        for n in range(min(len(known), len(last)), -1, -1)
        if list(known[len(known) - n :]) == list(last[:n])
    )
    return last[next(same) :]


def _in_history(one: Struct) -> bool:
    return not isinstance(one, _AROUND_THE_GAME)
