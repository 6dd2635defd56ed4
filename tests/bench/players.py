"""Scripted players for load: they read just enough of each message to take the next decision."""

import asyncio
import random
import time
from typing import Any

import msgpack

from tests.bench.wire import Wire
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Create, Hello, Join, Ready, Rematch, Start
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL

DRAW_RATHER = 0.9
"""How often to draw where drawing is allowed: rows that are taken at once make no game."""


_THINKING = -1
"""In place of the id of a decision that is about to be taken."""


class BusyTable:
    """A table whose players never stop: after a game they play another."""

    def __init__(self, players: "list[BusyPlayer]", moments: list[float]) -> None:
        self.players = players
        self.code = ""
        self.moves = 0
        self.gap = 0.0
        """Seconds between two decisions, about; 0: at once."""
        self.games = 0
        """How many have ended."""
        self.last = False
        """Whether no further game begins."""
        self._moments = moments
        self._sent_at = 0.0
        self._seen = 0
        for player in players:
            player.table = self

    @property
    def host(self) -> "BusyPlayer":
        return self.players[0]

    def open(self, seats: int) -> None:
        settings = TableSettings(seats=seats, private=True)
        self.host.send(encode(Create(id=self.host.next_id(), game="triqueta", settings=settings)))

    def sent(self) -> None:
        """A player sends a move: from now on the others are waited for."""
        self._sent_at = time.perf_counter()
        self._seen = 0

    def seen(self) -> None:
        """A seat has the event of the last move."""
        self._seen += 1
        if self._seen == len(self.players):
            self._moments.append(time.perf_counter() - self._sent_at)


class BusyPlayer:
    """A seat of a busy table."""

    table: BusyTable

    def __init__(self, name: str) -> None:
        self.name = name
        self.wire: Wire
        self._id = 0
        self._player = ""
        self._deciding = 0
        self._owing: list[int] = []
        self._choices: list[dict[str, Any]] = []
        self._seats: list[dict[str, Any]] = []
        self._seat = -1
        self._act = b""

    async def connect(self, port: int, path: str = "/") -> None:
        self.wire = await Wire.connect(port, self._received, path=path)
        self.send(encode(Hello(version=PROTOCOL, name=self.name)))

    def next_id(self) -> int:
        self._id += 1
        return self._id

    def send(self, frame: bytes) -> None:
        self.wire.send(frame)

    def _received(self, frame: bytes) -> None:
        message = msgpack.unpackb(frame)
        kind = message["t"]
        if kind == "event":
            self._event(message)
        elif kind == "accepted":
            if message["id"] == self._deciding:
                self._deciding = 0
                self._decide_if_owing()
        elif kind == "table":
            self._look(message)
        elif kind == "welcome":
            self._player = message["player"]
        elif kind != "bye":
            raise AssertionError(message)

    def _look(self, message: dict[str, Any]) -> None:
        self._take_seats(message["room"])
        if self.table.code == "":
            self.table.code = message["table"]
            for player in self.table.players[1:]:
                player.send(encode(Join(id=player.next_id(), table=self.table.code)))
        if self is not self.table.host:
            self.send(encode(Ready(id=self.next_id(), table=self.table.code)))

    def _event(self, message: dict[str, Any]) -> None:
        public, mine, room = message.get("public", {}), message.get("mine", {}), message.get("room", {})
        if message.get("accepted") == self._deciding:
            self._deciding = 0
        self._owing = public.get("owing", self._owing)
        self._choices = mine.get("choices", self._choices)
        if room:
            self._take_seats(room)
            if room.get("status") == "over":
                if self is self.table.host:
                    self.table.games += 1
                if self is self.table.host and not self.table.last:
                    self.send(encode(Rematch(id=self.next_id(), table=self.table.code)))
                return
            if room.get("status") == "waiting" and self is not self.table.host:
                self.send(encode(Ready(id=self.next_id(), table=self.table.code)))
                return
            self._start_if_all_ready(message["what"])
        if public:
            self.table.seen()
            self._decide_if_owing()

    def _take_seats(self, room: dict[str, Any]) -> None:
        if "seats" in room:
            self._seats = room["seats"]
            players = [seat.get("player") for seat in self._seats]
            self._seat = players.index(self._player) if self._player in players else -1

    def _start_if_all_ready(self, what: list[dict[str, Any]]) -> None:
        others = self._seats[1:]
        if (
            self is self.table.host
            and what[0]["is"] == "ready"
            and all(seat.get("ready") for seat in others)
            and len(self._seats) == len(self.table.players)
        ):
            self.send(encode(Start(id=self.next_id(), table=self.table.code)))

    def _decide_if_owing(self) -> None:
        if self._seat not in self._owing or self._deciding:
            return
        if self.table.gap:
            self._deciding = _THINKING
            wait = self.table.gap * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self._decide)
        else:
            self._decide()

    def _decide(self) -> None:
        self._deciding = 0
        if self._seat not in self._owing or not self._choices or self.wire.lost.is_set():
            return
        action = self._choices[0]["action"]
        if action["do"] != "draw" or random.random() > DRAW_RATHER:
            action = random.choice(self._choices)["action"]
        self._deciding = self.next_id()
        self.table.moves += 1
        self.table.sent()
        request = {"t": "act", "id": self._deciding, "table": self.table.code, "action": action}
        self.send(msgpack.packb(request))
