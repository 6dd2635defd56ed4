"""Questions that are asked on the way to a table, at it, and on leaving."""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from triqueta_protocol.errors import RefusalError
from triqueta_protocol.events import Room
from triqueta_protocol.text import clean_name
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import CURSOR_BACK, GUIDED_NO, GUIDED_YES, HELP_RULES, HOT_SEAT_OPEN
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.locale import say
from triqueta_tui.screens.access_form import access_lines
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.session.error_words import reason
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.menu import Entry, Menu
from triqueta_tui.widgets.text_panel import TextPanel

Choice = Literal["back", "new"]

_CHOICES: Final[tuple[Choice, ...]] = ("back", "new")


class GameWaits(Screen[Choice | None]):
    """The result is None for neither."""

    CSS_PATH = "game_waits.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_BACK)]

    def __init__(self, table: str, game: str) -> None:
        super().__init__()
        self._named = {"table": table, "game": game}

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("rooms.waits.title")
            yield Static(say("rooms.waits.question", **self._named), id="question", markup=False)
            yield Menu(*(self._entry(choice) for choice in _CHOICES), name="choices")
        yield Footer()

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(cast("Choice", event.entry.name))

    def action_back(self) -> None:
        self.dismiss(None)

    def _entry(self, choice: Choice) -> Entry:
        return Entry(choice, say(f"rooms.waits.{choice}.word"), note=say(f"rooms.waits.{choice}.note"))


class GuidedOffer(ModalScreen[bool]):
    """The result is True for yes."""

    app = app_of(TriquetaApp)
    CSS_PATH = "guided_offer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(GUIDED_YES, GUIDED_NO, HELP_RULES)]

    def __init__(self, game: str) -> None:
        """``game`` is its title."""
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        later = say("guided.offer.later", key=first_key(HELP_RULES, self.app.settings.keys))
        text = f"{say('guided.offer.text')}\n\n{later}"
        yield TextPanel(say("guided.offer.title", game=self._game), text)
        yield Footer()

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class GuestName(FormDialog[str]):
    """The result is a name, or None."""

    title_key = "guest.name.title"

    def __init__(self, *, kept: bool) -> None:
        """``kept``: whether the name is remembered for the next visit."""
        super().__init__()
        self.advice_key = "guest.name.kept" if kept else "guest.name.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("name", say("rooms.join.name"), hint=say("guest.name.nobody"))]

    def on_form_done(self) -> None:
        try:
            self.dismiss(clean_name(self.form["name"].strip() or say("guest.name.nobody")))
        except RefusalError as refusal:
            self.fail(reason(refusal.code, refusal.detail))


class PassKeyboard(Screen[None]):
    """Opaque, with the name of the next player, who closes it."""

    CSS_PATH = "pass_keyboard.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HOT_SEAT_OPEN)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        with Vertical(id="cover"):
            yield Static(say("hot_seat.pass"), id="pass", markup=False)
            yield Static(self._player, id="player", markup=False)
            yield Static(say("hot_seat.look_away"), id="look-away", markup=False)
        yield Footer()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        self.dismiss()


class Password(FormDialog[str | None]):
    """The result is the typed password, or None."""

    advice_key = "rooms.locked.advice"

    def __init__(self, title: str, *, wrong: bool = False) -> None:
        """``wrong`` after a wrong password."""
        super().__init__()
        self._title = title
        self._wrong = wrong

    def on_mount(self) -> None:
        if self._wrong:
            self.fail(say("errors.wrong_password"))

    def title_words(self) -> str:
        return self._title

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("password", say("rooms.password"), secret=True)]

    def on_form_done(self) -> None:
        self.dismiss(self.form["password"])


Fate = Literal["end", "stay"]
"""What to do with the server that this program started."""

_FATES: Final[tuple[Fate, ...]] = ("end", "stay")


class QuitHost(Screen[Fate]):
    """The result is None if the program stays open."""

    CSS_PATH = "quit_host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_BACK)]

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("quit_host.title")
            yield Static(say("quit_host.question"), id="question", markup=False)
            yield Menu(*(_entry(fate) for fate in _FATES), name="fates")
        yield Footer()

    @on(Menu.Picked)
    def answer(self, event: Menu.Picked) -> None:
        self.dismiss(cast("Fate", event.entry.name))

    def action_back(self) -> None:
        self.dismiss(None)


def _entry(fate: Fate) -> Entry:
    return Entry(fate, say(f"quit_host.fates.{fate}.word"), note=say(f"quit_host.fates.{fate}.note"))


class AccessDialog(FormDialog[Mapping[str, str]]):
    """The result is the filled-in values, or None."""

    title_key = "rooms.access.title"
    advice_key = "rooms.access.advice"

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return access_lines(self._room, now)

    def on_form_done(self) -> None:
        self.dismiss(dict(self.form.values))
