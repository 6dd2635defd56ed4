"""One game being played: its position, its log, and the fields that changed since the last event."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgpack
from msgspec import Struct

from triqueta_protocol.codec import pack, plain
from triqueta_protocol.events import RatingChange, Shuffle
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import GameOver, TableEvent
from triqueta_server.crash_report import CrashReport
from triqueta_server.games.changes import Changes
from triqueta_server.games.game import AnyRules, Position
from triqueta_server.store.records import Entry
from triqueta_server.tables.state.clock import Clock
from triqueta_server.tables.state.stored_setup import SetupSeat
from triqueta_server.tables.state.viewer import Cause


class Match:
    def __init__(
        self,
        game_id: str,
        rules: AnyRules,
        options: Struct,
        seats: int,
        seed: bytes,
        salt: bytes,
        clock: ClockRule | None,
        alone: int | None = None,
        seated: tuple[SetupSeat, ...] = (),
    ) -> None:
        self.id = game_id
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.salt = salt
        self.commitment = hashlib.sha256(seed + salt).digest()
        """Proof that the shuffle was fixed before the first draw."""
        self.bot_seed = int.from_bytes(hashlib.sha256(b"bots" + seed + salt).digest()[:6])
        """The seed of the bots' random choices. It cannot be known before the game is over."""
        self.clock = Clock(clock, seats) if clock else None
        self.options = options
        self.alone = alone
        """The seat of a person who plays with bots only, and so may undo decisions."""
        self.held = False
        """Whether that person holds the bots' moves."""
        self.seated = seated
        """Who sat down to play."""
        self._asked: dict[int, object] = {}
        """Seats whose decision a bot is taking, each with a token; an answer with another token is void."""
        self.undone = 0
        """How many decisions were undone."""
        self.rating_changes: tuple[RatingChange | None, ...] = ()
        """Per seat, once the game is over and if it was rated."""
        self.own_moves = [0] * seats
        """Decisions that the owner of each seat has taken."""
        self.last_at: float | None = None
        """Seconds since 1970: when something was entered in the log last."""
        self.entries = 0
        """How many entries the log of this game has."""
        self.position: Position = rules.begin(seats, options, self.seed)
        self._moves: list[tuple[int, int]] = []
        self._trying: tuple[int, int] | None = None
        """A move that the rules are carrying out, or have failed to."""
        self._last_own: int | None = None
        """How many moves there were before the last one of the seat ``alone``."""
        self._chance_shown = False
        """Whether that seat has seen a result of chance since then."""
        self._public = Changes()
        self._mine = tuple(Changes() for _ in range(seats))

    @property
    def over(self) -> bool:
        return not self.position.owing

    def crash_report(self, error: Exception, table: str, at: float) -> CrashReport:
        """What is needed to repeat a fault in this game."""
        return CrashReport.of(
            error,
            at=at,
            table=table,
            game=self.rules.vocabulary.game,
            seats=self.seats,
            options=plain(self.options),
            seed=self.seed.hex(),
            moves=tuple(self._moves),
            tried=self._trying,
        )

    @property
    def moves(self) -> int:
        return len(self._moves)

    @property
    def kept_moves(self) -> Sequence[tuple[int, int]]:
        """Seats and actions of the moves that count."""
        return self._moves

    def moves_of(self, seat: int) -> int:
        return sum(mover == seat for mover, _ in self._moves)

    @property
    def public_shuffle(self) -> Shuffle:
        """The shuffle as it may be shown: while the game runs without what opens the commitment."""
        if self.over:
            return Shuffle(commitment=self.commitment, seed=self.seed, salt=self.salt)
        return Shuffle(commitment=self.commitment)

    @property
    def ending(self) -> GameOver:
        """Who won, with what opens the commitment."""
        assert self.over
        return GameOver(self.rules.winners(self.position), self.seed, self.salt)

    def play(self, seat: int, action: int, *, own: bool = False) -> list[TableEvent]:
        """Carry out a decision; ``own`` if the seat's owner has taken it."""
        what: list[TableEvent] = []
        self._trying = move = (seat, action)
        before = None if self.alone is None else self.position.copy()
        self.position.apply(seat, action, what)
        if before is not None and self.alone is not None:
            if seat == self.alone:
                self._last_own, self._chance_shown = len(self._moves), False
            if self.rules.shows_chance(before, seat, action, self.position, self.alone):
                self._chance_shown = True
        self._moves.append(move)
        self._trying = None
        self.own_moves[seat] += own
        self._asked.pop(seat, None)
        if self.over:
            self._asked.clear()
        return what

    def moves_kept(self, *, practice: bool) -> int | None:
        """How many moves are left after an undo; None if there is none.

        There is one until a draw has shown something new, in ``practice`` also afterwards.
        """
        return None if self._chance_shown and not practice else self._last_own

    def undo(self, moves: int) -> None:
        """Go back to the position after so many moves."""
        kept = self._moves[:moves]
        self.position = self.rules.begin(self.seats, self.options, self.seed)
        self._moves, self._last_own, self._chance_shown = [], None, False
        for seat, action in kept:
            self.play(seat, action)
        self.undone += 1
        self._asked.clear()

    # Bots

    def ask(self, seat: int) -> object:
        """Note that a bot is asked for a seat's decision; returns the token of the question."""
        token = self._asked[seat] = object()
        return token

    def is_asked(self, seat: int) -> bool:
        return seat in self._asked

    def is_answered(self, seat: int, token: object) -> bool:
        """Take the answer to a question; false if it is no longer wanted."""
        if self._asked.get(seat) is not token:
            return False
        del self._asked[seat]
        return True

    def withdraw(self, seat: int) -> None:
        """Want no answer for this seat any more."""
        self._asked.pop(seat, None)

    def withdraw_all(self) -> None:
        """Want no answer at all any more."""
        self._asked.clear()

    # Views

    def changes(self) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
        """The public fields that changed since last asked, and the private ones of each seat."""
        public = self._public.since_last(self.rules.public(self.position))
        mine = {
            seat: change
            for seat, memory in enumerate(self._mine)
            if (change := memory.since_last(self.rules.mine(self.position, seat)))
        }
        return public, mine

    def view(self, seat: int | None) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The whole view of a seat, or of a watcher."""
        public: dict[str, Any] = plain(self.rules.public(self.position))
        mine = None if seat is None else plain(self.rules.mine(self.position, seat))
        return public, mine

    def history(self) -> Iterable[TableEvent]:
        """Everything that happened in this game, found by replaying its moves."""
        position = self.rules.begin(self.seats, self.options, self.seed)
        what: list[TableEvent] = []
        for seat, action in self._moves:
            position.apply(seat, action, what)
        return what

    # The log

    def replay(self, entry: Entry) -> None:
        """Carry out an entry of the log again, if it is about the game."""
        self.entries += 1
        self.last_at = entry.at
        if entry.kind == "move":
            action, bank = msgpack.unpackb(entry.body)
            played = self.rules.read(self.position, entry.seat, action)
            self.play(entry.seat, played, own=entry.player is not None)
            if self.clock and bank is not None:
                self.clock.bank[entry.seat] = bank
        elif entry.kind == "takeback":
            self.undo(msgpack.unpackb(entry.body))

    def rate(self, changes: tuple[RatingChange | None, ...]) -> None:
        """Note what the game has done to the ratings of its players."""
        self.rating_changes = changes

    def move_entry(self, at: float, seat: int, action: dict[str, Any], cause: Cause | None) -> Entry:
        """The log's next entry: a decision, and what it left of the seat's bank."""
        bank = None if self.clock is None else self.clock.bank[seat]
        return self._entry("move", at, seat, [action, bank], cause=cause)

    def takeback_entry(self, at: float, seat: int, moves: int, cause: Cause) -> Entry:
        """The log's next entry: all moves but the first so many are undone."""
        return self._entry("takeback", at, seat, moves, cause=cause)

    def seat_entry(self, at: float, seat: int, occupant: dict[str, Any]) -> Entry:
        """The log's next entry: who plays for a seat from now on."""
        return self._entry("seat", at, seat, occupant)

    def host_entry(self, at: float, host: str | None, access: dict[str, Any] | None = None) -> Entry:
        """The log's next entry: who is the host from now on, and whom the host lets in, if that is new."""
        return self._entry("host", at, 0, access, host)

    def _entry(
        self, kind: Any, at: float, seat: int, body: Any, by: str | None = None, cause: Cause | None = None
    ) -> Entry:
        self.entries += 1
        self.last_at = at
        request, client = None, b""
        if cause is not None:
            by, request, client = cause.client.player.id, cause.request, cause.client.id
        return Entry(self.id, self.entries, at, kind, seat, by, request, pack(body), client)
