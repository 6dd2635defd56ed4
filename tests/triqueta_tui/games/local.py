"""A table without a network: the real rules, told to one viewer as a server tells them."""

import hashlib
import random
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, structs

from protocol.codec import plain
from protocol.events import Event, Room, SeatInfo, Shuffle, TableNow
from protocol.happenings import GameBegan, GameOver, Happening
from protocol.mirror import Mirror
from protocol.requests import Act, Request, TableRules
from tests.triqueta_tui.games.unseen import drawn_once

NAMES = ("Ana", "Björn", "Chloé", "Dòng", "Emil", "Fay")
SALT = b"sixteen bytes of"
GAME_ID = "g1"

Hear = Callable[[Mirror, tuple[Struct, ...]], None]


PublicT = TypeVar("PublicT")


class LocalGame(Generic[PublicT]):
    """Plays a game by the real rules; ``seat`` sends requests, the others are moved by the test."""

    rules: ClassVar[Any]
    """The server's rules of the game."""

    def __init__(
        self,
        seats: int = 3,
        seat: int | None = 0,
        seed: str = "a quiet wood",
        names: tuple[str, ...] = NAMES,
        options: Struct | None = None,
    ) -> None:
        chosen = options if options is not None else self.rules.vocabulary.words.options()
        self.seed = hashlib.sha256(seed.encode()).digest()
        self.position = self.rules.begin(seats, chosen, self.seed)
        self.seat = seat
        self.seats = seats
        self.hear: list[Hear] = []
        self.sent: list[Request] = []
        self.story: tuple[Struct, ...] = ()
        self.decisions: list[tuple[int, dict[str, Any]]] = []
        self._chance = random.Random(seed)
        commitment = hashlib.sha256(self.seed + SALT).digest()
        self.room = Room(
            table="KNOT",
            epoch="e1",
            game=self.rules.vocabulary.game,
            rules=TableRules(seats=seats),
            options=plain(chosen),
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
                public=plain(self.rules.public(self.position)),
                mine=plain(self.rules.mine(self.position, seat)) if seat is not None else None,
            )
        )
        self.began = GameBegan(number=1, commitment=commitment)

    @property
    def public(self) -> PublicT:
        """The game as everybody sees it."""
        public: PublicT = self.rules.public(self.position)
        return public

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
        self.decisions.append((seat, action))
        happened: list[Happening] = []
        self.position.apply(seat, self.rules.read(self.position, seat, action), happened)
        room: dict[str, Any] = {}
        if not self.position.owing:
            winners = self.rules.winners(self.position)
            happened.append(GameOver(winners=winners, seed=self.seed, salt=SALT))
            assert self.room.shuffle is not None
            self.room = structs.replace(
                self.room,
                status="over",
                shuffle=Shuffle(self.room.shuffle.commitment, self.seed, SALT),
                finished=GAME_ID,
            )
            room = plain({key: getattr(self.room, key) for key in ("status", "shuffle", "finished")})
        self.tell(happened, room)

    def tell(self, happened: list[Happening], room: dict[str, Any] | None = None) -> None:
        """Send the viewer an event with the whole views."""
        mine = self.rules.mine(self.position, self.seat) if self.seat is not None else None
        event = Event(
            table="KNOT",
            n=self.mirror.n + 1,
            what=tuple(plain(happened)),
            room=room or {},
            public=plain(self.rules.public(self.position)),
            mine=plain(mine) if mine is not None else {},
        )
        typed = self.mirror.apply(event)
        self.story += typed
        for hear in self.hear:
            hear(self.mirror, typed)

    def move(self) -> None:
        """Let the first seat that owes a decision decide sensibly."""
        seat = self.position.owing[0]
        self.act(seat, plain(self.sensible(self.rules.mine(self.position, seat))))

    def others_move(self) -> None:
        """Let the others play until the viewer owes a decision, or the game is over."""
        with drawn_once():
            while self.position.owing and self.seat not in self.position.owing:
                self.move()

    def play_on(self, until: Callable[[PublicT], bool]) -> None:
        """Play for everybody until a view is as wanted."""
        with drawn_once():
            while self.position.owing and not until(self.public):
                self.move()

    def sensible(self, mine: Any) -> Struct:
        """A decision that makes for a game worth looking at."""
        raise NotImplementedError
