"""A table: who is at it, what is played at it, and the events that tell of it."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

from msgspec import Struct, structs

from protocol.codec import Body, ViewerBody, plain
from protocol.errors import Code, Refusal
from protocol.events import Closed, TableLine, TableNow
from protocol.games.vocabulary import Vocabulary
from protocol.happenings import Happening, Paused, WentOn
from protocol.requests import Substitute, TableRules
from server.games.changes import Changes
from server.games.game import AnyRules
from server.rate_limit import TokenBucket
from server.store.records import PlayerRecord, Record
from server.tables.delivery.outbox import Outbox, weakly
from server.tables.passwords import matches
from server.tables.services import Services, Timer
from server.tables.state.match import Match
from server.tables.state.player import Link, Player
from server.tables.state.room import lobby_line_of, room_of
from server.tables.state.seat import REFUSED_IN, Seat, Status
from server.tables.state.series import Series
from server.tables.state.viewer import Cause, Viewer, deliver, deliver_answering

Audience = Literal["all", "players", "watchers"]

log = logging.getLogger(__name__)


class Table:
    """The state of one table. What requests do at it is in ``server.tables.handlers``."""

    def __init__(
        self,
        services: Services,
        code: str,
        game_rules: AnyRules,
        table_rules: TableRules,
        options: Struct,
        changed: "Callable[[Table, TableLine | None], None]",
        password: bytes | None = None,
        seeded: str | None = None,
        substitute: Substitute = "auto",
    ) -> None:
        self.services = services
        self.code = code
        self.game_rules = game_rules
        self.rules = table_rules
        self.substitute: Substitute = substitute
        self.coach = self.rated = False
        self.series: Series | None = None
        self.options = options
        self.password = password
        """The password's hash."""
        limits = services.limits
        self.password_limit = TokenBucket(limits.guess_rate, limits.guess_burst, services.now())
        """Of wrong passwords, whoever tries them."""
        self.chat_limit = TokenBucket(limits.table_chat_rate, limits.table_chat_burst, services.now())
        self.opened_from = ""
        """The address of whoever opened it; unknown after a restart."""
        self.nobody_new = False
        """The host lets in only people who are here or own a seat."""
        self.invitation: str | None = None
        """The code that lets in new people, where the table's own was listed before it became private."""
        self.sent_away_from: dict[str, float] = {}
        """Addresses of people who were sent away, and when."""
        self.seeded = seeded
        self.practice = False
        """Whether decisions may be taken back after a draw, too, where somebody is alone with bots."""
        self.epoch = services.entropy(6).hex()
        """New each time the table is created in memory: event numbers are valid within one epoch."""
        self.seats: list[Seat] = []
        """Taken seats only, in order; open ones are ``rules.seats`` minus these."""
        self.viewers: dict[str, Viewer] = {}
        self._numbered = -1
        """The largest event number of the viewers that were removed."""
        self.banned: set[str] = set()
        self.host: Player | None = None
        self.status: Status = "waiting"
        self.games = 0
        self.match: Match | None = None
        self.paused = False
        self.closed = False
        self.thinking: dict[int, object] = {}
        """Seats whose decision a bot is taking, each with a token; an answer with another token is void."""
        self.clock_timer: Timer | None = None
        self.absence_timer: Timer | None = None
        self.attended_since = services.now()
        """Since when some player has been there: who comes back to nobody waits the whole grace time."""
        self.outbox = Outbox(weakly(self.fail))
        self._told = Changes()
        self._undo_told = False
        self._changed = changed
        self._close_timer: Timer | None = None
        self.play_out: Callable[[Table], bool] = lambda _table: False
        """Called when everybody has gone for long; returns whether bots end the game first."""
        self.deserted_since: float | None = None
        """Since when nobody is connected to it."""

    @property
    def vocabulary(self) -> Vocabulary:
        return self.game_rules.vocabulary

    @property
    def coached(self) -> bool:
        """Whether advice is given here; a game that is rated has none, whatever the host says."""
        return self.coach and not self.rated and self.vocabulary.game in self.services.coached

    # Who is where

    def seat_of(self, player: Player) -> int | None:
        return next((at for at, seat in enumerate(self.seats) if seat.owner is player), None)

    def require_viewer(self, player: Player) -> Viewer:
        viewer = self.viewers.get(player.id)
        if viewer is None:
            raise Refusal(Code.NOT_AT_TABLE)
        return viewer

    def require_seat(self, player: Player) -> int:
        """The seat from which a player looks at the table, or a refusal."""
        viewer = self.require_viewer(player)
        if viewer.seat is None:
            raise Refusal(Code.NOT_SEATED)
        return viewer.seat

    def require_host(self, player: Player) -> None:
        if self.host is not player:
            raise Refusal(Code.NOT_HOST)

    def require_status(self, status: Status) -> None:
        if self.status != status:
            raise Refusal(REFUSED_IN[self.status])

    def require_store(self) -> None:
        if self.services.stalled:
            raise Refusal(Code.PAUSED)

    def knows_player(self, player: Player) -> bool:
        """Whether somebody is here or owns a seat."""
        return player.id in self.viewers or self.seat_of(player) is not None

    def knows(self, password: str | None) -> bool:
        """Whether it is the table's password, or there is none."""
        return self.password is None or matches(self.password, password, self.code)

    @property
    def goes_on(self) -> bool:
        """Whether there is something to come: its game is not over, or the series is not."""
        return self.status != "over" or (self.series is not None and not self.series.winners)

    @property
    def done(self) -> bool:
        """Whether all is over and everybody has gone: it is kept only for somebody who comes back."""
        return not self.goes_on and not self.has_live_viewers

    @property
    def has_live_viewers(self) -> bool:
        return any(viewer.live for viewer in self.viewers.values())

    def is_listening(self, viewer: Viewer, link: Link | None) -> bool:
        """Whether a viewer who asked for the table over this link is still there to get it."""
        player = viewer.player
        return link is not None and player.link is link and self.viewers.get(player.id) is viewer

    def update_viewer_seats(self) -> None:
        for viewer in self.viewers.values():
            viewer.seat = self.seat_of(viewer.player)

    # What is shown

    @property
    def visible_match(self) -> Match | None:
        """None in the waiting room, where the seats may differ from those of the last match."""
        return self.match if self.status != "waiting" else None

    @property
    def moves_kept(self) -> int | None:
        """How many moves are left when a person alone with bots takes back a decision; None: not possible."""
        match = self.match
        if match is None or match.alone is None or self.status != "playing":
            return None
        if match.taken_back >= self.services.limits.taken_back:
            return None
        return match.moves_kept(practice=self.practice)

    # Events

    def broadcast(self, *what: Happening, to: Audience = "all") -> None:
        """Send what happened to everybody or some, with the fields of the room that changed."""
        room = self._room_changes() if to == "all" else {}
        self.outbox.post(self._prepare(Body(self.code, what, room), {}, to))
        if room:
            self.update_lobby_line()

    def prepare_moves(self, what: list[Happening], cause: Cause | None = None) -> Callable[[], None]:
        """Encode what happened in the game, with what changed in each viewer's view; the call delivers it.

        It also answers the request that is its ``cause``. Whatever can fail about a move fails here, before
        the move is written.
        """
        assert self.match is not None
        public, mine = self.match.changes()
        room: dict[str, Any] = {}
        if self.match.over or self.match.moves == 0:
            room = self._room_changes()
        elif self.match.clock:
            room = {"clocks": plain(self.match.clock.reading(self.services.now()))}
        elif self.match.alone is not None and self._undo_told != (self.moves_kept is not None):
            self._undo_told = not self._undo_told
            room = {"undo": self._undo_told}
        return self._prepare(Body(self.code, what, room, public), mine, "all", cause)

    def update_lobby_line(self) -> None:
        """Give the lobby the table's present line, once that is stored."""
        self.outbox.post(partial(self._changed, self, lobby_line_of(self)))

    def snapshot(self, viewer: Viewer) -> TableNow:
        public, mine = self.visible_match.view(viewer.seat) if self.visible_match else (None, None)
        room = room_of(self)
        self._undo_told = room.undo
        return TableNow(
            table=self.code,
            n=viewer.feed.n,
            you=viewer.player.id,
            room=room,
            public=public,
            mine=mine,
        )

    def send_snapshot(self, viewer: Viewer) -> None:
        """Send a viewer the whole table; events follow from there."""
        now, link = self.snapshot(viewer), viewer.player.link

        def deliver() -> None:
            if self.is_listening(viewer, link):
                viewer.live = True
                viewer.player.send(structs.replace(now, n=viewer.feed.n))

        self.outbox.post(deliver)

    def write(self, record: Record) -> None:
        """Hand a record to the journal; what is posted from now on waits until it is stored."""
        self.outbox.record_written()
        # Also when the table closes meanwhile: a request that was stored gets its answer.
        self.services.write(record, self.outbox.record_stored, self._not_stored)

    def _not_stored(self, error: Exception) -> None:
        """The store refuses a record of this table: what was built on it is not told to anybody."""
        self.outbox.give_up()
        self.fail(error)

    def write_player(self, player: Player) -> None:
        """Store a player's token hash and name, so that the token is recognised after a crash."""
        if player.token_hash is not None:
            self.write(PlayerRecord(player.id, player.token_hash, player.name, self.services.wall_time()))

    def _room_changes(self) -> dict[str, Any]:
        self.update_clock()
        room = room_of(self)
        changes = self._told.since_last(room)
        if room.clocks:
            # Events of moves carry the clocks too, so the last event of the room says nothing about them.
            changes["clocks"] = plain(room.clocks)
        if self.match is not None and self.match.alone is not None:
            # So do events of moves where decisions can be taken back.
            changes["undo"] = self._undo_told = room.undo
        return changes

    def _prepare(
        self, body: Body, mine: Mapping[int, dict[str, Any]], to: Audience, cause: Cause | None = None
    ) -> Callable[[], None]:
        common = body.for_viewer(None)
        inside = cause is not None and cause.player.reads_events
        bodies: list[tuple[Viewer, ViewerBody]] = []
        for viewer in self.viewers.values():
            if to != "all" and (to == "players") != (viewer.seat is not None):
                continue
            own = None if viewer.seat is None else mine.get(viewer.seat)
            if inside and cause is not None and viewer.player is cause.player:
                bodies.append((viewer, body.for_viewer(own, cause.request)))
            else:
                bodies.append((viewer, body.for_viewer(own) if own else common))
        if cause is None:
            return partial(deliver, bodies)
        return partial(deliver_answering, bodies, self.code, cause, inside)

    # Time

    def update_clock(self) -> None:
        """Run the time of the people who owe a decision that no bot is taking."""
        match = self.match
        if match and match.clock and self.status == "playing" and not self.paused:
            owing = match.position.owing
            people = [at for at in owing if self.seats[at].bot is None and at not in self.thinking]
            match.clock.set_owing(people, self.services.now(), with_bots=set(owing).difference(people))

    # Pausing and closing

    def set_paused(self, paused: bool) -> None:
        """Stop a game whose moves cannot be stored, or let it go on."""
        if self.paused == paused or (paused and self.status != "playing"):
            return
        self.paused = paused
        what, room = (Paused(), {"paused": Code.PAUSED}) if paused else (WentOn(), {"paused": None})
        if self.match and self.match.clock:
            clock, now = self.match.clock, self.services.now()
            (clock.pause if paused else clock.resume)(now)
            room["clocks"] = plain(clock.reading(now))
        deliver = self._prepare(Body(self.code, (what,), room), {}, "all")
        if paused:
            deliver()  # this alone overtakes what is held back, because that may be for long
        else:
            self.outbox.post(deliver)

    def update_close_timer(self) -> None:
        """Schedule the closing of a table without live viewers, or cancel it."""
        if self.has_live_viewers:
            self.deserted_since = None
            if self._close_timer:
                self._close_timer.cancel()
                self._close_timer = None
        elif self._close_timer is None and not self.closed:
            self.deserted_since = self.services.now()
            self._close_timer = self.services.call_later(
                self.services.limits.close_after, self.guarded(self._close_deserted)
            )

    def _close_deserted(self) -> None:
        self._close_timer = None
        if self.play_out(self):
            self.update_close_timer()
        else:
            self.close(Code.TABLE_CLOSED)

    def close(self, code: Code) -> None:
        """Remove every viewer. A running game stays in the store."""
        if self.closed:
            return
        self.closed = True
        self.thinking.clear()
        for timer in (self.clock_timer, self._close_timer, self.absence_timer):
            if timer:
                timer.cancel()
        self.clock_timer = self._close_timer = self.absence_timer = None
        for viewer in list(self.viewers.values()):
            self.remove_viewer(viewer)
            viewer.player.send(Closed(table=self.code, code=code))
        self._changed(self, None)

    def add_viewer(self, player: Player) -> Viewer:
        viewer = self.viewers.get(player.id)
        if viewer is None:
            # Numbered above whatever they had if they were here before: what they have is not up to date.
            viewer = self.viewers[player.id] = Viewer(player, self.seat_of(player), self._numbered + 1)
            player.tables[self.code] = self
        return viewer

    def remove_viewer(self, viewer: Viewer) -> None:
        self._numbered = max(self._numbered, viewer.feed.n)
        self.viewers.pop(viewer.player.id, None)
        viewer.player.tables.pop(self.code, None)
        viewer.live = False

    def guarded(self, act: Callable[[], None]) -> Callable[[], None]:
        """Wrap ``act``: it does nothing when the table is closed, and an exception closes only this table."""

        def run() -> None:
            if self.closed:
                return
            try:
                act()
            except Exception as error:
                self.fail(error)

        return run

    def fail(self, error: Exception) -> None:
        """Log a fault of ours with what it takes to repeat it, and close this table; all others play on.

        Its game can be taken up again as far as it is stored.
        """
        report = None
        if self.match is not None and not self.closed:
            report = self.match.crash_report(error, self.code, self.services.wall_time())
        kept = self.services.keep_crash(report) if report else None
        how = f"; to repeat it: triqueta-server replay-crash {kept}" if kept else ""
        log.error("table %s failed and is closed%s", self.code, how, exc_info=error)
        if not self.closed:
            self.services.counts.tables_failed += 1
            self.close(Code.TABLE_FAILED)
