"""Exercises on the screen: answered with keys, explained, and never used up."""

from random import Random

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.triqueta_tui.bare import BareApp, MakeApp
from triqueta_protocol.games.tripitz_stones import mixed
from triqueta_tui.games.tripitz.exercises import KINDS, likeness
from triqueta_tui.games.tripitz.practice import GOAL, Practice, PracticeScreen, Question
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import width


async def opened(app: BareApp, pilot: Pilot[None], seed: int = 1) -> PracticeScreen:
    screen = PracticeScreen(seed)
    await app.push_screen(screen)
    await pilot.pause()
    return screen


def keys(practice: Practice, *, right: bool) -> list[str]:
    """The keys of the stones offered that are right, or those of the others."""
    asked = practice.asked
    return [str(at) for at, stone in enumerate(asked.offered, 1) if (stone in asked.right) == right]


def text(screen: PracticeScreen) -> str:
    return " ".join(screen.query_one(Question).text.split())


async def test_a_wrong_stone_is_explained_and_another_may_be_tried(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        practice = screen.practice
        assert "Which stone completes this" in text(screen)
        wrong, right = keys(practice, right=False)[0], keys(practice, right=True)[0]
        await pilot.press(wrong)
        assert practice.right == 0
        spoiling = len(mixed((*practice.asked.given, practice.asked.offered[int(wrong) - 1])))
        assert text(screen).count(": mixed") == spoiling > 0
        assert "does not fit" in text(screen)
        await pilot.press(right)
        assert "Right." in text(screen)
        assert ": mixed" not in text(screen)
        assert (practice.right, practice.tries) == (1, 2)
        await pilot.press(wrong, right)
        assert (practice.right, practice.tries) == (1, 2)
        before = practice.asked
        await pilot.press("enter")
        assert practice.asked != before
        assert not practice.tried
        assert f"1 of {GOAL}" in str(screen.query_one("#count").render())
        await pilot.press("escape")
        assert app.screen is not screen


async def test_practice_has_a_goal_and_says_when_it_is_reached(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        for found in range(1, GOAL + 1):
            await pilot.press(keys(screen.practice, right=True)[0])
            reached = "you can see figures. Esc to play" in text(screen)
            assert reached == (found == GOAL)
            assert reached or f"{found} of {GOAL} found" in text(screen)
            await pilot.press("enter")
        assert not screen.practice.tried, "there is always another question"


def test_every_kind_comes_up_the_easy_ones_first() -> None:
    practice = Practice(Random(5))
    kinds = []
    for _ in range(40):
        asked = practice.asked
        differing = 3 - sum(likeness(asked.given[:2], feature) == "alike" for feature in range(3))
        kinds.append(KINDS[differing - 1] if len(asked.given) == 2 else "quadruple")
        practice.next()
    assert kinds[:2] == ["one", "two"]
    assert {*kinds[:4]} == {*kinds[GOAL:]} == {*KINDS}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_fits_on_the_smallest_screen(make_app: MakeApp, language: str) -> None:
    app = make_app(language=language)
    async with app.run_test(size=(40, 12)) as pilot:
        screen = await opened(app, pilot)
        question = screen.query_one(Question)
        for _ in KINDS:
            assert question.max_scroll_y == 0
            for key in (keys(screen.practice, right=False)[0], keys(screen.practice, right=True)[0]):
                await pilot.press(key)
                await pilot.pause()
                assert question.scroll_offset.y == question.max_scroll_y <= 1
                assert all(width(line) <= 36 for chapter in question.chapters(36) for line in chapter)
            await pilot.press("enter", "enter")
        assert screen.practice.right == len(KINDS)


async def test_exercises_are_reached_from_the_rules(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(RulesScreen(app.games["tripitz"]))
        await pilot.pause()
        assert "practise" in str(app.screen.query_one(Footer).render())
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, PracticeScreen)
        await pilot.press("f1")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("f1")
        assert not isinstance(app.screen, RulesScreen | PracticeScreen)


async def test_from_figures_to_real_positions(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot)
        assert "real positions" in str(screen.query_one(Footer).render())
        await pilot.press("e")
        await pilot.pause()
        shown = app.screen
        assert isinstance(shown, TableScreen)
        await pilot.press("q")
        await pilot.pause()
        assert shown not in app.screen_stack
        assert screen in app.screen_stack


async def test_a_game_without_exercises_offers_none(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = RulesScreen(replace(app.games["triqueta"], positions=None))
        await app.push_screen(screen)
        await pilot.press("e")
        await pilot.pause()
        assert app.screen is screen
        assert "e" not in {key for key, binding in screen.active_bindings.items() if binding.enabled}
