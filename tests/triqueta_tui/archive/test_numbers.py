"""Statistics and leaderboard."""

import re
from pathlib import Path

import pytest

import triqueta_server.games
from tests.triqueta_tui.archive.recorded import Answers, listing, many, rated, statistics
from tests.triqueta_tui.driving import offered
from tests.triqueta_tui.locale.catalogues import words
from triqueta_protocol.archive import Forgotten
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.requests import ForgetMe, Leaderboard
from triqueta_tui.archive.leaderboard import LeaderboardScreen
from triqueta_tui.archive.page_line import PageLine
from triqueta_tui.archive.statistics import StatisticsScreen, form_of
from triqueta_tui.game import PACKAGES
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.widgets.text_panel import Question


async def test_a_page_for_each_game_and_number_of_players_and_forgetting_asks_twice(paths: Paths) -> None:
    answers = Answers(many(3))
    answers.statistics = statistics()
    async with listing(paths, answers) as (driver, _):
        await driver.press("s")
        await driver.shown(StatisticsScreen)
        for words in (
            "Triqueta, three and more",
            "19  (44%)",
            "21.4",
            "3 won in a row",
            "Spoiled triquetas",
        ):
            assert words in driver.text
        for words in ("Björn", "7 of 12", "bot, normal", "somebody"):
            assert words in driver.text
        await driver.press("right")
        for words in ("Triché, two players", "one lost", "Lost carrés"):
            assert words in driver.text
        assert "Wins in the last" not in driver.text, "one game has no form"
        await driver.pilot.click(PageLine, offset=(1, 0))
        assert "Triqueta, three" in driver.text
        await driver.press("escape", "down", "s")
        assert "Triché, two players" in driver.text, "the page of the marked game"
        await driver.press("f")
        await driver.shown(Question)
        assert "somebody" in driver.text
        await driver.press("down", "enter")
        assert "can’t be undone" in driver.text
        await driver.press("enter")
        await driver.shown(StatisticsScreen)
        assert not any(isinstance(one, ForgetMe) for one in answers.asked)
        answers.more[ForgetMe] = RefusalError(Code.STILL_PLAYING, table="KNOT")
        await driver.press("f", "down", "enter", "down", "enter")
        await driver.until(lambda: any("KNOT" in notice for notice in driver.notices))
        answers.more[ForgetMe] = Forgotten()
        await driver.press("f", "down", "enter", "down", "enter")
        await driver.shown(Home)
        assert "Your data has been deleted on this machine." in driver.notices


async def test_the_leaderboard_marks_the_own_line_and_fetches_more(paths: Paths) -> None:
    answers = Answers()
    answers.rated = rated(60, you=45)
    async with listing(paths, answers, server="hearth") as (driver, _):
        await driver.press("b")
        screen = await driver.shown(LeaderboardScreen)
        first = driver.text.splitlines()
        assert first[4].split()[1:3] == ["1", "熊太郎"]
        assert "bot, expert" in driver.text
        assert "You are #45, at 1235 ± 105." in driver.text
        await driver.press("o")
        await driver.until(lambda: "Ana (you)" in driver.text)
        assert [one.before for one in answers.asked if isinstance(one, Leaderboard)] == [0, 20, 40]
        await driver.press("end")
        assert "?" in driver.text.splitlines()[-4], "too few games for a place"
        await driver.press("right")
        last = answers.asked[-1]
        assert isinstance(last, Leaderboard)
        assert (last.game, last.seats_class, last.before) == ("triqueta", "3+", 0)
        answers.rated = rated(3, you=0)
        await driver.press("left")
        assert "You have no rating here yet" in driver.text
        assert "leaderboard.own" not in offered(screen)
        answers.rated = ()
        await driver.press("left")
        assert "Nobody has a rating here yet." in driver.text


def test_the_form_counts_the_wins_among_ten() -> None:
    assert form_of((True,) * 9) == []
    assert form_of((True,) * 4 + (False,) * 6 + (True,)) == [4, 4]


@pytest.mark.parametrize("game", PACKAGES)
def test_every_slip_that_is_counted_has_words(game: str) -> None:
    """The words that the rules count with, found where they are said."""
    rules = Path(triqueta_server.games.__path__[0], game, "rules.py").read_text(encoding="utf-8")
    counted = set(re.findall(r'Slip\([^"]*"(\w+)"', rules))
    assert counted
    for language in LANGUAGES:
        told = {
            key.removeprefix(f"{game}.score.slips.")
            for key in words(language)
            if f"{game}.score.slips." in key
        }
        assert told == counted
