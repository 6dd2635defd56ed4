"""A table without a network: the real rules, told to one viewer as a server tells them."""

import hashlib
import random
from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from protocol.codec import plain
from protocol.events import Event, Room, SeatInfo, Shuffle, TableNow
from protocol.games.triqueta import Draw, Mine, Options, Place, Public, Take
from protocol.happenings import GameBegan, GameOver, Happening
from protocol.mirror import Mirror
from protocol.requests import Act, Request, TableRules
from server.games.triqueta.rules import RULES

NAMES = ("Ana", "Björn", "Chloé", "Dòng", "Emil")
SALT = b"sixteen bytes of"

Hear = Callable[[Mirror, tuple[Struct, ...]], None]


class LocalTable:
    """Plays a game by the real rules; ``seat`` sends requests, the others are moved by the test."""

    def __init__(
        self,
        seats: int = 3,
        seat: int | None = 0,
        seed: str = "a quiet wood",
        names: tuple[str, ...] = NAMES,
        options: Options | None = None,
    ) -> None:
        self.seed = hashlib.sha256(seed.encode()).digest()
        self.position = RULES.begin(seats, options or Options(), self.seed)
        self.seat = seat
        self.seats = seats
        self.hear: list[Hear] = []
        self.sent: list[Request] = []
        self.story: tuple[Struct, ...] = ()
        self._chance = random.Random(seed)
        commitment = hashlib.sha256(self.seed + SALT).digest()
        self.room = Room(
            table="KNOT",
            epoch="e1",
            game="triqueta",
            rules=TableRules(seats=seats),
            options=plain(options or Options()),
            seats=tuple(
                SeatInfo(kind="player", name=name, player=f"p{index}", present=True)
                for index, name in enumerate(names[:seats])
            ),
            host="p0",
            watchers=(),
            status="playing",
            games=1,
            shuffle=Shuffle(commitment),
        )
        self.mirror = Mirror(
            TableNow(
                table="KNOT",
                n=1,
                you=f"p{seat}" if seat is not None else "w",
                room=self.room,
                public=plain(RULES.public(self.position)),
                mine=plain(RULES.mine(self.position, seat)) if seat is not None else None,
            )
        )
        self.began = GameBegan(number=1, commitment=commitment)

    @property
    def public(self) -> Public:
        """The game as everybody sees it."""
        return RULES.public(self.position)

    def send(self, kind: type[Request], **fields: Any) -> int:
        """Take a request of the viewer, as the link does."""
        identifier = len(self.sent) + 1
        self.sent.append(kind(id=identifier, **fields))
        if kind is Act:
            assert self.seat is not None
            self.act(self.seat, fields["action"])
        return identifier

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """Carry out a decision and tell the viewer."""
        happened: list[Happening] = []
        self.position.apply(seat, RULES.read(self.position, seat, action), happened)
        room: dict[str, Any] = {}
        if not self.position.owing:
            winners = RULES.winners(self.position)
            happened.append(GameOver(winners=winners, seed=self.seed, salt=SALT))
            assert self.room.shuffle is not None
            self.room = structs.replace(
                self.room,
                status="over",
                shuffle=Shuffle(self.room.shuffle.commitment, self.seed, SALT),
            )
            room = plain({"status": self.room.status, "shuffle": self.room.shuffle})
        self.tell(happened, room)

    def tell(self, happened: list[Happening], room: dict[str, Any] | None = None) -> None:
        """Send the viewer an event with the whole views."""
        mine = RULES.mine(self.position, self.seat) if self.seat is not None else None
        event = Event(
            table="KNOT",
            n=self.mirror.n + 1,
            what=tuple(plain(happened)),
            room=room or {},
            public=plain(RULES.public(self.position)),
            mine=plain(mine) if mine is not None else {},
        )
        typed = self.mirror.apply(event)
        self.story += typed
        for hear in self.hear:
            hear(self.mirror, typed)

    def move(self) -> None:
        """Let the first seat that owes a decision decide sensibly."""
        seat = self.position.owing[0]
        self.act(seat, plain(self.sensible(RULES.mine(self.position, seat))))

    def others_move(self) -> None:
        """Let the others play until the viewer owes a decision, or the game is over."""
        while self.position.owing and self.seat not in self.position.owing:
            self.move()

    def play_on(self, until: Callable[[Public], bool]) -> None:
        """Play for everybody until a view is as wanted."""
        while self.position.owing and not until(self.public):
            self.move()

    def sensible(self, mine: Mine) -> Struct:
        """A decision that makes for a game worth looking at: good rows are taken, others grow."""
        best = max(mine.choices, key=lambda one: (one.best, one.points))
        if best.best:
            return best.action
        takes = [one for one in mine.choices if isinstance(one.action, Take)]
        if takes:
            draw = next((one for one in mine.choices if isinstance(one.action, Draw)), None)
            top = max(takes, key=lambda one: one.points)
            return top.action if draw is None or top.points >= 6 else draw.action
        paths = [one for one in mine.choices if isinstance(one.action, Place)]
        if paths and self._chance.random() < 0.85:
            return self._chance.choice(paths).action
        return self._chance.choice(mine.choices).action
