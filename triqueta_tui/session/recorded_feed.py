"""A finished game, to be seen step by step from any seat."""

from asyncio import Future
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.archive import Found, ReplayFound
from triqueta_protocol.events import Accepted, Room, Shuffle, TableNow
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.replay import ReplayHead, ReplayPart, ReplayStep, read_part
from triqueta_protocol.requests import Replay, TableRequest
from triqueta_protocol.table_events import GameOver
from triqueta_tui.locale import say
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.feed import Advanced, Reset, TableFeed
from triqueta_tui.session.view import AnyView, Replayed, TableView

Find = Callable[..., Awaitable[Found]]
"""Asks a server about finished games."""

_WATCHER = "watcher"
"""Nobody's player id: those of a replay are the numbers of the seats."""


class Recording:
    """The views of every seat and of a watcher at every step, as far as they have come.

    Step 0 is the beginning; step n is what came of the first n decisions.
    """

    def __init__(self, head: ReplayHead, total: int) -> None:
        self.head = head
        self.total = total
        """How many steps there will be."""
        self._steps: list[ReplayStep] = []
        self._publics: list[dict[str, Any]] = []
        self._mines: list[tuple[dict[str, Any], ...]] = []
        self._typed: dict[tuple[int, int | None], Struct] = {}
        self.story: list[tuple[Struct, ...]] = []
        """What has happened in each step."""
        shuffle = head.room.shuffle
        self.seed = shuffle.seed if shuffle is not None and shuffle.seed is not None else b""
        closed = None if shuffle is None else Shuffle(shuffle.commitment)
        self._over = head.room
        self._playing = msgspec.structs.replace(head.room, status="playing", shuffle=closed, finished=None)
        self._reader = Mirror(self._told(0, None, {}, None))
        """Reads events."""

    @classmethod
    def begin(cls, part: ReplayPart, total: int) -> "Recording":
        """Raises ``ValueError`` if this is not the beginning of a replay."""
        if part.head is None or not part.steps:
            raise ValueError("a replay without a beginning")
        recording = cls(part.head, total)
        recording.add(part.steps)
        return recording

    def add(self, steps: Sequence[ReplayStep]) -> None:
        """Take the next steps in."""
        for step in steps:
            public = {**self._publics[-1], **step.public} if self._publics else step.public
            before = self._mines[-1] if self._mines else ({},) * self.seats
            changes = step.mine or ({},) * self.seats
            mines = tuple({**was, **new} for was, new in zip(before, changes, strict=True))
            self._steps.append(step)
            self._publics.append(public)
            self._mines.append(mines)
            self.story.append(self._reader.events(step.what))

    @classmethod
    async def fetch(cls, find: Find, game: str) -> "Recording":
        """The first part of a finished game on a server, of which ``find`` asks.

        Raises one of ``error_words.TROUBLES``, or ``UnknownGameError``.
        """
        part, total = await _fetch_part(find, game, 0)
        try:
            return cls.begin(part, total)
        except ValueError as error:
            raise LinkGoneError("nonsense") from error

    async def fetch_rest(self, find: Find, grown: Callable[[], bool]) -> None:
        """The other parts; after each ``grown`` is called and says whether to go on."""
        while not self.whole:
            part, _ = await _fetch_part(find, self.head.game.id, self.here)
            if not part.steps:
                raise LinkGoneError("nonsense")
            self.add(part.steps)
            if not grown():
                return

    @property
    def seats(self) -> int:
        return len(self.head.room.seats)

    @property
    def here(self) -> int:
        """How many steps have come."""
        return len(self._steps)

    @property
    def whole(self) -> bool:
        return self.here >= self.total

    @property
    def last(self) -> int:
        """The last step that has come."""
        return self.here - 1

    def at(self, step: int) -> int:
        """When a step was taken, in milliseconds since the game began."""
        return self._steps[step].at

    def decider(self, step: int) -> int | None:
        """Who decides next; None at the end."""
        return self._steps[step + 1].seat if step < self.last else None

    @property
    def last_decider(self) -> int:
        return self._steps[-1].seat

    def decision(self, step: int, seat: int) -> Struct | None:
        """What a seat decides next, if it owes a decision at this step."""
        mine = self.mine(step, seat)
        if not mine.choices:
            return None
        found = next((one for one in self._steps[step + 1 :] if one.seat == seat), None)
        if found is None or found.action is None:
            return None
        action: Struct = msgspec.convert(found.action, self._words.action)
        # In a race another player may be first, and another decision follows.
        return action if any(choice.covers(action) for choice in mine.choices) else None

    def mirror(self, step: int, seat: int | None) -> Mirror:
        """The table as a seat saw it, or as a watcher did."""
        mine = None if seat is None else self._mines[step][seat]
        return Mirror(self._told(step, seat, self._publics[step], mine))

    def view(self, step: int, seat: int | None, *, opened: bool = False) -> AnyView:
        """The table as it is drawn; ``opened`` with what everybody hid at that moment."""
        replayed: Replayed[Any] = Replayed(self.head.seat)
        if opened:
            mines = tuple(self.mine(step, one) for one in range(self.seats))
            story = tuple(one for what in self.story[: step + 1] for one in what)
            replayed = Replayed(self.head.seat, mines, self.seed, story)
        mine = None if seat is None else self.mine(step, seat)
        you = _WATCHER if seat is None else str(seat)
        return TableView("", self._room(step), self.public(step), mine, seat, you, replayed)

    def public(self, step: int) -> Any:
        return self._as_typed(step, None)

    def mine(self, step: int, seat: int) -> Any:
        return self._as_typed(step, seat)

    def _as_typed(self, step: int, seat: int | None) -> Any:
        found = self._typed.get((step, seat))
        if found is None:
            fields = self._publics[step] if seat is None else self._mines[step][seat]
            kind = self._words.public if seat is None else self._words.mine
            found = msgspec.convert(fields, kind)
            if seat is None:
                # All of these are looked at again with each step, the others once.
                self._typed[step, seat] = found
        return found

    @property
    def vocabulary(self) -> Vocabulary:
        return self._reader.vocabulary

    @property
    def _words(self) -> Any:
        return self.vocabulary.words

    def _room(self, step: int) -> Room:
        """The shuffle is opened with the last step, and not before."""
        room = self._over if step == self.total - 1 else self._playing
        if all(seat.name for seat in room.seats):
            return room
        # A player whose data was deleted has no name; the viewer's language has a word.
        replace, nameless = msgspec.structs.replace, say("replay.somebody")
        seats = tuple(replace(seat, name=seat.name or nameless) for seat in room.seats)
        return replace(room, seats=seats)

    def _told(
        self, step: int, seat: int | None, public: dict[str, Any], mine: dict[str, Any] | None
    ) -> TableNow:
        you = _WATCHER if seat is None else str(seat)
        return TableNow(table="", n=step, you=you, room=self._room(step), public=public, mine=mine)


