"""Form, menu, chat, footer and link status by themselves."""

from collections.abc import Callable

import pytest
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from protocol.happenings import Said
from protocol.text import CHAT_CELLS
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.waiting_room import Options, Ready, Start
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.net.messages import LinkChanged
from triqueta_tui.paths import Paths
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.form import Form, Line
from triqueta_tui.widgets.link_status import LinkStatus, link_words
from triqueta_tui.widgets.menu import Entry, Menu


class Stage(Screen[None]):
    """A screen with what the test puts on it, which writes down what it hears."""

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


def form() -> Form:
    return Form(
        Line("seats", "Seats", ("2", "3", "4"), ("two", "three", "four"), "3"),
        Line("name", "Name", value="Ana"),
        Line("password", "Password", secret=True, hint="none"),
    )


async def stage(driver: Driver, build: Callable[[], ComposeResult]) -> Stage:
    screen = Stage(build)
    await driver.app.push_screen(screen)
    await driver.pilot.pause()
    return screen


async def test_values_are_stepped_through_round_and_round(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("right", "right", "l", "left", "h")
        assert screen.heard == ["seats=4", "seats=2", "seats=3", "seats=2", "seats=4"]
        assert "four" in driver.text


async def test_letters_are_typed_where_a_text_is_and_move_where_a_value_is(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("j")
        await driver.press("j", "k", "?", "backspace")
        assert screen.query_one(Form)["name"] == "Anajk"
        await driver.press("ctrl+u", "B", "ö", "enter")
        assert screen.query_one(Form).values == {"seats": "3", "name": "Bö", "password": ""}
        assert screen.heard[-1] == "done"


async def test_a_secret_is_not_shown(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("up")
        assert "none" in driver.text
        await driver.press(*"oak")
        assert screen.query_one(Form)["password"] == "oak"
        assert "***" in driver.text
        assert "oak" not in driver.text


async def test_what_is_pasted_is_cleaned(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("down")
        screen.query_one(Form).post_message(events.Paste("\x1b[31m bo\nnus"))
        await driver.pilot.pause()
        assert screen.query_one(Form)["name"] == "Ana[31m bo nus"


async def test_a_line_that_comes_and_goes_leaves_the_others_as_they_are(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("right", "down", "x")
        shown = screen.query_one(Form)
        shown.put(
            [
                Line("seats", "Seats", ("2", "3"), ("two", "three"), "2"),
                Line("extra", "Extra"),
                Line("name", "Name", value="somebody"),
            ]
        )
        assert shown.values == {"seats": "2", "extra": "", "name": "Anax"}
        await driver.press("y")
        assert shown["name"] == "Anaxy", "the cursor stays with its line"


async def test_a_form_longer_than_the_screen_scrolls_with_the_cursor(paths: Paths) -> None:
    lines = [Line(f"line{number}", f"Line {number}") for number in range(30)]

    def build() -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Form(*lines)

    async with driving(make_app(paths), size=(40, 12)) as driver:
        await stage(driver, build)
        await driver.press("up")
        await driver.until(lambda: "Line 29" in driver.text)
        await driver.press("down")
        await driver.until(lambda: "Line 0" in driver.text)


async def test_a_click_marks_a_line_and_a_second_one_steps_it(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [form()])
        await driver.press("down")
        await driver.pilot.click(Form, offset=(3, 0))
        assert screen.heard == []
        await driver.pilot.click(Form, offset=(3, 0))
        assert screen.heard == ["seats=4"]


async def test_a_menu_keeps_its_cursor_on_the_same_entry(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Menu(Entry("a", "A"), Entry("b", "B"), Entry("c", "C"))])
        menu = screen.query_one(Menu)
        await driver.press("down")
        menu.put([Entry("z", "Z"), Entry("a", "A"), Entry("b", "B")])
        await driver.press("enter")
        menu.put([Entry("z", "Z")])
        await driver.press("enter")
        menu.put([])
        await driver.press("enter", "down")
        assert screen.heard == ["b", "z"]
        assert menu.marked is None


async def test_talk_shows_its_latest_lines_and_wraps_long_ones(paths: Paths) -> None:
    async with driving(make_app(paths), size=(40, 12)) as driver:
        screen = await stage(driver, lambda: [Chat()])
        chat = screen.query_one(Chat)
        for number in range(20):
            chat.add(Said("Bo", f"line {number} " + "word " * 8))
        await driver.pilot.pause()
        assert "line 19" in driver.text
        assert "line 0 " not in driver.text
        assert all(len(line) <= 40 for line in driver.text.splitlines())


async def test_a_line_that_is_too_long_is_not_sent(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Chat()])
        screen.query_one(Chat).focus()
        await driver.pilot.pause()
        screen.query_one(Chat).post_message(events.Paste("x" * (CHAT_CELLS + 1)))
        await driver.press("enter")
        assert screen.heard == []
        await driver.press("backspace", "enter")
        assert screen.heard == ["x" * CHAT_CELLS]
        await driver.press("space", "enter")
        assert screen.heard == ["x" * CHAT_CELLS], "nothing is nothing to say"


class Offering(Screen[None]):
    """A screen whose footer the test looks at."""

    BINDINGS = [*bindings(Start, Ready, Options)]  # noqa: RUF012 - as Textual has it

    def __init__(self) -> None:
        super().__init__()
        self.may_start = True
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        yield Footer()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "start" or self.may_start

    def action_ready(self) -> None:
        self.done.append("ready")


async def test_the_footer_shows_only_what_can_be_done_now(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = Offering()
        await driver.app.push_screen(screen)
        await driver.until(lambda: driver.text.splitlines()[-1].startswith("s start  r ready  o rules of"))
        screen.may_start = False
        screen.refresh_bindings()
        await driver.until(lambda: driver.text.splitlines()[-1].startswith("r ready  o rules of"))
        await driver.pilot.click(Footer, offset=(3, 0))
        await driver.until(lambda: screen.done == ["ready"])


@pytest.mark.parametrize("width", [40, 50, 60, 80, 120])
async def test_a_narrow_footer_leaves_out_the_last_words_but_never_the_keys(paths: Paths, width: int) -> None:
    async with driving(make_app(paths), size=(width, 12)) as driver:
        await driver.app.push_screen(Offering())
        await driver.pilot.pause()
        line = driver.text.splitlines()[-1].rstrip()
        assert line.startswith("s start")
        assert "? keys" in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "state",
    [
        LinkChanged("connecting"),
        LinkChanged("linked"),
        LinkChanged("linked", delay_ms=12),
        LinkChanged("reconnecting", attempt=3),
        LinkChanged("gone", reason="evicted"),
        LinkChanged("gone", reason="no_answer"),
        LinkChanged("gone", reason="a reason from the future"),
        LinkChanged("gone"),
    ],
)
def test_every_state_of_the_link_has_words(state: LinkChanged, language: str) -> None:
    use(language)
    words = link_words(state)
    assert words
    assert "{" not in words
    if state.delay_ms:
        assert "12" in words
    if state.attempt:
        assert "3" in words


async def test_the_link_status_begins_with_what_is_known(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [LinkStatus(LinkChanged("linked", delay_ms=7))])
        assert "linked, 7 ms" in driver.text
        driver.app.post_message(LinkChanged("reconnecting", attempt=2))
        await driver.until(lambda: "attempt 2" in driver.text)
        assert screen.query_one(LinkStatus).has_class("-reconnecting")
