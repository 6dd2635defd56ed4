"""The home screen of somebody who came through a server's front door: there is this server and no other."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.commands import guest
from triqueta_tui.commands.command import Command, bindings, keys_of, show_key
from triqueta_tui.commands.guided import StartTutorial
from triqueta_tui.guests.app import GuestApp
from triqueta_tui.intents import GoBack, PlayNow
from triqueta_tui.locale import say
from triqueta_tui.net.memory import WaitingSeat
from triqueta_tui.screens.guest_join import GuestJoin
from triqueta_tui.screens.tutorial import GUIDED, offer
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot, Title
from triqueta_tui.widgets.menu import Entry, Menu

_MENU: tuple[type[Command], ...] = (
    guest.Play,
    guest.Tables,
    guest.Join,
    guest.Watch,
    guest.Rules,
    guest.Settings,
    guest.Leave,
)


class GuestHome(Screen[None]):
    """Where a guest's visit begins."""

    app = app_of(GuestApp)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(guest.GoBack, *_MENU, StartTutorial)]

    def __init__(self) -> None:
        super().__init__()
        self._waiting: WaitingSeat | None = None

    def compose(self) -> ComposeResult:
        """The knot on the left, name and menu on the right."""
        with Horizontal(id="house"):
            with Vertical(id="emblem"):
                yield Knot()
            with Vertical(id="door"):
                yield Title()
                yield Static(say("home.motto"), id="motto", markup=False)
                yield Menu(name="menu")
        yield Footer()

    def on_mount(self) -> None:
        """The menu has the focus."""
        self.fill()
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        """Something may have changed meanwhile: the language, or a game that waits."""
        self.fill()

    def fill(self) -> None:
        """Write the words in the language in use."""
        self._waiting = self.app.memory().seat
        self.query_one("#motto", Static).update(say("home.motto"), layout=False)
        commands: tuple[type[Command], ...] = (guest.GoBack, *_MENU) if self._waiting else _MENU
        self.query_one(Menu).put([self._entry(one) for one in commands])
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One can only go back to a game that waits."""
        return action != "go_back" or self._waiting is not None

    @on(Menu.Picked)
    async def pick(self, event: Menu.Picked) -> None:
        """Do what was picked."""
        await self.run_action(event.entry.name)

    def action_go_back(self) -> None:
        """To the seat that waits."""
        if self._waiting is not None:
            self.app.go(GoBack(self._waiting))

    def action_play(self) -> None:
        """A game against bots."""
        bots = self.app.settings.bots
        game = PlayNow(bots=(bots.level,) * (bots.players - 1))
        if self.app.settings.tutorial_offered:
            self.app.go(game)
        else:
            offer(self.app, game)

    def action_start_tutorial(self) -> None:
        """The guided game."""
        self.app.change_settings(tutorial_offered=True)
        self.app.go(GUIDED)

    def action_tables(self) -> None:
        """The open tables of this server."""
        self.app.go_to_tables(watch=False)

    def action_join(self) -> None:
        """To a table by its code."""
        self.app.push_screen(GuestJoin())

    def action_watch(self) -> None:
        """The open tables of this server, to look on."""
        self.app.go_to_tables(watch=True)

    def action_rules(self) -> None:
        """Read the rules."""
        self.app.action_open_help("rules")

    def action_settings(self) -> None:
        """Change the settings of this visit."""
        self.app.action_open_help("settings")

    async def action_leave(self) -> None:
        """Leave."""
        await self.app.action_quit()

    def _entry(self, one: type[Command]) -> Entry:
        key = show_key(keys_of(one, self.app.settings.keys)[0])
        table = self._waiting.table if self._waiting else ""
        return Entry(one.action, one.word(), key, say(f"guest.notes.{one.action}", table=table))
