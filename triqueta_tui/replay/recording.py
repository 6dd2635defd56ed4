"""A finished game as far as it has come: the view of every seat and of a watcher, at every step."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from protocol.events import Room, Shuffle, TableNow
from protocol.mirror import Mirror
from protocol.replay import ReplayHead, ReplayPart, ReplayStep
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView, Replayed, TableView

_WATCHER = "watcher"
"""Nobody's player id: those of a replay are the numbers of the seats."""


class Recording:
    """Step 0 is the beginning; step n is what came of the first n decisions."""

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
        """Reads happenings."""

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
            self.story.append(self._reader.happenings(step.what))

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
        # In a race somebody else may be first, and another decision follows.
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
    def _words(self) -> Any:
        return self._reader.vocabulary.words

    def _room(self, step: int) -> Room:
        """The shuffle is opened with the last step, and not before."""
        room = self._over if step == self.total - 1 else self._playing
        if all(seat.name for seat in room.seats):
            return room
        # Whoever was forgotten is somebody, in the language of whoever looks on.
        replace, somebody = msgspec.structs.replace, say("replay.somebody")
        seats = tuple(replace(seat, name=seat.name or somebody) for seat in room.seats)
        return replace(room, seats=seats)

    def _told(
        self, step: int, seat: int | None, public: dict[str, Any], mine: dict[str, Any] | None
    ) -> TableNow:
        you = _WATCHER if seat is None else str(seat)
        return TableNow(table="", n=step, you=you, room=self._room(step), public=public, mine=mine)
