"""The waiting room of a table: seats, rules, how friends find it, and chat."""

from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.widgets import Static

from protocol import requests
from protocol.happenings import RulesChanged, Said
from protocol.internal.network_addresses import NOWHERE
from protocol.mirror import Mirror
from triqueta_tui.client import Client
from triqueta_tui.commands import waiting_room as commands
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.screens.door_form import door_requests
from triqueta_tui.screens.invitation import invitation
from triqueta_tui.screens.table_rules import TableRulesCard, TableSetUp
from triqueta_tui.screens.table_rules_form import rules_in_words
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.prose import padded
from triqueta_tui.widgets.quiet_screen import QuietScreen
from triqueta_tui.widgets.seats import Seats

_ROOM_FOR_LABELS: Final = 60
"""From this width on the lines for friends are labelled."""


class WaitingRoom(QuietScreen[None]):
    app = app_of(Client)
    CSS_PATH = "waiting_room.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            commands.START,
            commands.READY,
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

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static("", id="title", markup=False)
            yield LinkStatus(self.app.link_state)
        yield Static("", id="friends", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="people"):
                yield self._seats
                yield Static("", id="prompt", markup=False)
                yield Chat()
            yield Static("", id="rules", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#rules").border_title = say("rooms.rules.title")
        self._seats.focus()
        self.show(self._mirror, ())

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        self._mirror = mirror
        room = mirror.room
        self.query_one("#title", Static).update(
            say("rooms.title", table=room.invitation or room.table, game=self._game.title), layout=False
        )
        self._seats.show(mirror)
        self.query_one("#prompt", Static).update(self._prompt(), layout=False)
        friends = self.query_one("#friends", Static)
        friends.border_title = say("rooms.friends.title", game=self._game.title)
        friends.update("\n".join(self._friends()))
        facts = rules_in_words(self._game, room.rules, room.options)
        if room.locked:
            facts.append(say("rooms.facts.locked"))
        if room.nobody_new:
            facts.append(say("rooms.facts.nobody_new"))
        if room.seeded is not None:
            facts.append(say("rooms.facts.seeded", seed=room.seeded))
        if room.watchers:
            facts.append(say("rooms.facts.watching", names=say("rooms.comma").join(room.watchers)))
        self.query_one("#rules", Static).update("\n".join(facts))
        chat = self.query_one(Chat)
        for happening in happenings:
            if isinstance(happening, Said):
                chat.add(happening)
            elif isinstance(happening, RulesChanged) and happening.game is not None:
                self.app.notify(say("log.game_changed", game=self._game.title), markup=False)
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
            case "options":
                return self._is_host
            case "add_bot":
                return self._is_host and any(one.kind == "open" for one in room.seats)
            case "change_level":
                return self._is_host and seat is not None and seat.kind == "bot"
            case "remove":
                others = seat is not None and seat.kind != "open" and self._seats.cursor != own
                return self._is_host and others
        return True

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
        card = TableRulesCard(games, TableSetUp(room.game, room.rules, room.options), room=room)
        self.app.push_screen(card, self._configure)

    def action_talk(self) -> None:
        self.query_one(Chat).focus()

    def action_leave(self) -> None:
        self.app.leave_table()

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
            another = {"game": chosen.game} if chosen.game != room.game else {}
            self._send(requests.Configure, rules=chosen.rules, options=chosen.options, **another)

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
        if own is None:
            return say("rooms.prompt.watching")
        taken = sum(seat.kind != "open" for seat in room.seats)
        if taken < self._mirror.vocabulary.seats.start:
            if not self._is_host:
                return say("rooms.prompt.few", least=self._mirror.vocabulary.seats.start)
            return say("rooms.prompt.alone", key=self._key(commands.ADD_BOT))
        if self._is_host:
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
        invitations = invitation(
            where.addresses, room.invitation or room.table, where.doors, watch=room.rules.watchers
        )
        lines = [line for _, line in invitations]
        if self.size.width >= _ROOM_FOR_LABELS:
            left = max(cell_len(words) for words, _ in invitations) + 2
            lines = [padded(words, left) + line for words, line in invitations]
        if where.own and where.addresses[0].host == NOWHERE:
            lines.append(say("rooms.friends.alone"))
        return lines
