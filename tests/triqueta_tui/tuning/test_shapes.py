"""Each tuning relies on something that Textual does not promise. These tests fail if Textual changes it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.widgets import Static

from tests.triqueta_tui.bare import TERMINAL
from triqueta_protocol.internal.guest import Guest
from triqueta_protocol.internal.tuning_switches import VARIABLE
from triqueta_tui import tuning
from triqueta_tui.guests.entry import guest_app
from triqueta_tui.guests.navigator import GuestNavigator
from triqueta_tui.session.intents import Intent
from triqueta_tui.tuning.terminal_title import TerminalTitle, show_notification

Switch = Callable[..., None]


@pytest.fixture
def switch(monkeypatch: pytest.MonkeyPatch) -> Switch:
    """Turn on these tunings and no others."""

    def turn_on(*names: str) -> None:
        monkeypatch.setenv(VARIABLE, ",".join(names) or "off")

    return turn_on


class Recorder(HeadlessDriver):
    """Keeps what would be written to a terminal."""

    written: str

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        self.written = getattr(self, "written", "") + data

    def take(self) -> str:
        written, self.written = getattr(self, "written", ""), ""
        return written


class TunedApp(App[None]):
    def __init__(self) -> None:
        super().__init__(driver_class=tuning.tuned_driver(Recorder))
        self.tuning = tuning.Tuning(self)
        self.ready = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield Static("first\nsecond", id="words")

    def on_resize(self, event: events.Resize) -> None:
        self.tuning.on_resize(event)

    def on_ready(self) -> None:
        self.ready.set()

    def say(self, words: str) -> None:
        self.query_one("#words", Static).update(words)

    def take_written(self) -> str:
        driver = self._driver
        assert isinstance(driver, Recorder)
        return driver.take()

    async def until(self, words: str) -> str:
        """Wait until the terminal is sent these words; returns all it was sent."""
        written = self.take_written()
        while words not in written:
            await asyncio.sleep(0.01)
            written += self.take_written()
        return written


@asynccontextmanager
async def running(app: TunedApp) -> AsyncIterator[TunedApp]:
    """Run an app that has drawn its first frame."""
    ended = asyncio.create_task(app.run_async(size=(80, 24)))
    await app.ready.wait()
    # Drawn by itself, not with all the rest.
    app.say("drawn\nhere")
    await app.until("drawn")
    app.say("first\nsecond")
    await app.until("second")
    try:
        yield app
    finally:
        app.exit()
        await ended


@pytest.mark.parametrize("name", ["off", "changed_lines"])
async def test_what_the_terminal_shows_is_not_sent_again(switch: Switch, name: str) -> None:
    switch(name)
    async with running(TunedApp()) as app:
        app.screen.refresh()
        app.say("third\nsecond")
        await app.until("third")
        app.screen.refresh(layout=True)
        app.say("fourth\nsecond")
        app.mount(Static("below"))
        assert ("second" in await app.until("below")) == (name == "off")
        app.tuning.forget_terminal()
        app.screen.refresh()
        await app.until("second")


@pytest.mark.parametrize("name", ["off", "shorter_escapes"])
async def test_a_style_is_sent_once(switch: Switch, name: str) -> None:
    switch(name)
    async with running(TunedApp()) as app:
        app.say("[bold]a[/][bold]b[/]")
        assert ("\x1b[0m" in await app.until("b")) == (name == "off")


@pytest.mark.parametrize("name", ["off", "resizing"])
async def test_nothing_is_drawn_while_a_window_is_dragged(
    switch: Switch, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch(name)
    monkeypatch.setattr("triqueta_tui.tuning.resizing.DRAGGING", 2.0)
    async with running(TunedApp()) as app:
        size, arranged = Size(81, 24), asyncio.Event()
        app.screen.screen_layout_refresh_signal.subscribe(app, lambda _: arranged.set(), immediate=True)
        app.post_message(events.Resize(size, size))
        await arranged.wait()
        assert app.screen.size.width == 81
        if name == "resizing":
            assert "second" not in app.take_written()
        await app.until("second")


@pytest.mark.parametrize("name", ["off", "terminal_title"])
async def test_the_title_reaches_the_terminal(switch: Switch, name: str) -> None:
    switch(name)
    async with running(TunedApp()) as app:
        TerminalTitle(app.screen).show("your turn")
        assert ("\x1b]2;your turn\x1b\\" in app.take_written()) == (name != "off")


@pytest.mark.parametrize("name", ["off", "terminal_title"])
async def test_a_notification_reaches_the_terminal(switch: Switch, name: str) -> None:
    switch(name)
    async with running(TunedApp()) as app:
        show_notification(app, "777", "Triqueta", "Your turn; hurry")
        show_notification(app, "9", "Triqueta", "Your turn")
        show_notification(app, "", "Triqueta", "Nowhere")
        written = app.take_written()
        assert ("\x1b]777;notify;Triqueta;Your turn, hurry\x1b\\" in written) == (name != "off")
        assert ("\x1b]9;Your turn\x1b\\" in written) == (name != "off")
        assert "Nowhere" not in written


HOSTILE = "KN\x1b]0;gotcha\x07OT\x9b31m\x9dx\x9c\u202e\n;\x1b\\\x1b[2J"


async def test_foreign_text_does_not_end_the_sequence_it_is_in(switch: Switch) -> None:
    switch("terminal_title")
    async with running(TunedApp()) as app:
        app.take_written()
        TerminalTitle(app.screen).show(HOSTILE)
        show_notification(app, "777", HOSTILE, HOSTILE)
        show_notification(app, "9", HOSTILE, HOSTILE)
        written = app.take_written()
        assert written.count("KN") == 4
        # An escape begins each of the three, and another ends it.
        assert [written.count(one) for one in ("\x1b", "\x1b]", "\x1b\\")] == [6, 3, 3]
        assert not set(written) & set("\x07\x9b\x9c\x9d\u202e\n")
        assert written.split("\x1b]777;")[1].split("\x1b")[0].count(";") == 2


class Crashing(GuestNavigator):
    async def begin(self, intent: Intent | None) -> None:
        token = "5ec" + "4e7"  # noqa: F841 - what must not be in a log
        raise ValueError("broken")


@pytest.mark.parametrize("name", ["off", "crash_log"])
async def test_a_crash_is_logged_without_the_values_of_variables(
    switch: Switch, name: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    switch(name)
    app = guest_app(Guest(address="ws://127.0.0.1:9", name="Ana"), TERMINAL, navigator=Crashing)
    with caplog.at_level(logging.WARNING):
        await app.run_async(headless=True)
    assert app.return_code == 1
    assert ("ValueError: broken" in caplog.text) == (name != "off")
    printed = capfd.readouterr()
    for text in (caplog.text, printed.out, printed.err):
        assert "5ec4e7" not in text
