"""How a replay comes from the server: part by part, and what is said when it does not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from tests.triqueta_tui.driving import Driver, driving
from tests.triqueta_tui.games.playing import BareApp, NotingNavigator
from tests.triqueta_tui.replay.recorded import finished, played
from triqueta_protocol.archive import Found, ReplayFound
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.replay import ReplayStep, pack_part, read_part
from triqueta_protocol.requests import ArchiveRequest, Replay
from triqueta_server.archive.replay import part
from triqueta_tui.navigator import Navigator
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.recorded_feed import RecordedFeed
from triqueta_tui.settings import Settings
from triqueta_tui.table.screen import TableScreen

TROUBLE = [
    (RefusalError(Code.GAME_NOT_FOUND), "Game not found"),
    (LinkGoneError("closed"), "The connection was closed."),
]


class Fetching(NotingNavigator):
    """Is answered by the test."""

    open_replay = Navigator.open_replay
    answers: Iterator[Found | Exception]
    asked: list[int]

    async def find(self, kind: type[ArchiveRequest], **fields: Any) -> Found:
        """Hand out the next answer."""
        assert kind is Replay
        assert fields["game"] == "g1"
        self.asked.append(fields["start"])
        answer = next(self.answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def fetching(folder: Path, answers: Iterator[Found | Exception]) -> tuple[BareApp, Fetching]:
    app = BareApp(folder, Settings(language="en", theme="forest"))
    navigator = app.navigator = Fetching(app)
    navigator.answers, navigator.asked = answers, []
    return app, navigator


def parts(size: int) -> Iterator[Found]:
    """A whole game in parts of so many steps."""
    game = finished(played("triche"))
    whole = read_part(part(game, 0, 0))
    steps: tuple[ReplayStep, ...] = whole.steps
    assert len(steps) == len(game.decisions) + 1
    for start in range(0, len(steps), size):
        head = whole.head if start == 0 else None
        packed = pack_part([pack(plain(step)) for step in steps[start : start + size]], head)
        yield ReplayFound(total=len(steps), start=start, packed=packed)


def top(driver: Driver) -> Screen[Any]:
    return driver.app.screen


async def test_it_comes_part_by_part_and_leads_back_to_where_one_was(tmp_path: Path) -> None:
    app, navigator = fetching(tmp_path, parts(30))
    async with driving(app) as driver:
        below = top(driver)
        navigator.open_replay("g1", at=40)
        await driver.until(lambda: isinstance(top(driver), TableScreen))
        screen = top(driver)
        assert isinstance(screen, TableScreen)
        feed = screen.feed
        assert isinstance(feed, RecordedFeed)
        await driver.until(lambda: feed.recording.whole)
        assert navigator.asked == list(range(0, feed.recording.total, 30))
        assert feed.step == 40
        await driver.press("f1")
        rules = top(driver)
        assert isinstance(rules, RulesScreen)
        assert "Whose carré is it?" in driver.text, (
            "the rules of the game that is seen, though no table is joined"
        )
        await driver.press("escape", "escape")
        assert top(driver) is below


@pytest.mark.parametrize(("error", "words"), TROUBLE, ids=["not there", "no connection"])
async def test_what_went_wrong_is_said(tmp_path: Path, error: Exception, words: str) -> None:
    app, navigator = fetching(tmp_path, iter([error]))
    async with driving(app) as driver:
        navigator.open_replay("g1")
        await driver.until(lambda: any(words in notice for notice in driver.notices))


async def test_what_has_come_stays_when_the_rest_does_not(tmp_path: Path) -> None:
    first = next(parts(30))
    nonsense = ReplayFound(total=109, start=30, packed=b"not a part")
    app, navigator = fetching(tmp_path, iter([first, nonsense]))
    async with driving(app) as driver:
        navigator.open_replay("g1")
        await driver.until(lambda: bool(driver.notices))
        screen = top(driver)
        assert isinstance(screen, TableScreen)
        assert isinstance(screen.feed, RecordedFeed)
        assert screen.feed.recording.here == 30
        await driver.press("end")
        assert screen.feed.step == 29
