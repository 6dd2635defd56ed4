"""A screen for one widget, which writes down what it hears."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.screen import Screen

from tests.triqueta_tui.driving import Driver
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.form import Form
from triqueta_tui.widgets.menu import Menu


class Stage(Screen[None]):
    """A screen with what the test puts on it."""

    def __init__(self, build: Callable[[], ComposeResult]) -> None:
        super().__init__()
        self._build = build
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield from self._build()

    def on_form_done(self) -> None:
        self.heard.append("done")

    def on_form_changed(self, event: Form.Changed) -> None:
        self.heard.append(f"{event.line.name}={event.line.value}")

    def on_menu_picked(self, event: Menu.Picked) -> None:
        self.heard.append(event.entry.name)

    def on_chat_entered(self, event: Chat.Entered) -> None:
        self.heard.append(event.text)


async def stage(driver: Driver, build: Callable[[], ComposeResult]) -> Stage:
    screen = Stage(build)
    await driver.app.push_screen(screen)
    await driver.pilot.pause()
    return screen
