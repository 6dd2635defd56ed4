"""A table without a network: the real rules, told to one viewer as a server tells them."""

import asyncio
import hashlib
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, structs

from tests.triqueta_tui.games.unseen import drawn_once
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.events import Accepted, Event, Room, SeatInfo, Shuffle, TableNow
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.requests import Act, Request
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import GameBegan, GameOver, TableEvent
from triqueta_tui.session.live_feed import LiveFeed

NAMES = ("Ana", "Björn", "Chloé", "Dòng", "Emil", "Fay")
SALT = b"sixteen bytes of"
GAME_ID = "g1"

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
        self.sent: list[Request] = []
        self.unanswered: list[asyncio.Future[Accepted]] = []
        """The answers to requests other than decisions, for the test to give."""
        self.refusal: RefusalError | None = None
        """The answer to decisions, if they are refused."""
        self.silent = False
        """Whether decisions are not answered, and not carried out."""
        self.connected = True
        self.story: tuple[Struct, ...] = ()
        self.decisions: list[tuple[int, dict[str, Any]]] = []
        self._chance = random.Random(seed)
        commitment = hashlib.sha256(self.seed + SALT).digest()
        self.room = Room(
            table="KNOT",
            epoch="e1",
            game=self.rules.vocabulary.game,
            settings=TableSettings(seats=seats, sleep_days=0),
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
        self.feed = self.make_feed()
        self.began = GameBegan(number=1, commitment=commitment)

    @property
    def public(self) -> PublicT:
        """The game as everybody sees it."""
        public: PublicT = self.rules.public(self.position)
        return public

    def make_feed(self) -> LiveFeed:
        """The table as a client sees it that has just come."""
        return LiveFeed(self.mirror, self.ask, lambda: self.connected)

    def ask(self, kind: type[Request], **fields: Any) -> "asyncio.Future[Accepted]":
        """Take a request of the viewer, as the link does."""
        request = kind(id=len(self.sent) + 1, **fields)
        self.sent.append(request)
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        if kind is not Act or self.silent:
            self.unanswered.append(answer)
        elif self.refusal is not None:
            answer.set_exception(self.refusal)
        else:
            answer.set_result(Accepted(id=request.id, table="KNOT"))
            assert self.seat is not None
            self.act(self.seat, fields["action"])
        return answer

    def answer(self, **fields: Any) -> None:
        """Accept the last request that was no decision."""
        self.unanswered.pop().set_result(Accepted(id=len(self.sent), table="KNOT", **fields))

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """Carry out a decision and tell the viewer."""
        self.decisions.append((seat, action))
        happened: list[TableEvent] = []
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

    def tell(self, happened: list[TableEvent], room: dict[str, Any] | None = None) -> None:
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
        self.feed.follow(typed, fresh=False)

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Tell the viewer nothing of what happens meanwhile, then send the whole table, as to a new link."""
        feed, self.feed = self.feed, self.make_feed()
        yield
        self.feed = feed
        feed.follow((), fresh=True)

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
