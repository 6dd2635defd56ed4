"""Bots whose moves are written down beforehand, and who think longer about some secrets than about others."""

import zlib
from collections.abc import Callable

from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import pack
from triqueta_server.bots.clock import budget
from triqueta_server.tables.services import ActionMap, BotQuestion

LATEST = 10.0
"""Seconds within which a bot that has decided moves."""

Done = Callable[[ActionMap | None], None]


class Bots:
    """On the last seats of a table; each thinks as long as its own view says, within its budget."""

    def __init__(self, server: FakeServer, count: int, seats: int) -> None:
        self.count = count
        self._server = server
        self._first = seats - count
        self._asked: dict[int, tuple[float, BotQuestion, Done]] = {}
        server.services.ask_bot = self._ask

    def __contains__(self, seat: int) -> bool:
        return seat >= self._first

    def _ask(self, question: BotQuestion, done: Done) -> None:
        self._asked[question.seat] = (self._server.time.now, question, done)

    def play(self, seat: int, action: ActionMap) -> None:
        """Let the bot on a seat decide so, and time pass until it has moved."""
        since, question, done = self._asked.pop(seat)
        thinks = budget(question.level) * (zlib.crc32(pack(question.mine)) % 1000) / 1001
        self._server.advance(max(0.0, since + thinks - self._server.time.now))
        match = self._server.table(question.table).match
        assert match is not None
        moves = match.moves
        done(action)
        self._server.settle()
        while match.moves == moves:
            assert self._server.time.ring(self._server.time.now + LATEST), "the bot does not move"
            self._server.settle()
