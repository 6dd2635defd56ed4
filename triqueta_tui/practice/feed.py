"""A table at which one position is shown after the other, and every answer can be given again."""

import asyncio
from asyncio import Future
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.events import Accepted, Room, SeatInfo
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.requests import TableRequest
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import AnyTableEvent
from triqueta_protocol.tagged import Tagged
from triqueta_tui.practice.positions import Practised
from triqueta_tui.session.feed import Reset, TableFeed
from triqueta_tui.session.view import AnyView, TableView

_OTHERS: Final = ("Wren", "Hazel", "Jay", "Briar", "Rowan")


class PracticeFeed(TableFeed):
    can_decide: ClassVar[bool] = True
    is_exercise: ClassVar[bool] = True
    solo = True

    def __init__(
        self,
        vocabulary: Vocabulary,
        name: str,
        position: Practised,
        answered: Callable[[Struct], object],
    ) -> None:
        """``name`` is the player's; ``answered`` is called with each answer."""
        super().__init__()
        self.vocabulary = vocabulary
        self.question = ""
        self._name = name
        self._answered = answered
        self._label: Callable[[], str] = str
        self._take(position)

    @property
    def view(self) -> AnyView:
        return self._view

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def label(self) -> str:
        return self._label()

    @property
    def answers(self) -> list[Struct]:
        """The right ones; usually there is one."""
        return [msgspec.convert(one, self.vocabulary.words.action) for one in self.position.answers]

    def call(self, label: Callable[[], str], question: str) -> None:
        """Name the exercise in the status line, and ask this in the prompt."""
        self._label, self.question = label, question

    def show(self, position: Practised) -> None:
        """Show another position, or the same one as it was before an answer."""
        self._take(position)
        self._emit(Reset("seek", self._view, None))

    def _take(self, position: Practised) -> None:
        self.position = position
        words = self.vocabulary.words
        public: Any = msgspec.convert(position.public, words.public)
        mine: Any = msgspec.convert(position.mine, words.mine)
        self.room = self._room(len(public.points), position.seat)
        self.you = str(position.seat)
        self._view = TableView("", self.room, public, mine, position.seat, self.you, solo=True)
        read = Tagged[Struct](AnyTableEvent, words.event)
        self._story = tuple(read.convert(one) for one in position.story)

    def _room(self, seats: int, own: int) -> Room:
        others = (name for name in _OTHERS if name != self._name)
        taken = tuple(
            SeatInfo("player", self._name, str(seat), present=True)
            if seat == own
            else SeatInfo("bot", next(others), level="normal", present=True)
            for seat in range(seats)
        )
        return Room(
            table="",
            epoch="",
            game=self.vocabulary.game,
            settings=TableSettings(seats=seats),
            options={},
            seats=taken,
            host=None,
            watchers=(),
            status="playing",
        )

    def told(self, start: int = 0) -> Iterable[tuple[AnyView | None, tuple[Struct, ...]]]:
        return [(None, self._story)]

    def events_backwards(self) -> Iterable[Struct]:
        return reversed(self._story)

    def decide(self, action: Struct) -> "Future[Accepted]":
        answer: Future[Accepted] = asyncio.get_running_loop().create_future()
        answer.set_result(Accepted(0))
        self._answered(action)
        return answer

    def ask(self, kind: type[TableRequest], **fields: Any) -> "Future[Accepted]":
        raise RuntimeError("nobody is asked about an exercise")

    async def advise(self) -> Advice:
        return self.position.advice