async def _fetch_part(find: Find, game: str, start: int) -> tuple[ReplayPart, int]:
    found = await find(Replay, game=game, start=start)
    if not isinstance(found, ReplayFound):
        raise LinkGoneError("nonsense")
    try:
        return read_part(found.packed), found.total
    except ValueError as error:
        raise LinkGoneError("nonsense") from error


@dataclass(frozen=True)
class Viewpoint:
    """From where a replay is seen: everything open, as a player saw it, or as a watcher did."""

    eyes: int | None
    """The seat as which it is seen when not all is open; None for a watcher."""
    opened: bool = True

    def turned(self) -> "Viewpoint":
        """Everything open, if it was not."""
        return replace(self, opened=not self.opened)

    def next(self, seats: int, steps: int) -> "Viewpoint":
        """Through the eyes of the next player; after the last one comes a watcher."""
        if self.opened:
            return replace(self, opened=False)
        at = seats if self.eyes is None else self.eyes
        following = (at + steps) % (seats + 1)
        return Viewpoint(None if following == seats else following, opened=False)

    def words(self, names: tuple[str, ...], own: int | None) -> tuple[str, str]:
        """In words, and in few."""
        if self.opened:
            return say("replay.seen.open"), say("replay.seen.open")
        if self.eyes is None:
            return say("replay.seen.watcher"), say("replay.seen.brief_watcher")
        if self.eyes == own:
            return say("replay.seen.own"), say("replay.seen.brief_own")
        name = names[self.eyes]
        return say("replay.seen.seat", name=name), name


