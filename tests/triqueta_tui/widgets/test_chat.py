"""Talk at the table, and the line to say something oneself."""

from textual import events
from textual.app import ComposeResult
from textual.widgets import Button

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.widgets.stage import Stage, stage
from triqueta_protocol.table_events import Said
from triqueta_protocol.text import CHAT_CELLS
from triqueta_tui.locale import say
from triqueta_tui.paths import Paths
from triqueta_tui.widgets.chat import Chat
from triqueta_tui.widgets.text_input import TextInput


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


def beside_something() -> ComposeResult:
    """Talk, and something else that can have the focus."""
    yield Button("else", compact=True)
    chat = Chat()
    chat.styles.height = "1fr"
    yield chat


async def talking(driver: Driver) -> tuple[Stage, TextInput]:
    """Talk with the focus."""
    screen = await stage(driver, beside_something)
    screen.query_one(Chat).focus()
    await driver.pilot.pause()
    return screen, screen.query_one(TextInput)


async def test_a_line_of_talk_is_edited_as_everywhere(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, line = await talking(driver)
        await driver.press(*"hello bad word", "ctrl+w", "ctrl+w", *"there?", "home", "delete", "H", "enter")
        assert screen.heard == ["Hello there?"]
        assert line.value == ""
        await driver.press(*"熊鹿", "left", *" jkq ", "enter")
        assert screen.heard[1:] == ["熊 jkq 鹿"]


async def test_what_is_pasted_into_talk_is_one_clean_line(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, _ = await talking(driver)
        driver.app.post_message(events.Paste("\x1b[2Jone\r\n\ttwo\u202e"))
        await driver.press("enter")
        assert screen.heard == ["[2Jone two"]


async def test_the_line_is_there_only_to_type_on_and_what_was_typed_stays(paths: Paths) -> None:
    async with driving(make_app(paths), size=(40, 12)) as driver:
        screen, line = await talking(driver)
        assert "›" in driver.text
        assert say("chat.empty.everybody")[:20] not in driver.text
        await driver.press(*"later")
        for leave in ("escape", "tab"):
            await driver.press(leave)
            assert screen.query_one(Button).has_focus
            assert "later" not in driver.text
            assert "›" not in driver.text
            assert say("chat.empty.everybody")[:20] in driver.text
            await driver.press("tab")
            assert line.has_focus
            assert "› later" in driver.text
        await driver.press("escape")
        await driver.pilot.click(Chat, offset=(3, 3))
        await driver.press("enter")
        assert screen.heard == ["later"]


async def test_talk_is_left_where_nothing_else_can_be_focused(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(driver, lambda: [Chat()])
        screen.query_one(Chat).focus()
        await driver.press("x", "escape")
        assert screen.focused is None
        assert "›" not in driver.text


async def test_the_lowest_line_of_talk_makes_room_for_the_one_that_is_typed(paths: Paths) -> None:
    async with driving(make_app(paths), size=(40, 8)) as driver:
        screen = await stage(driver, beside_something)
        chat = screen.query_one(Chat)
        for number in range(9):
            chat.add(Said("Bo", f"line {number}"))
        await driver.pilot.pause()
        before = [line[1:9] for line in driver.text.splitlines() if "Bo: line" in line]
        await driver.press("tab", "x")
        typing = [line[1:9] for line in driver.text.splitlines() if "Bo: line" in line]
        assert before[-1] == typing[-1]
        assert before[1:] == typing
        assert driver.text.splitlines()[-2].startswith("│› x ")


async def test_a_line_that_is_too_long_is_shown_as_one(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        _, line = await talking(driver)
        driver.app.post_message(events.Paste("熊" * (CHAT_CELLS // 2) + "end"))
        await driver.pilot.pause()
        bad = line.styles.color
        assert driver.text.splitlines()[-2].rstrip("│").endswith("end ")
        await driver.press("backspace", "backspace", "backspace")
        assert line.styles.color != bad


async def test_nobody_speaks_in_markup(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen, _ = await talking(driver)
        screen.query_one(Chat).add(Said("[red]Bo[/red]", "[b]hi[/b] [link=x]y[/] {z}"))
        await driver.press(*"[/b]")
        assert "[red]Bo[/red]: [b]hi[/b] [link=x]y[/] {z}" in driver.text
        assert "› [/b]" in driver.text
