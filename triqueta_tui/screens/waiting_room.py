"""The waiting room of a table: who is there, what is played, how friends find it, and talk."""

from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from protocol import requests
from protocol.happenings import Said
from protocol.internal.interfaces import NOWHERE
from protocol.mirror import Mirror
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import rooms
from triqueta_tui.commands.command import Command, bindings, first_key
from triqueta_tui.locale import say
from triqueta_tui.screens.invitation import invitation
from triqueta_tui.screens.table_lines import rules_in_words
from triqueta_tui.screens.table_rules import ChosenRules, TableRulesCard
from triqueta_tui.settings import LEVELS
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.link_status import LinkStatus
from triqueta_tui.widgets.prose import padded
from triqueta_tui.widgets.seats import Seats

_ROOM_FOR_LABELS: Final = 60
"""From this width on the lines for friends are labelled."""


class WaitingRoom(Screen[None]):
    """Until the host begins."""

    app = app_of(TriquetaApp)
    CSS_PATH = "waiting_room.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            rooms.Start,
            rooms.Ready,
            rooms.AddBot,
            rooms.ChangeLevel,
            rooms.Remove,
            rooms.Options,
            rooms.Talk,
            rooms.Leave,
        )
    ]

    def __init__(self, mirror: Mirror) -> None:
        super().__init__()
        self._mirror = mirror
        self._seats = Seats(mirror)

    def compose(self) -> ComposeResult:
        """Seats and talk on the left, the table's facts on the right."""
        with Horizontal(id="head"):
            yield Static("", id="title", markup=False)
            yield LinkStatus()
        yield Static("", id="friends", markup=False)
        with Horizontal(id="room"):
            with Vertical(id="people"):
                yield self._seats
                yield Static("", id="prompt", markup=False)
                yield Chat()
            yield Static("", id="rules", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Fill it in."""
        self.query_one("#friends").border_title = say("rooms.friends.title")
        self.query_one("#rules").border_title = say("rooms.rules.title")
        self._seats.focus()
        self.show(self._mirror, ())

    def show(self, mirror: Mirror, happenings: tuple[Struct, ...]) -> None:
        """Show what has changed."""
        self._mirror = mirror
        room = mirror.room
        self.query_one("#title", Static).update(say("rooms.title", table=room.table), layout=False)
        self._seats.show(mirror)
        self.query_one("#prompt", Static).update(self._prompt(), layout=False)
        self.query_one("#friends", Static).update("\n".join(self._friends()))
        facts = rules_in_words(room.game, room.rules, room.options)
        if room.locked:
            facts.append(say("rooms.facts.locked"))
        if room.seeded is not None:
            facts.append(say("rooms.facts.seeded", seed=room.seeded))
        if room.watchers:
            facts.append(say("rooms.facts.watching", names=say("rooms.comma").join(room.watchers)))
        self.query_one("#rules", Static).update("\n".join(facts))
        chat = self.query_one(Chat)
        for happening in happenings:
            if isinstance(happening, Said):
                chat.add(happening)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The host arranges the table; players say that they are ready."""
        room, own = self._mirror.room, self._mirror.seat
        seat = room.seats[self._marked()] if room.seats else None
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
                others = seat is not None and seat.kind != "open" and self._marked() != own
                return self._is_host and others
        return True

    def action_start(self) -> None:
        """Begin."""
        self._send(requests.Start)

    def action_ready(self) -> None:
        """Ready, or not yet."""
        own = self._mirror.seat
        if own is not None:
            self._send(requests.Ready, ready=not self._mirror.room.seats[own].ready)

    def action_add_bot(self) -> None:
        """A bot of the usual level."""
        self._send(requests.AddBot, level=self.app.settings.bots.level)

    def action_change_level(self) -> None:
        """A bot of the next level comes for the marked one."""
        level = self._mirror.room.seats[self._marked()].level
        place = LEVELS.index(level) + 1 if level in LEVELS else 0
        self._send(requests.RemoveBot, seat=self._marked())
        self._send(requests.AddBot, level=LEVELS[place % len(LEVELS)])

    def action_remove(self) -> None:
        """Away with the marked bot or player."""
        bot = self._mirror.room.seats[self._marked()].kind == "bot"
        self._send(requests.RemoveBot if bot else requests.Kick, seat=self._marked())

    def action_options(self) -> None:
        """Think again about the rules."""
        room = self._mirror.room
        card = TableRulesCard(room.game, room.rules, room.options)
        self.app.push_screen(card, self._configure)

    def action_talk(self) -> None:
        """To the chat line."""
        self.query_one(Chat).focus()

    def action_leave(self) -> None:
        """Get up."""
        self.app.leave_table()

    @on(Chat.Entered)
    def say_it(self, event: Chat.Entered) -> None:
        """Say something to the others."""
        self._send(requests.Chat, text=event.text)

    def _configure(self, chosen: ChosenRules | None) -> None:
        if chosen is not None:
            rules, options = chosen
            self._send(requests.Configure, rules=rules, options=options)

    def _send(self, kind: type[requests.TableRequest], **fields: object) -> None:
        if self.app.link is not None:
            self.app.link.send(kind, table=self._mirror.table, **fields)

    def _marked(self) -> int:
        return self._seats.marked

    @property
    def _is_host(self) -> bool:
        return self._mirror.room.host == self._mirror.you

    @property
    def _startable(self) -> bool:
        seats = [seat for seat in self._mirror.room.seats if seat.kind != "open"]
        return len(seats) >= self._mirror.vocabulary.seats.start and not self._awaited()

    def _awaited(self) -> list[str]:
        """The players who are not ready."""
        room = self._mirror.room
        return [
            seat.name
            for seat in room.seats
            if seat.kind == "player" and seat.player != room.host and not (seat.ready and seat.present)
        ]

    def _prompt(self) -> str:
        """What is being waited for."""
        room, own = self._mirror.room, self._mirror.seat
        if own is None:
            return say("rooms.prompt.watching")
        taken = sum(seat.kind != "open" for seat in room.seats)
        if taken < self._mirror.vocabulary.seats.start:
            if not self._is_host:
                return say("rooms.prompt.few")
            return say("rooms.prompt.alone", key=self._key(rooms.AddBot))
        if self._is_host:
            awaited = self._awaited()
            return (
                say("rooms.prompt.awaited", names=say("rooms.comma").join(awaited))
                if awaited
                else say("rooms.prompt.start", key=self._key(rooms.Start))
            )
        if room.seats[own].ready:
            return say("rooms.prompt.wait")
        return say("rooms.prompt.get_ready", key=self._key(rooms.Ready))

    def _key(self, command: type[Command]) -> str:
        return first_key(command, self.app.settings.keys)

    def _friends(self) -> list[str]:
        """The exact lines to tell friends."""
        visit = self.app.visit
        if visit is None:
            return []
        room = self._mirror.room
        doors = visit.welcome.doors if visit.welcome else {}
        ways = invitation(visit.addresses, room.table, doors, watch=room.rules.watchers)
        lines = [line for _, line in ways]
        if self.size.width >= _ROOM_FOR_LABELS:
            left = max(cell_len(words) for words, _ in ways) + 2
            lines = [padded(words, left) + line for words, line in ways]
        if visit.elsewhere is None and visit.address.host == NOWHERE:
            lines.append(say("rooms.friends.alone"))
        return lines
