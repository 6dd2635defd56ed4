"""Questions that are asked on the way to a table, at it, and on leaving."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.errors import RefusalError
from triqueta_protocol.events import Room
from triqueta_protocol.text import clean_name
from triqueta_tui.commands import HOT_SEAT_OPEN
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.screens.access_form import access_lines, lacks_password
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.session.error_words import reason
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question


class GameWaits(Question):
    """Whether to take the seat that waits on the server; the result is None for neither."""

    def __init__(self, table: str, game: str, others: Sequence[str] = ()) -> None:
        """``others`` are the other people who wait for that game."""

        def entry(choice: str, key: str) -> Entry:
            return Entry(choice, say(f"rooms.waits.{choice}.word"), key, say(f"rooms.waits.{choice}.note"))

        question = say("rooms.waits.question", table=table, game=game)
        if others:
            question += "\n\n" + say("rooms.waits.others", who=listed(others))
        super().__init__(say("rooms.waits.title"), question, entry("back", "b"), entry("new", "n"))


class OpenElsewhere(Question):
    """Whether to play here what is open in another window of the same player."""

    def __init__(self) -> None:
        super().__init__(
            say("rooms.elsewhere.title"),
            say("rooms.elsewhere.question"),
            Entry("here", say("rooms.elsewhere.here"), "p"),
            Entry("home", say("rooms.elsewhere.home"), "h"),
        )


class WatchInstead(Question):
    """Whether to watch a table that has no seat."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(
            say("connecting.no_seat", table=table),
            why,
            Entry("watch", say("rooms.watch_instead.watch"), "w"),
            Entry("no", say("rooms.watch_instead.no"), "n"),
        )


class SendAway(Question):
    """Whether to send a player away from a table; the result is None for no."""

    def __init__(self, who: str) -> None:
        def entry(choice: str, key: str) -> Entry:
            note = "" if choice == "stay" else say(f"rooms.send_away.{choice}.note")
            return Entry(choice, say(f"rooms.send_away.{choice}.word"), key, note)

        super().__init__(
            say("rooms.send_away.title", who=who),
            say("rooms.send_away.text"),
            entry("player", "p"),
            entry("address", "a"),
            entry("stay", "n"),
            at=2,
        )


class GiveUp(Question):
    """Whether to give up a game that waits."""

    def __init__(self, game: str, others: Sequence[str]) -> None:
        text = say("home.give_up.others", who=listed(others)) if others else say("home.give_up.alone")
        super().__init__(
            say("home.give_up.title", game=game),
            text,
            Entry("give_up", say("home.give_up.yes"), "g"),
            Entry("keep", say("home.give_up.no"), "k"),
            at=1,
        )


class GuidedOffer(Question):
    """Whether to play the guided game first."""

    def __init__(self, game: str, rules_key: str) -> None:
        """``game`` is its title."""
        super().__init__(
            say("guided.offer.title", game=game),
            f"{say('guided.offer.text')}\n\n{say('guided.offer.later', key=rules_key)}",
            Entry("yes", say("guided.offer.yes"), "y"),
            Entry("no", say("guided.offer.no"), "n"),
        )


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


class AnotherName(FormDialog[str | None]):
    """Asked when the player's name is taken on a server; the result is another one, or None."""

    title_key = "errors.name_taken"
    advice_key = "rooms.another_name.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("name", say("rooms.join.name"), value=self.app.settings.name)]

    def on_form_done(self) -> None:
        try:
            self.dismiss(clean_name(self.form["name"]))
        except RefusalError as refusal:
            self.fail(reason(refusal.code, refusal.detail))


class PassKeyboard(Screen[None]):
    """Opaque, with the name of the next player, who closes it."""

    CSS_PATH = "pass_keyboard.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HOT_SEAT_OPEN)]

    def __init__(self, name: str, *, has_secrets: bool = True) -> None:
        """``has_secrets``: whether the others have to look away."""
        super().__init__()
        self._player = name
        self._has_secrets = has_secrets

    def compose(self) -> ComposeResult:
        with Vertical(id="cover"):
            yield Static(say("hot_seat.pass"), id="pass", markup=False)
            yield Static(self._player, id="player", markup=False)
            if self._has_secrets:
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


class QuitHost(Question):
    """What becomes of the server; the result is a ``Fate``, or None if the program stays open."""

    def __init__(self, here: Sequence[str] = ()) -> None:
        """``here`` are the people at the host's table."""

        def entry(fate: Fate, key: str) -> Entry:
            return Entry(fate, say(f"quit_host.fates.{fate}.word"), key, say(f"quit_host.fates.{fate}.note"))

        question = say("quit_host.question")
        if here:
            question = f"{say('quit_host.here', who=listed(here))}\n\n{question}"
        answers = entry("end", "e"), entry("stay", "g")
        super().__init__(say("quit_host.title"), question, *answers, at=1 if here else 0)


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
        if lacks_password(self._room, self.form.values):
            self.fail(say("rooms.access.empty"))
        else:
            self.dismiss(dict(self.form.values))