class RecordedFeed(TableFeed):
    """A recording at one of its steps, seen from some viewpoint."""

    can_seek: ClassVar[bool] = True

    def __init__(
        self,
        recording: Recording,
        *,
        at: int = 0,
        decisive: int | None = None,
        round_starts: Callable[[Sequence[tuple[Struct, ...]]], list[int]] = lambda _: [0],
        standing: Callable[[AnyView], Sequence[int]] = lambda _: (),
    ) -> None:
        """It begins with step ``at``, as soon as that has come.

        ``decisive`` is the decisive step, if it is known better than by the points. ``round_starts`` and
        ``standing`` are the game's: the steps at which rounds begin, and everybody's points.
        """
        super().__init__()
        self.recording = recording
        own = recording.head.seat
        self.viewpoint = Viewpoint(own if own is not None else 0)
        self.step = 0
        self._wanted = at
        self._decisive = decisive
        self._round_starts = round_starts
        self._standing = standing
        self.starts: list[int] = [0]
        """The steps at which rounds begin."""
        self._take_in()

    # The table at this step

    @property
    def view(self) -> AnyView:
        return self._view

    @property
    def room(self) -> Room:  # type: ignore[override]
        return self._view.room

    @property
    def vocabulary(self) -> Vocabulary:  # type: ignore[override]
        return self.recording.vocabulary

    @property
    def you(self) -> str:  # type: ignore[override]
        return self._view.you

    @property
    def seat(self) -> int | None:
        """The seat from which the table is drawn: where everything is open, that of the decider."""
        if not self.viewpoint.opened:
            return self.viewpoint.eyes
        decider = self.recording.decider(self.step)
        return self.recording.last_decider if decider is None else decider

    @property
    def own_seat(self) -> int | None:
        return None if self.viewpoint.opened else self.viewpoint.eyes

    @property
    def label(self) -> str:
        return say("replay.status")

    @property
    def decision(self) -> Struct | None:
        """What is decided next by the seat from which the table is drawn, if it is to be known."""
        return self.recording.decision(self.step, self.seat) if self.seat is not None else None

    @property
    def decisive(self) -> int | None:
        """The step of the decisive moment, once it is known and has come."""
        known = self._decisive is not None and self._decisive <= self.recording.last
        return self._decisive if known else None

    @property
    def over(self) -> GameOver | None:
        """How the game ended, once that has come."""
        return next((one for one in self.recording.story[-1] if isinstance(one, GameOver)), None)

    def told(self, start: int = 0) -> Iterable[tuple[AnyView | None, tuple[Struct, ...]]]:
        recording = self.recording
        for step in range(start, self.step + 1):
            yield recording.view(step, recording.head.seat), recording.story[step]

    def events_backwards(self) -> Iterable[Struct]:
        story = self.recording.story
        return (event for step in range(self.step, -1, -1) for event in reversed(story[step]))

    def views_before(self) -> Iterable[AnyView]:
        """What a watcher saw at the steps before this one."""
        return (self.recording.view(step, None) for step in range(self.step))

    # What a finished game does not do

    def ask(self, kind: type[TableRequest], **fields: Any) -> "Future[Accepted]":
        raise RuntimeError("nothing is asked about a finished game")

    def decide(self, action: Struct) -> "Future[Accepted]":
        raise RuntimeError("nothing is decided in a finished game")

    async def advise(self) -> Advice:
        raise RuntimeError("nobody is advised in a finished game")

    # Moving about

    def seek(self, step: int) -> None:
        """Go to a step that has come."""
        step = max(0, min(step, self.recording.last))
        if step == self.step:
            return
        onward, before, self.step = step == self.step + 1, self._view, step
        self._look()
        if onward:
            self._emit(Advanced(self.recording.story[step], self._view, before))
        else:
            self._emit(Reset("seek", self._view, before))

    def see_from(self, viewpoint: Viewpoint) -> None:
        before, self.viewpoint = self._view, viewpoint
        self._look()
        self._emit(Reset("viewpoint", self._view, before))

    def grow(self) -> None:
        """Call when more steps have come."""
        before = self._view
        self._take_in()
        self._emit(Reset("grown", self._view, before))

    def _take_in(self) -> None:
        recording = self.recording
        self.starts = self._round_starts(recording.story)
        if recording.whole and self._decisive is None:
            standings = [self._standing(recording.view(step, None)) for step in range(recording.here)]
            self._decisive = decisive_step(standings, self.over.winners if self.over is not None else ())
        step, self._wanted = self._wanted, self._wanted if self._wanted > recording.last else 0
        self.step = max(self.step, min(step, recording.last))
        self._look()

    def _look(self) -> None:
        self._view = self.recording.view(self.step, self.seat, opened=self.viewpoint.opened)


def decisive_step(standings: Sequence[Sequence[int]], winners: Sequence[int]) -> int | None:
    """The last change of lead: the step from which on the winners stayed ahead. None if points do not tell.

    ``standings`` has everybody's points after each step. Winners who are level in the end were ahead of the
    others; a winner by a tie-break was ahead when nobody had more.
    """
    if not standings or not winners or not standings[-1]:
        return None
    others = [seat for seat in range(len(standings[-1])) if seat not in winners]
    if not others:
        return None

    def lead(points: Sequence[int]) -> int:
        return min(points[seat] for seat in winners) - max(points[seat] for seat in others)

    least = min(1, lead(standings[-1]))
    step = len(standings) - 1
    while step > 0 and lead(standings[step - 1]) >= least:
        step -= 1
    return step
