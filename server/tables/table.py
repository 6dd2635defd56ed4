"""A table: who is at it, what is played at it, and the telling of whatever happens there."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal

from msgspec import Struct, structs

from protocol.codec import Body, ViewerBody, plain
from protocol.errors import Code, Refusal
from protocol.events import Closed, Room, SeatInfo, TableLine, TableNow
from protocol.happenings import Happening, Paused, WentOn
from protocol.requests import TableRules
from server.games.game import AnyRules
from server.store.records import PlayerRecord, Record
from server.tables.bucket import Bucket
from server.tables.house import House, Timer
from server.tables.match import Changes, Match
from server.tables.outbox import Outbox
from server.tables.player import Link, Player
from server.tables.seat import Seat
from server.tables.viewer import Viewer

Audience = Literal["all", "players", "watchers"]
Status = Literal["waiting", "playing", "over"]

_INSTEAD: Final[Mapping[Status, Code]] = {
    "waiting": Code.NO_GAME,
    "playing": Code.GAME_RUNNING,
    "over": Code.GAME_OVER,
}
"""Why something cannot be done: because of what goes on at the table instead."""

log = logging.getLogger(__name__)


class Table:
    """The state of one table. What can be done at it stands in ``seating``, ``playing`` and their like."""

    def __init__(
        self,
        house: House,
        code: str,
        game: str,
        table_rules: TableRules,
        options: Struct,
        changed: "Callable[[Table, TableLine | None], None]",
        password: bytes | None = None,
        seeded: str | None = None,
    ) -> None:
        self.house = house
        self.code = code
        self.game = game
        self.game_rules: AnyRules = house.rules[game]
        self.rules = table_rules
        self.options = options
        self.password = password
        """The password's hash."""
        self.guesses = Bucket(house.limits.guess_rate, house.limits.guess_burst, house.now())
        """Wrong passwords, whoever tries them: new names cost nothing."""
        self.seeded = seeded
        self.epoch = house.entropy(6).hex()
        """New for each life of the table in memory: numbers of an earlier one mean nothing now."""
        self.seats: list[Seat] = []
        """Taken seats only, in order; open ones are ``rules.seats`` minus these."""
        self.viewers: dict[str, Viewer] = {}
        self._numbered = -1
        """The largest number of an event that a viewer had who is gone."""
        self.banned: set[str] = set()
        self.host: Player | None = None
        self.status: Status = "waiting"
        self.games = 0
        self.match: Match | None = None
        self.paused = False
        self.closed = False
        self.thinking: dict[int, object] = {}
        """Seats whose decision is with a bot, each with a token that a change of mind makes void."""
        self.clock_timer: Timer | None = None
        self.outbox = Outbox(self.fail)
        self._told = Changes()
        self._changed = changed
        self._close_timer: Timer | None = None

    # Who is where

    def seat_of(self, player: Player) -> int | None:
        """The seat a player owns."""
        return next((at for at, seat in enumerate(self.seats) if seat.owner is player), None)

    def own_seat(self, player: Player) -> int:
        """The seat from which a player looks at the table, or a refusal."""
        viewer = self.viewers.get(player.id)
        if viewer is None:
            raise Refusal(Code.NOT_AT_TABLE)
        if viewer.seat is None:
            raise Refusal(Code.NOT_SEATED)
        return viewer.seat

    def require_host(self, player: Player) -> None:
        """Refuse whoever is not the host."""
        if self.host is not player:
            raise Refusal(Code.NOT_HOST)

    def require_status(self, status: Status) -> None:
        """Refuse what does not fit what is going on at the table."""
        if self.status != status:
            raise Refusal(_INSTEAD[self.status])

    def require_store(self) -> None:
        """Refuse what could not be stored at the moment."""
        if self.house.stalled:
            raise Refusal(Code.PAUSED)

    @property
    def attended(self) -> bool:
        """Whether anybody is there to see the table."""
        return any(viewer.live for viewer in self.viewers.values())

    def is_listening(self, viewer: Viewer, link: Link | None) -> bool:
        """Whether a viewer who asked for the table over this link is still there to get it."""
        player = viewer.player
        return link is not None and player.link is link and self.viewers.get(player.id) is viewer

    def place_viewers(self) -> None:
        """Let every viewer look from the seat that is now theirs."""
        for viewer in self.viewers.values():
            viewer.seat = self.seat_of(viewer.player)

    # What it looks like

    @property
    def shown(self) -> Match | None:
        """The game on the table: none in the waiting room, where seats are no longer those of the last."""
        return self.match if self.status != "waiting" else None

    def room(self) -> Room:
        """The table as everybody at it sees it."""
        seats = [seat.info() for seat in self.seats]
        if self.status == "waiting":
            seats += [SeatInfo()] * (self.rules.seats - len(seats))
        match = self.shown
        return Room(
            table=self.code,
            epoch=self.epoch,
            game=self.game,
            rules=self.rules,
            options=plain(self.options),
            seats=tuple(seats),
            host=self.host.id if self.host else None,
            watchers=tuple(viewer.player.name for viewer in self.viewers.values() if viewer.seat is None),
            status=self.status,
            games=self.games,
            locked=self.password is not None,
            seeded=self.seeded,
            paused=Code.PAUSED if self.paused else None,
            shuffle=match.promise if match else None,
            clocks=match.clock.reading(self.house.now()) if match and match.clock else None,
        )

    def line(self) -> TableLine | None:
        """The table as the lobby shows it; None if it is not for everybody's eyes."""
        if self.rules.private or self.closed:
            return None
        return TableLine(
            table=self.code,
            game=self.game,
            host=self.host.name if self.host else "",
            players=tuple(seat.name for seat in self.seats),
            seats=self.rules.seats if self.status == "waiting" else len(self.seats),
            status=self.status,
            locked=self.password is not None,
            watchers=self.rules.watchers,
        )

    # Telling

    def tell(self, *what: Happening, to: Audience = "all") -> None:
        """Tell everybody (or some) what happened, with whatever changed about the room."""
        room = self._room_changes() if to == "all" else {}
        self.outbox.say(self._telling(Body(self.code, what, room), {}, to))
        if room:
            self.list_anew()

    def telling_moves(self, what: list[Happening]) -> Callable[[], None]:
        """What happened in the game, with whatever changed in each viewer's view, ready to be said.

        Whatever can go wrong with a move has gone wrong by then, and it can still be left unwritten.
        """
        assert self.match is not None
        public, mine = self.match.changes()
        room: dict[str, Any] = {}
        if self.match.over or self.match.moves == 0:
            room = self._room_changes()
        elif self.match.clock:
            room = {"clocks": plain(self.match.clock.reading(self.house.now()))}
        return self._telling(Body(self.code, what, room, public), mine, "all")

    def list_anew(self) -> None:
        """Have the lobby show the table as it is now, once that is stored."""
        self.outbox.say(partial(self._changed, self, self.line()))

    def look(self, viewer: Viewer) -> TableNow:
        """The whole table as a viewer may see it."""
        public, mine = self.shown.view(viewer.seat) if self.shown else (None, None)
        return TableNow(
            table=self.code,
            n=viewer.feed.n,
            you=viewer.player.id,
            room=self.room(),
            public=public,
            mine=mine,
        )

    def show(self, viewer: Viewer) -> None:
        """Give a viewer the whole table afresh; events follow from there."""
        now, link = self.look(viewer), viewer.player.link

        def deliver() -> None:
            if self.is_listening(viewer, link):
                viewer.live = True
                viewer.player.send(structs.replace(now, n=viewer.feed.n))

        self.outbox.say(deliver)

    def write(self, record: Record) -> None:
        """Hand a record to the journal; what is said from now on waits until it is stored."""
        self.outbox.writing()
        # Also when the table closes meanwhile: a request that was stored gets its answer.
        self.house.write(record, self.outbox.stored)

    def write_player(self, player: Player) -> None:
        """Have a player recognised by the token even after a crash."""
        if player.token_hash is not None:
            self.write(PlayerRecord(player.id, player.token_hash, player.name, self.house.wall()))

    def _room_changes(self) -> dict[str, Any]:
        self.wind_clock()
        room = self.room()
        changes = self._told.since_last(room)
        if room.clocks:
            # Moves tell of the clocks too, so the last telling of the room says nothing about them.
            changes["clocks"] = plain(room.clocks)
        return changes

    def _telling(self, body: Body, mine: Mapping[int, dict[str, Any]], to: Audience) -> Callable[[], None]:
        common = body.for_viewer(None)
        told: list[tuple[Viewer, ViewerBody]] = []
        for viewer in self.viewers.values():
            if to != "all" and (to == "players") != (viewer.seat is not None):
                continue
            own = None if viewer.seat is None else mine.get(viewer.seat)
            told.append((viewer, body.for_viewer(own) if own else common))
        return partial(_deliver, told)

    # Time

    def wind_clock(self) -> None:
        """Let time run for the people who owe a decision that no bot is taking."""
        match = self.match
        if match and match.clock and self.status == "playing" and not self.paused:
            owing = match.position.owing
            people = [at for at in owing if self.seats[at].bot is None and at not in self.thinking]
            match.clock.owe(people, self.house.now(), with_bots=set(owing).difference(people))

    # Life and death

    def pause(self, paused: bool) -> None:
        """Say that moves cannot be stored, or can again."""
        if self.paused == paused or (paused and self.status != "playing"):
            return
        self.paused = paused
        if self.match and self.match.clock:
            (self.match.clock.pause if paused else self.match.clock.go_on)(self.house.now())
        what, change = (Paused(), Code.PAUSED) if paused else (WentOn(), None)
        telling = self._telling(Body(self.code, (what,), {"paused": change}), {}, "all")
        if paused:
            telling()  # this alone overtakes what is held back, because that may be for long
        else:
            self.outbox.say(telling)

    def watch_over_emptiness(self) -> None:
        """Close the table after a while if nobody is at it; a coming back stops that."""
        if self.attended:
            if self._close_timer:
                self._close_timer.cancel()
                self._close_timer = None
        elif self._close_timer is None and not self.closed:
            self._close_timer = self.house.later(
                self.house.limits.close_after, self.guarded(partial(self.close, Code.TABLE_CLOSED))
            )

    def close(self, code: Code) -> None:
        """Send everybody away. A running game stays in the store."""
        if self.closed:
            return
        self.closed = True
        self.thinking.clear()
        for timer in (self.clock_timer, self._close_timer):
            if timer:
                timer.cancel()
        for viewer in list(self.viewers.values()):
            self.unsee(viewer)
            viewer.player.send(Closed(table=self.code, code=code))
        self._changed(self, None)

    def see(self, player: Player) -> Viewer:
        """Somebody looks at this table from now on."""
        viewer = self.viewers.get(player.id)
        if viewer is None:
            # Above whatever they had if they were here before: what they have is not up to date.
            viewer = self.viewers[player.id] = Viewer(player, self.seat_of(player), self._numbered + 1)
            player.tables[self.code] = self
        return viewer

    def unsee(self, viewer: Viewer) -> None:
        """One viewer is no longer at this table."""
        self._numbered = max(self._numbered, viewer.feed.n)
        self.viewers.pop(viewer.player.id, None)
        viewer.player.tables.pop(self.code, None)
        viewer.live = False

    def guarded(self, act: Callable[[], None]) -> Callable[[], None]:
        """``act`` for a timer: nothing happens when the table is closed, and a fault ends only this table."""

        def run() -> None:
            if self.closed:
                return
            try:
                act()
            except Exception as error:
                self.fail(error)

        return run

    def fail(self, error: Exception) -> None:
        """A fault of ours: log it, close this table, leave all others alone."""
        log.error("table %s failed and is closed", self.code, exc_info=error)
        if not self.closed:
            self.house.counts.tables_failed += 1
            self.close(Code.TABLE_FAILED)


def _deliver(told: list[tuple[Viewer, ViewerBody]]) -> None:
    for viewer, body in told:
        viewer.tell(body)
