"""A table: its viewers, its settings, its game, and the events that it sends."""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from msgspec import structs

from triqueta_protocol.codec import Body, ViewerBody, pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Asleep, Away, Closed, Room, SeatInfo, TableLine, TableNow
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import Paused, Said, TableEvent, WentOn
from triqueta_server.games.changes import Changes
from triqueta_server.games.game import AnyRules
from triqueta_server.store.records import GameSleep, PlayerRecord, Record, RoomClosed, RoomRecord
from triqueta_server.tables.delivery.outbox import Outbox, weak_callback
from triqueta_server.tables.services import Alarm, Services
from triqueta_server.tables.state.access import Access
from triqueta_server.tables.state.match import Match
from triqueta_server.tables.state.player import Link, Player
from triqueta_server.tables.state.presence import REFUSED_IN, Presence, Seat, Status
from triqueta_server.tables.state.series import Series
from triqueta_server.tables.state.sleep import Sleep, StoredSleep
from triqueta_server.tables.state.stored_setup import Setup, SetupSeat
from triqueta_server.tables.state.terms import Terms
from triqueta_server.tables.state.viewer import Cause, Viewer, deliver, deliver_answering

CHAT_KEPT: Final = 30
"""Chat lines sent to viewers who join later."""

Audience = Literal["all", "players", "watchers"]

log = logging.getLogger(__name__)


class Hooks(NamedTuple):
    """Callbacks to the lobby."""

    changed: "Callable[[Table, TableLine | None], None]"
    """The line in the lobby has changed; None removes it."""
    deserted: "Callable[[Table], bool]"
    """All viewers have been gone for long; returns whether bots end the game before the table is closed."""


