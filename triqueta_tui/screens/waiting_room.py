"""The waiting room of a table: seats, rules, how friends find it, and chat."""

from typing import ClassVar, Final

from msgspec import UNSET, Struct
from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.timer import Timer
from textual.widgets import Static

from protocol import requests
from protocol.events import SeatInfo
from protocol.happenings import RulesChanged, Said
from protocol.mirror import Mirror
from protocol.version import RATED
from triqueta_tui.client import Client
from triqueta_tui.commands import waiting_room as commands
from triqueta_tui.commands.command import Command, bindings, first_key, keys_of
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.net.ways_in import is_loopback
from triqueta_tui.screens.door_form import door_requests
from triqueta_tui.screens.invitation import invitation
from triqueta_tui.screens.room_news import news
from triqueta_tui.screens.series_form import series_of
from triqueta_tui.screens.table_rules import TableRulesCard, TableSetUp
from triqueta_tui.screens.table_rules_form import rules_in_words
from triqueta_tui.widgets.absences import Absences, Detail
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.disabled_keys import disabled_action
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.prose import line_count, padded
from triqueta_tui.widgets.quiet_screen import QuietScreen
from triqueta_tui.widgets.seats import Seats
from triqueta_tui.widgets.series_words import game_words, series_facts

_ROOM_FOR_LABELS: Final = 60
"""From this width on the lines for friends are labelled."""

_ROOM_FOR_RULES: Final = 80
"""From this width on the rules of the table are shown."""


