"""Exercises on the screen: answered on the board, judged and explained, one after the other."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from random import Random

import pytest
from msgspec import Struct
from textual.widgets import Static

from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.games.triche import Conquer
from triqueta_protocol.games.triqueta import Draw, Keep, Place, Take
from triqueta_protocol.games.views import OwnView
from triqueta_tui.games.triche.dialogs import ConquestDialog
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.paths import Paths
from triqueta_tui.practice.exercises import Exercises, daily_game
from triqueta_tui.practice.feed import PracticeFeed
from triqueta_tui.practice.menu import PracticeMenu
from triqueta_tui.practice.positions import Practised, shipped
from triqueta_tui.practice.verdict import Verdict
from triqueta_tui.screens.home import Home
from triqueta_tui.session.intents import Practise
from triqueta_tui.settings import SettingsFile
from triqueta_tui.table.screen import TableScreen

NAMES = ("triqueta", "triche", "tripitz")
A_DAY = date(2026, 11, 19)
SIZES = ((40, 12), (80, 24), (120, 36), (160, 50))


@asynccontextmanager
async def practising(
    paths: Paths, game: str, size: tuple[int, int] = (120, 36), language: str = "en"
) -> AsyncIterator[tuple[Driver, Exercises]]:
    async with driving(make_app(paths, language=language), size) as driver:
        exercises = Exercises.of_game(driver.app, driver.app.games[game], Random(1))
        exercises.open()
        await driver.until(lambda: exercises.screen.is_mounted)
        yield driver, exercises


@asynccontextmanager
async def of_the_day(paths: Paths, day: date = A_DAY) -> AsyncIterator[tuple[Driver, Exercises]]:
    app = make_app(paths, daily=SettingsFile(paths.settings).read().daily)
    async with driving(app, (120, 36)) as driver:
        exercises = Exercises.of_the_day(driver.app, day)
        exercises.open()
        await driver.until(lambda: exercises.screen.is_mounted)
        yield driver, exercises


def shipped_exercises(driver: Driver, game: str) -> tuple[Practised, ...]:
    path = driver.app.games[game].positions
    assert path is not None
    return shipped(path).exercises


def wrong(feed: PracticeFeed) -> Struct:
    """An action that is not the best one."""
    mine: OwnView[Struct] | None = feed.view.mine
    assert mine is not None
    return next(choice.action for choice in mine.choices if choice.action not in feed.answers)


async def answer(driver: Driver, exercises: Exercises, action: Struct) -> Verdict:
    """Answer, in its dialog if there is one, and wait for the verdict."""
    if isinstance(action, Conquer):
        await driver.shown(ConquestDialog)
        await driver.press("y" if action.yes else "n")
    else:
        exercises.screen.decide(action)
    return await driver.shown(Verdict)


async def go_on(driver: Driver, exercises: Exercises) -> None:
    """Close the verdict on a right answer, for the next question."""
    before = exercises.feed.position
    await driver.press("enter")
    await driver.until(lambda: exercises.feed.position is not before)


def reason(verdict: Verdict) -> str:
    """The reason that is shown; empty if there is none."""
    why = verdict.query_one("#why", Static)
    return " ".join(str(why.render()).split()) if why.display else ""


def keys_of(action: Struct) -> list[str]:
    """The keys of a move in Triqueta."""
    match action:
        case Draw():
            return ["d"]
        case Take():
            return [str(action.row + 1), str(action.row + 1)]
        case Place():
            return [str(action.row + 1)]
        case Keep():
            return ["f", "f"]
    raise AssertionError(action)


async def test_answers_are_given_with_the_keys_of_the_table(paths: Paths) -> None:
    async with practising(paths, "triqueta") as (driver, exercises):
        seen = []
        for number in range(1, 5):
            assert f"Exercise {number} · {number - 1} right" in driver.text
            position = exercises.feed.position
            await driver.press(*keys_of(exercises.feed.answers[0]))
            await driver.shown(Verdict)
            assert "Right: " in driver.text
            seen.append(position)
            await go_on(driver, exercises)
        assert len({(one.seed, len(one.moves)) for one in seen}) == len(seen)


@pytest.mark.parametrize("game", NAMES)
async def test_after_a_wrong_answer_the_player_tries_again(paths: Paths, game: str) -> None:
    async with practising(paths, game) as (driver, exercises):
        feed, screen = exercises.feed, exercises.screen
        kinds = {position.kind for position in shipped_exercises(driver, game)}
        while kinds:
            kinds -= {feed.position.kind}
            position = feed.position
            verdict = await answer(driver, exercises, wrong(feed))
            assert "You chose: " in driver.text
            assert not reason(verdict)
            await driver.press("enter")
            await driver.until(lambda: not isinstance(driver.app.screen, Verdict))
            assert feed.position is position
            verdict = await answer(driver, exercises, feed.answers[0])
            assert "Right: " in driver.text
            assert position.advice.reason is not None
            assert reason(verdict) == screen.parts.advice_text(feed.view).reason(position.advice.reason)
            await go_on(driver, exercises)
        assert "0 right" in driver.text, "only a first answer counts"


async def test_the_answer_can_be_shown(paths: Paths) -> None:
    async with practising(paths, "tripitz") as (driver, exercises):
        await answer(driver, exercises, wrong(exercises.feed))
        await driver.press("v")
        await driver.until(lambda: "The best: " in driver.text)
        await driver.press("escape")
        await driver.shown(Home)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
async def test_question_verdict_and_reason_fit(
    paths: Paths, game: str, language: str, size: tuple[int, int]
) -> None:
    async with practising(paths, game, size, language) as (driver, exercises):
        if exercises.feed.position.kind != "conquer":  # asked in its own dialog
            assert exercises.feed.question in driver.text
        verdict = await answer(driver, exercises, exercises.feed.answers[0])
        for part in (verdict.query_one("#best"), verdict.query_one("#why")):
            assert verdict.region.contains_region(part.region)
            assert part.size.height > 0


async def test_the_position_of_the_day_is_remembered(paths: Paths) -> None:
    async with of_the_day(paths) as (driver, exercises):
        title = daily_game(driver.app.games, A_DAY).title
        await answer(driver, exercises, wrong(exercises.feed))
        await driver.press("enter")
        await driver.until(lambda: not isinstance(driver.app.screen, Verdict))
        await answer(driver, exercises, exercises.feed.answers[0])
        line = f"Triqueta 2026-11-19 · {title} · ×✓"
        assert line in driver.text
        await driver.press("c")
        assert driver.app.clipboard == line
        await driver.press("enter")
        await driver.shown(Home)
    kept = SettingsFile(paths.settings).read().daily
    assert (kept.date, kept.marks, kept.streak) == ("2026-11-19", "×✓", 1)
    async with of_the_day(paths) as (driver, exercises):
        await driver.shown(Verdict)
        assert line in driver.text
    async with of_the_day(paths, A_DAY + timedelta(1)) as (driver, exercises):
        await answer(driver, exercises, exercises.feed.answers[0])
        assert "2026-11-20" in driver.text
        assert driver.app.settings.daily.streak == 2
    async with of_the_day(paths, A_DAY + timedelta(3)) as (driver, exercises):
        await answer(driver, exercises, wrong(exercises.feed))
        await driver.press("v")
        await driver.until(lambda: "· ×–" in driver.text)
        assert driver.app.settings.daily.streak == 0


async def test_home_leads_to_the_exercises(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.shown(Home)
        await driver.press("e")
        await driver.shown(PracticeMenu)
        await driver.press("3")
        screen = await driver.shown(TableScreen)
        assert screen.game.name == "tripitz"
        await driver.press("q")
        await driver.shown(Home)
        await driver.press("d")
        screen = await driver.shown(TableScreen)
        assert "Position of " in driver.text
        await driver.press("q")
        await driver.shown(Home)


@pytest.mark.parametrize("game", NAMES)
async def test_the_command_line_leads_to_the_exercises(paths: Paths, game: str) -> None:
    async with driving(make_app(paths, Practise(game))) as driver:
        # A question may be asked in a dialog over the table.
        await driver.until(lambda: any(isinstance(one, TableScreen) for one in driver.app.screen_stack))
        (screen,) = (one for one in driver.app.screen_stack if isinstance(one, TableScreen))
        assert screen.game.name == game