class Table:
    """One table. What requests do at it is in ``triqueta_server.tables.handlers``.

    ``terms``, ``access``, ``presence`` and ``series`` are values: a method replaces them whole.
    """

    def __init__(
        self,
        services: Services,
        code: str,
        terms: Terms,
        hooks: "Hooks",
        *,
        access: Access | None = None,
        presence: Presence | None = None,
        series: Series | None = None,
        match: Match | None = None,
        games: int = 0,
        opened_from: str = "",
        asleep: Sleep | None = None,
        stored_room: RoomRecord | None = None,
    ) -> None:
        """``games`` have begun here, the last one is ``match``: without it the table waits for players."""
        self.services = services
        self.code = code
        self.terms = terms
        self.access = access or Access()
        self.presence = presence or Presence(attended_since=services.now())
        self.series = series
        self.match = match
        self.status: Status = "waiting" if match is None else "over" if match.over else "playing"
        self.games = games
        self.opened_from = opened_from
        """The address of the player who opened it; unknown after a restart."""
        self.epoch = services.entropy(6).hex()
        """New each time the table is created in memory: event numbers are valid within one epoch."""
        self.viewers: dict[str, Viewer] = {}
        self._numbered = -1
        """The largest event number of the viewers that were removed."""
        self.paused = False
        self.asleep = asleep
        """Why the game stands still until a player joins again, if it does."""
        self.closed = False
        self.clock_alarm = Alarm(services.call_later)
        self.absence_alarm = Alarm(services.call_later)
        self._close_alarm = Alarm(services.call_later)
        self.deserted_since: float | None = None
        """Since when no viewer is connected."""
        self.outbox = Outbox(weak_callback(self.fail))
        self.stored_room = stored_room
        """The waiting room as it was stored last; None if there is none in the store."""
        self._chat: deque[tuple[str, Said]] = deque(maxlen=CHAT_KEPT)
        """The last lines, and the ids of the players who wrote them. Not stored."""
        self._told = Changes()
        self._undo_told = False
        self._hooks = hooks

    # What it is made of

    @property
    def rules(self) -> AnyRules:
        return self.terms.rules

    @property
    def settings(self) -> TableSettings:
        return self.terms.settings

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Taken seats only, in order; open ones are ``settings.seats`` minus these."""
        return self.presence.seats

    @property
    def host(self) -> Player | None:
        return self.presence.host

    @property
    def vocabulary(self) -> Vocabulary:
        return self.rules.vocabulary

    def replace(self, *, access: Access | None = None, presence: Presence | None = None) -> None:
        self.access = access or self.access
        if presence is not None:
            self.presence = presence
            for viewer in self.viewers.values():
                viewer.seat = self.seat_of(viewer.player)
        self.store_room()

    def change_seat(self, at: int, **changes: Any) -> None:
        self.replace(presence=self.presence.change(at, **changes))

    def configure(self, terms: Terms, presence: Presence, series: Series | None) -> None:
        """Change what is played, and how."""
        if terms.rules is not self.rules:
            # The history of the last game would be read with the other game's words.
            self.match = None
        self.terms, self.series = terms, series
        self.replace(presence=presence)

    def begin(self, match: Match, series: Series | None) -> None:
        """Begin a game."""
        self.match, self.series, self.status = match, series, "playing"
        self.games += 1
        self.stored_room = None
        self.asleep = None

    def finish(self, series: Series | None) -> None:
        """End the game, which is over."""
        self.status, self.series = "over", series
        # From now on a player who is ready wants another game.
        self.replace(
            presence=self.presence.with_seats(structs.replace(seat, ready=False) for seat in self.seats)
        )

    def set_asleep(self, asleep: Sleep | None) -> None:
        """Stop the game until a player joins again, or let it go on."""
        self.asleep = asleep
        self.write_sleep()

    def reopen(self, presence: Presence, series: Series | None) -> None:
        """Go back to the waiting room."""
        self.status, self.series = "waiting", series
        self.replace(presence=presence)

    def anonymize(self, player: Player) -> bool:
        """Remove a player's name from the series, where the points stay; returns whether it was there."""
        before = self.series
        self.series = None if before is None else before.without(player.id)
        self.store_room()
        self._chat = deque((one for one in self._chat if one[0] != player.id), CHAT_KEPT)
        return self.series != before

    # Who is where

    @property
    def address(self) -> str:
        """The address charged for its bots: the host's, or its own if there is no host since a restart."""
        return (self.host.origin if self.host else self.opened_from) or f"table {self.code}"

    def seat_of(self, player: Player) -> int | None:
        return self.presence.seat_of(player)

    def grace_left(self, seat: Seat) -> float:
        return self.presence.grace_left(seat, self.services.limits.grace, self.services.now())

    def require_viewer(self, player: Player) -> Viewer:
        viewer = self.viewers.get(player.id)
        if viewer is None:
            raise RefusalError(Code.NOT_AT_TABLE)
        return viewer

    def require_seat(self, player: Player) -> int:
        """The seat from which a player looks at the table, or a refusal."""
        viewer = self.require_viewer(player)
        if viewer.seat is None:
            raise RefusalError(Code.NOT_SEATED)
        return viewer.seat

    def require_host(self, player: Player) -> None:
        if self.host is not player:
            raise RefusalError(Code.NOT_HOST)

    def require_status(self, status: Status) -> None:
        if self.status != status:
            raise RefusalError(REFUSED_IN[self.status])

    def require_store(self) -> None:
        if self.services.stalled:
            raise RefusalError(Code.PAUSED)

    def require_awake(self) -> None:
        if self.asleep is not None:
            raise RefusalError(Code.ASLEEP)

    def knows_player(self, player: Player) -> bool:
        """Whether a player is here or owns a seat."""
        return player.id in self.viewers or self.seat_of(player) is not None

    @property
    def goes_on(self) -> bool:
        """Whether its game or its series is not over."""
        return self.status != "over" or (self.series is not None and not self.series.winners)

    @property
    def done(self) -> bool:
        """Whether the game is over and no viewer is connected: it is kept only for players who return."""
        return not self.goes_on and not self.has_live_viewers

    @property
    def may_sleep(self) -> bool:
        """Whether a player may stop the running game for tonight. Rated games cannot be stopped."""
        return self.status == "playing" and self.settings.sleep_days > 0 and not self.settings.rated

    @property
    def has_live_viewers(self) -> bool:
        return any(viewer.live for viewer in self.viewers.values())

    def is_listening(self, viewer: Viewer, link: Link | None) -> bool:
        """Whether a viewer who asked for the table over this link is still there to get it."""
        return (
            link is not None and viewer.client.link is link and self.viewers.get(viewer.player.id) is viewer
        )

    # What is shown

    @property
    def visible_match(self) -> Match | None:
        """None in the waiting room, where the seats may differ from those of the last match."""
        return self.match if self.status != "waiting" else None

    @property
    def moves_kept(self) -> int | None:
        """How many moves are left after an undo by a person alone with bots; None if there is none."""
        match = self.match
        if match is None or match.alone is None or self.status != "playing":
            return None
        if match.undone >= self.services.limits.taken_back:
            return None
        return match.moves_kept(practice=self.settings.practice)

    def room(self) -> Room:
        """The part of the table that all viewers see."""
        seats = [seat.info() for seat in self.seats]
        if self.status == "waiting":
            seats += [SeatInfo()] * (self.settings.seats - len(seats))
        match = self.visible_match
        return Room(
            table=self.code,
            epoch=self.epoch,
            game=self.vocabulary.game,
            settings=self.settings,
            options=plain(self.terms.options),
            seats=tuple(seats),
            host=self.host.id if self.host else None,
            watchers=tuple(viewer.player.name for viewer in self.viewers.values() if viewer.seat is None),
            status=self.status,
            games=self.games,
            locked=self.access.password is not None,
            paused=Code.PAUSED if self.paused else None,
            shuffle=match.public_shuffle if match else None,
            clocks=match.clock.reading(self.services.now()) if match and match.clock else None,
            nobody_new=self.access.nobody_new,
            away=tuple(
                self._away(at, seat, seat.gone_since)
                for at, seat in enumerate(self.seats)
                if seat.owner is not None and seat.gone_since is not None
            ),
            undo=self.moves_kept is not None,
            rating_changes=match.rating_changes if match else (),
            finished=self.match.id if self.match and self.match.over else None,
            series=self.series.now(self.seats, playing=self.status != "over") if self.series else None,
            asleep=self._asleep(),
        )

    def _asleep(self) -> Asleep | None:
        if self.asleep is None:
            return None
        return Asleep(seat=self.asleep.seat, until=self.asleep.shown_until)

    def _away(self, at: int, seat: Seat, gone_since: float) -> Away:
        missed = self.presence.attended and seat.is_missed(self.status) and self.asleep is None
        ends = missed and self.settings.substitute != "never"
        return Away(
            seat=at,
            since=round((self.services.now() - gone_since) * 1000),
            left=round(self.grace_left(seat) * 1000) if ends else None,
            kept=seat.kept,
        )

    def lobby_line(self) -> TableLine | None:
        """The table as the lobby shows it; None if it is private or closed, or its game is over."""
        status = self.status
        if self.settings.private or self.closed or status == "over":
            return None
        return TableLine(
            table=self.code,
            game=self.vocabulary.game,
            host=self.host.name if self.host else "",
            players=tuple(seat.name for seat in self.seats),
            seats=self.settings.seats if status == "waiting" else len(self.seats),
            status=status,
            locked=self.access.password is not None,
            watchers=self.settings.watchers,
            nobody_new=self.access.nobody_new,
            rated=self.settings.rated,
            asleep=self.asleep is not None,
        )

    # Events

    def broadcast(self, *what: TableEvent, to: Audience = "all") -> None:
        """Send events to all viewers or some, with the fields of the room that changed."""
        room = self._room_changes() if to == "all" else {}
        self.outbox.post(self._prepare(Body(self.code, what, room), {}, to))
        if room:
            self.update_lobby_line()

    def prepare_moves(self, what: list[TableEvent], cause: Cause | None = None) -> Callable[[], None]:
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

    def keep_chat(self, player: Player, said: Said) -> None:
        """Keep a line for viewers who come later."""
        self._chat.append((player.id, said))

    def update_lobby_line(self) -> None:
        """Give the lobby the table's present line, once that is stored."""
        self.outbox.post(partial(self._hooks.changed, self, self.lobby_line()))

    def snapshot(self, viewer: Viewer) -> TableNow:
        public, mine = self.visible_match.view(viewer.seat) if self.visible_match else (None, None)
        room = self.room()
        readers = "watchers" if viewer.seat is None else "players"
        self._undo_told = room.undo
        return TableNow(
            table=self.code,
            n=viewer.feed.n,
            you=viewer.player.id,
            room=room,
            public=public,
            mine=mine,
            chat=tuple(said for _, said in self._chat if said.to in {"all", readers}),
        )

    def send_snapshot(self, viewer: Viewer) -> None:
        """Send a viewer the whole table; events follow from there."""
        now, link = self.snapshot(viewer), viewer.client.link

        def deliver() -> None:
            if self.is_listening(viewer, link):
                self.go_live(viewer)
                viewer.client.send(structs.replace(now, n=viewer.feed.n))

        self.outbox.post(deliver)

    def go_live(self, viewer: Viewer) -> None:
        """Send events to a viewer at once from now on. The table is no longer deserted."""
        viewer.go_live()
        self.update_close_timer()

    def write(self, record: Record) -> None:
        """Hand a record to the journal; what is posted from now on waits until it is stored."""
        self.outbox.record_written()
        # Also when the table closes meanwhile: a request that was stored gets its answer.
        self.services.write(record, self.outbox.record_stored, self._not_stored)

    def _not_stored(self, error: Exception) -> None:
        """The store has refused a record of this table: nothing built on it is delivered."""
        self.outbox.give_up()
        self.fail(error)

    def setup(self, series: Series | None) -> Setup:
        """What is stored of the table, to set it up again."""
        access = self.access
        return Setup(
            settings=self.settings,
            options=plain(self.terms.options),
            seats=tuple(
                SetupSeat(
                    name=seat.name,
                    owner=seat.owner_id,
                    bot=seat.bot,
                    program=seat.owner is not None and seat.owner.bot,
                )
                for seat in self.seats
            ),
            host=self.host.id if self.host else None,
            password=access.password,
            banned=tuple(sorted(access.banned)),
            nobody_new=access.nobody_new,
            series=series,
        )

    def store_room(self) -> None:
        """Store the table while it waits for players, if something has changed.

        While nothing can be stored people meet nevertheless, and the room is stored afterwards.
        """
        if self.status != "waiting" or self.closed or self.services.stalled or self.host is None:
            return
        room = RoomRecord(self.code, self.vocabulary.game, self.games, pack(plain(self.setup(self.series))))
        if room != self.stored_room:
            self.stored_room = room
            for seat in self.seats:
                if seat.owner is not None:
                    self.write_player(seat.owner)
            self.write(room)

    def write_sleep(self) -> None:
        """Store whether the game sleeps, and which seats are kept for players who have stopped."""
        assert self.match is not None
        kept = tuple(at for at, seat in enumerate(self.seats) if seat.kept)
        state = StoredSleep(self.asleep, kept, tuple(self.match.position.owing))
        until = None if self.asleep is None else self.asleep.until
        self.write(GameSleep(self.match.id, until, pack(plain(state))))

    def write_player(self, player: Player) -> None:
        """Store a player's name and credential, so that the player is recognised after a crash."""
        if player.credential is not None:
            self.write(PlayerRecord(player.id, player.credential, player.name, self.services.wall_time()))

    def _room_changes(self) -> dict[str, Any]:
        self.update_clock()
        room = self.room()
        changes = self._told.since_last(room)
        if room.clocks:
            # Events of moves carry the clocks too, so the last event of the room says nothing about them.
            changes["clocks"] = plain(room.clocks)
        if self.match is not None and self.match.alone is not None:
            # So do events of moves where there is an undo.
            changes["undo"] = self._undo_told = room.undo
        return changes

    def _prepare(
        self, body: Body, mine: Mapping[int, dict[str, Any]], to: Audience, cause: Cause | None = None
    ) -> Callable[[], None]:
        common = body.for_viewer(None)
        bodies: list[tuple[Viewer, ViewerBody]] = []
        for viewer in self.viewers.values():
            if to != "all" and (to == "players") != (viewer.seat is not None):
                continue
            own = None if viewer.seat is None else mine.get(viewer.seat)
            if cause is not None and viewer.client is cause.client:
                bodies.append((viewer, body.for_viewer(own, cause.request)))
            else:
                bodies.append((viewer, body.for_viewer(own) if own else common))
        if cause is None:
            return partial(deliver, bodies)
        return partial(deliver_answering, bodies, self.code, cause)

    # Time

    def update_clock(self) -> None:
        """Run the time of the players who owe a decision that no bot is taking, and have not stopped."""
        match = self.match
        if match and match.clock and self.status == "playing" and not self.paused and self.asleep is None:
            owing = match.position.owing
            people = [
                at
                for at in owing
                if self.seats[at].bot is None and not self.seats[at].kept and not match.is_asked(at)
            ]
            match.clock.set_owing(people, self.services.now(), with_bots=set(owing).difference(people))

    # Pausing and closing

    def set_paused(self, paused: bool) -> None:
        """Pause a game whose moves cannot be stored, or resume it."""
        if self.paused == paused or (paused and self.status != "playing"):
            return
        self.paused = paused
        what, room = (Paused(), {"paused": Code.PAUSED}) if paused else (WentOn(), {"paused": None})
        if self.match and self.match.clock:
            clock, now = self.match.clock, self.services.now()
            if self.asleep is None:
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
            self._close_alarm.cancel()
        elif not self._close_alarm.is_set and not self.closed:
            self.deserted_since = self.services.now()
            self._close_alarm.set(self.services.limits.close_after, self.guarded(self._close_deserted))

    def _close_deserted(self) -> None:
        if self._hooks.deserted(self):
            self.update_close_timer()
        else:
            self.close(Code.TABLE_CLOSED)

    def close(self, code: Code) -> None:
        """Remove every viewer. A running game stays in the store."""
        if self.closed:
            return
        self.closed = True
        if self.stored_room is not None:
            self.stored_room = None
            self.write(RoomClosed(self.code))
        for alarm in (self.clock_alarm, self.absence_alarm, self._close_alarm):
            alarm.cancel()
        for viewer in list(self.viewers.values()):
            self.remove_viewer(viewer)
            viewer.client.send(Closed(table=self.code, code=code))
        self._hooks.changed(self, None)

    def add_viewer(self, player: Player) -> Viewer:
        viewer = self.viewers.get(player.id)
        if viewer is None:
            # Numbered above whatever they had if they were here before: what they have is not up to date.
            viewer = self.viewers[player.id] = Viewer(player, self.seat_of(player), self._numbered + 1)
            player.tables[self.code] = self
        elif viewer.client is not player.client:
            viewer.silence()
            moved = Closed(table=self.code, code=Code.TAKEN_OVER)
            self.outbox.post(partial(viewer.client.send, moved))
            viewer.client = player.client
        return viewer

    def remove_viewer(self, viewer: Viewer) -> None:
        self._numbered = max(self._numbered, viewer.feed.n)
        self.viewers.pop(viewer.player.id, None)
        viewer.player.tables.pop(self.code, None)
        viewer.silence()

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
        """Log a fault of ours with what it takes to repeat it, and close this table; all others go on.

        Its game can be resumed as far as it is stored.
        """
        report = None
        if self.match is not None and not self.closed:
            report = self.match.crash_report(error, self.code, self.services.wall_time())
        kept = self.services.keep_crash(report) if report else None
        how = f" repeat='triqueta-server replay-crash {kept}'" if kept else ""
        log.error("table failed and closed table=%s%s", self.code, how, exc_info=error)
        if not self.closed:
            self.services.counts.tables_failed += 1
            self.close(Code.TABLE_FAILED)
