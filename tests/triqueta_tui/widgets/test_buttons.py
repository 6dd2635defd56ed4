"""Buttons, and a question asked with them."""

import pytest

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.widgets.stage import stage
from triqueta_tui import themes
from triqueta_tui.paths import Paths
from triqueta_tui.widgets.buttons import Buttons
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question, Words

ANSWERS = (Entry("stay", "Stay", "s"), Entry("go", "Go home", "g"), Entry("bot", "Leave it to a bot", "b"))


async def ask(driver: Driver, *answers: Entry, text: str = "Leave the table?") -> list[object]:
    given: list[object] = []
    driver.app.push_screen(Question("Leaving", text, *answers), given.append)
    await driver.shown(Question)
    return given


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("enter", "stay"),
        ("space", "stay"),
        ("right enter", "go"),
        ("down enter", "go"),
        ("tab tab enter", "bot"),
        ("left enter", "bot"),
        ("shift+tab up enter", "go"),
        ("b", "bot"),
        ("x g", "go"),
        ("escape", None),
    ],
)
async def test_arrows_tab_enter_and_letters_answer(
    paths: Paths, keys: str, answer: str | None, size: tuple[int, int]
) -> None:
    async with driving(make_app(paths), size) as driver:
        given = await ask(driver, *ANSWERS)
        await driver.press(*keys.split())
        assert given == [answer]


@pytest.mark.parametrize(("size", "offset"), [((80, 24), (12, 0)), ((40, 12), (4, 1))])
async def test_a_click_answers(paths: Paths, size: tuple[int, int], offset: tuple[int, int]) -> None:
    async with driving(make_app(paths), size) as driver:
        given = await ask(driver, *ANSWERS)
        await driver.pilot.click(Buttons, offset=offset)
        await driver.pilot.pause()
        assert given == ["go"]


async def test_every_answer_is_in_sight_below_a_long_text(paths: Paths) -> None:
    async with driving(make_app(paths), (40, 12)) as driver:
        await ask(driver, *ANSWERS, text="Much is to be said about this. " * 20)
        assert all(answer.word in driver.text for answer in ANSWERS)
        await driver.press("pagedown")
        assert driver.app.screen.query_one(Words).scroll_offset.y > 0


async def test_a_note_stands_beside_its_button_or_below_the_selected_one(paths: Paths) -> None:
    noted = (
        Entry("end", "End it", "e", "all running games are saved"),
        Entry("stay", "Go on", "g", "in the background"),
    )
    async with driving(make_app(paths)) as driver:
        await ask(driver, *noted)
        assert "End it" in next(line for line in driver.text.splitlines() if "are saved" in line)
        await driver.pilot.resize_terminal(40, 12)
        await driver.press("down")
        assert "in the background" in driver.text
        assert "are saved" not in driver.text


async def test_buttons_are_seen_without_colours(paths: Paths) -> None:
    async with driving(make_app(paths, theme=themes.PLAIN)) as driver:
        await ask(driver, *ANSWERS)
        assert "[g Go home]" in driver.text


async def test_buttons_that_leave_the_arrows_to_the_dialog_still_take_clicks(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        screen = await stage(
            driver, lambda: [Buttons(Entry("done", "Done"), Entry("no", "Not now", faint=True), focus=False)]
        )
        assert screen.focused is None
        await driver.pilot.click(Buttons, offset=(3, 0))
        await driver.pilot.click(Buttons, offset=(12, 0))
        await driver.pilot.pause()
        assert screen.heard == ["done"]