class WaitingRoom(QuietScreen[None]):
    app = app_of(Client)
    CSS_PATH = "waiting_room.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            commands.START,
            commands.READY,
            commands.SIT_DOWN,
            commands.SIT_IN,
            commands.ADD_BOT,
            commands.CHANGE_LEVEL,
            commands.REMOVE,
            commands.OPTIONS,
            commands.TALK,
            commands.LEAVE,
        )
    ]

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self._mirror = mirror
        self._seats = Seats(mirror)
        self._chat = Chat()
        self._absences = Absences()
        self._counting: Timer | None = None
        self._leaving = False
        """Whether the next press of the same key leaves the table."""
        self._notice = ""
        """Stands in for the prompt until something changes."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static("", id="title", markup=False)
            yield LinkStatus(self.app.link_state)
        yield Static("", id="friends", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="people"):
                yield self._seats
                yield Static("", id="prompt", markup=False)
                yield self._chat
            yield Static("", id="rules", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#rules").border_title = say("rooms.rules.title")
        self._seats.focus()
        self.show(self._mirror, ())

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        self._mirror = mirror
        room = mirror.room
        self._absences.set(room, (room.epoch, mirror.away_n))
        self._notice = ""
        code = room.invitation or room.table
        title = say("rooms.title", table=code, game=self._game.title)
        marks = [say("ratings.mark")] if room.rated else []
        marks += [game_words(room.series)] if room.series is not None else []
        if marks and self.size.width < _ROOM_FOR_LABELS:
            title = code
        self.query_one("#title", Static).update(" · ".join([title, *marks]), layout=False)
        self._seats.show(mirror)
        self._show_prompt()
        friends = self.query_one("#friends", Static)
        friends.border_title = say("rooms.friends.title", game=self._game.title)
        friends.update("\n".join(self._friends()))
        more = (room.substitute, room.coach)
        facts = rules_in_words(self._game, room.rules, room.options, *more, rated=room.rated)
        if room.series is not None:
            facts[2:2] = series_facts(room.series)
        if room.locked:
            facts.append(say("rooms.facts.locked"))
        if room.nobody_new:
            facts.append(say("rooms.facts.nobody_new"))
        if room.seeded is not None:
            facts.append(say("rooms.facts.seeded", seed=room.seeded))
        if room.watchers:
            facts.append(say("rooms.facts.watching", names=say("rooms.comma").join(room.watchers)))
        self.query_one("#rules", Static).update("\n".join(facts))
        chat = self._chat
        for happening in happenings:
            if isinstance(happening, Said):
                chat.add(happening)
            elif sentence := news(mirror, happening, self._game.title):
                chat.add(sentence)
                another_game = isinstance(happening, RulesChanged) and happening.game is not None
                if another_game or not chat.display:
                    self.app.notify(sentence, markup=False)
        self.refresh_bindings()

    def _show_prompt(self) -> None:
        """What may be done, and below it who is away; while a time runs down, once a second."""
        key = self._key(commands.SIT_IN) if self._mirror.seat is not None else ""
        detail: Detail = "full" if self.size.width >= _ROOM_FOR_LABELS else "brief"
        away = [self._absences.words(one, key, detail) for one in self._absences.missed()]
        prompt = self.query_one("#prompt", Static)
        # Where the rules have no room, this one has.
        unseen = self._mirror.room.rated and self.size.width < _ROOM_FOR_RULES
        words = "\n".join([self._prompt(), *([say("ratings.fact")] if unseen else []), *away])
        # Only another number of lines moves the rest of the screen.
        before, width = str(prompt.content), prompt.size.width
        prompt.update(words, layout=line_count(before, width) != line_count(words, width))
        if self._absences.counting and self._counting is None:
            self._counting = self.set_interval(1.0, self._count_down)
        elif not self._absences.counting and self._counting is not None:
            self._counting.stop()
            self._counting = None

    def _count_down(self) -> None:
        self._show_prompt()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The host arranges the table; the others say that they are ready."""
        room, own = self._mirror.room, self._mirror.seat
        seat = room.seats[self._seats.cursor] if room.seats else None
        match action:
            case "start":
                return self._is_host and self._startable
            case "ready":
                return own is not None and not self._is_host
            case "sit_down":
                return own is None and self._has_open_seat
            case "sit_in":
                return own is not None and bool(self._absences.ready())
            case "options":
                return self._is_host
            case "add_bot":
                return self._is_host and self._has_open_seat
            case "change_level":
                return self._is_host and seat is not None and seat.kind == "bot"
            case "remove":
                others = seat is not None and seat.kind != "open" and self._seats.cursor != own
                return self._is_host and others
            case "talk":
                return not self._chat.has_focus_within
        return True

    def on_key(self, event: events.Key) -> None:
        """Any other key takes the question whether to leave back; one that cannot work now says why."""
        asked, self._leaving = self._leaving, self._leaving and event.key in self._leave_keys
        found = disabled_action(self, event.key, self.app.settings.keys)
        typing = self._chat.has_focus_within
        notice = self._why_not(found[0]) if found is not None and not typing else self._notice
        if notice != self._notice or asked != self._leaving:
            self._notice = notice
            self._show_prompt()

    def _why_not(self, action: str) -> str:
        own, room = self._mirror.seat, self._mirror.room
        match action:
            case "sit_down":
                return say("rooms.why.seated" if own is not None else "rooms.why.no_seat")
            case "sit_in":
                return say("rooms.why.away") if not self._absences.missed() else ""
            case "ready":
                return say("rooms.why.be_host" if own is not None else "rooms.why.watching")
            case "start" if self._is_host:
                return self._prompt()
            case "add_bot" if self._is_host:
                return say("rooms.why.full")
            case "change_level" if self._is_host:
                return say("rooms.why.no_bot")
            case "remove" if self._is_host and room.seats:
                return say("rooms.why.nobody")
        return say("rooms.why.host")

    def action_sit_down(self) -> None:
        self._send(requests.Join)

    def action_sit_in(self) -> None:
        for seat in reversed(self._absences.ready()):  # those behind a freed seat move up
            self._send(requests.SitIn, seat=seat)

    def action_start(self) -> None:
        self._send(requests.Start)

    def action_ready(self) -> None:
        own = self._mirror.seat
        if own is not None:
            self._send(requests.Ready, ready=not self._mirror.room.seats[own].ready)

    def action_add_bot(self) -> None:
        self._send(requests.AddBot, level=self._game.remembered(self.app.settings).level)

    def action_change_level(self) -> None:
        """Replace the marked bot by one of the next level."""
        level = self._mirror.room.seats[self._seats.cursor].level
        offered = (one.levels for one in self.app.offers() if one.game == self._game.name)
        levels = next(offered, self._game.vocabulary.levels)
        place = levels.index(level) + 1 if level in levels else 0
        self._send(requests.RemoveBot, seat=self._seats.cursor)
        self._send(requests.AddBot, level=levels[place % len(levels)])

    def action_remove(self) -> None:
        bot = self._mirror.room.seats[self._seats.cursor].kind == "bot"
        self._send(requests.RemoveBot if bot else requests.Kick, seat=self._seats.cursor)

    def action_options(self) -> None:
        room = self._mirror.room
        offered = {one.game for one in self.app.offers()} | {room.game}
        games = [game for game in self.app.games if game.name in offered]
        substitute = room.substitute if self.app.server_knows("substitute") else None
        coach = room.coach if self.app.server_knows("coach") else None
        rated = room.rated if self.app.server_knows(RATED) else None
        series = series_of(room) if self.app.server_knows("series") else UNSET
        now = TableSetUp(room.game, room.rules, room.options, substitute, coach, rated, series)
        card = TableRulesCard(games, now, room=room)
        self.app.push_screen(card, self._configure)

    def action_talk(self) -> None:
        if self._leaving:
            self._leaving = False
            self._show_prompt()
        self._chat.focus()

    def action_leave(self) -> None:
        """Leave; where people stay behind, only at the second press."""
        if self._leaving or self._mirror.seat is None or not self._others:
            self.app.leave_table()
            return
        self._leaving = True
        self._show_prompt()

    @on(Chat.Entered)
    def say_it(self, event: Chat.Entered) -> None:
        self._send(requests.Chat, text=event.text)

    def _configure(self, chosen: TableSetUp | None) -> None:
        if chosen is None:
            return
        room = self._mirror.room
        for kind, fields in door_requests(room, chosen.door):
            self._send(kind, **fields)
        # Whoever changes only the door takes nobody's readiness away.
        if not chosen.as_before:
            # An older server does not know that the game can change, and need not.
            more: dict[str, object] = {"game": chosen.game} if chosen.game != room.game else {}
            if chosen.substitute not in {None, room.substitute}:
                more["substitute"] = chosen.substitute
            if chosen.coach not in {None, room.coach}:
                more["coach"] = chosen.coach
            if chosen.rated not in {None, room.rated}:
                more["rated"] = chosen.rated
            if chosen.series is not UNSET and chosen.series != series_of(room):
                more["series"] = chosen.series
            self._send(requests.Configure, rules=chosen.rules, options=chosen.options, **more)

    def _send(self, kind: type[requests.TableRequest], **fields: object) -> None:
        if self.app.link is not None:
            self.app.link.send(kind, table=self._mirror.table, **fields)

    @property
    def _game(self) -> Game:
        return self.app.games[self._mirror.room.game]

    @property
    def _is_host(self) -> bool:
        return self._mirror.room.host == self._mirror.you

    @property
    def _startable(self) -> bool:
        seats = [seat for seat in self._mirror.room.seats if seat.kind != "open"]
        return len(seats) >= self._mirror.vocabulary.seats.start and not self._awaited()

    @property
    def _has_open_seat(self) -> bool:
        return any(one.kind == "open" for one in self._mirror.room.seats)

    @property
    def _others(self) -> list[SeatInfo]:
        """The other people, those who are there first."""
        people = [
            seat
            for at, seat in enumerate(self._mirror.room.seats)
            if seat.kind == "player" and at != self._mirror.seat
        ]
        return sorted(people, key=lambda seat: not seat.present)

    @property
    def _leave_keys(self) -> tuple[str, ...]:
        return keys_of(commands.LEAVE, self.app.settings.keys)

    def _awaited(self) -> list[str]:
        """The names of players who are not ready."""
        room = self._mirror.room
        return [
            seat.name
            for seat in room.seats
            if seat.kind == "player" and seat.player != room.host and not (seat.ready and seat.present)
        ]

    def _prompt(self) -> str:
        room, own = self._mirror.room, self._mirror.seat
        if self._leaving and self._others:
            key = self._key(commands.LEAVE)
            if self._is_host:
                return say("rooms.prompt.leave_host", heir=self._others[0].name, key=key)
            return say("rooms.prompt.leave_guest", key=key)
        if self._notice:
            return self._notice
        if own is None:
            if self._has_open_seat:
                return say("rooms.prompt.watching_open", key=self._key(commands.SIT_DOWN))
            return say("rooms.prompt.watching")
        taken = sum(seat.kind != "open" for seat in room.seats)
        if taken < self._mirror.vocabulary.seats.start:
            if not self._is_host:
                return say("rooms.prompt.few", least=self._mirror.vocabulary.seats.start)
            return say("rooms.prompt.alone", key=self._key(commands.ADD_BOT))
        if self._is_host:
            if room.rated and room.rules.clock is None and self._others:
                return say("rooms.prompt.needs_clock", key=self._key(commands.OPTIONS))
            awaited = self._awaited()
            return (
                say("rooms.prompt.awaited", names=say("rooms.comma").join(awaited))
                if awaited
                else say("rooms.prompt.start", key=self._key(commands.START))
            )
        if room.seats[own].ready:
            return say("rooms.prompt.wait")
        return say("rooms.prompt.get_ready", key=self._key(commands.READY))

    def _key(self, command: Command) -> str:
        return first_key(command, self.app.settings.keys)

    def _friends(self) -> list[str]:
        """The lines to send to friends."""
        where = self.app.whereabouts()
        if where is None:
            return []
        room = self._mirror.room
        invitations = invitation(where.ways, room.invitation or room.table, watch=room.rules.watchers)
        lines = [line for _, line in invitations]
        if invitations and self.size.width >= _ROOM_FOR_LABELS:
            left = max(cell_len(words) for words, _ in invitations) + 2
            lines = [padded(words, left) + line for words, line in invitations]
        if where.own and all(is_loopback(url) for urls in where.ways.values() for url in urls):
            lines.append(say("rooms.friends.alone"))
        return lines
