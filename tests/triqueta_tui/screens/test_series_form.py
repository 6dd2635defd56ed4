"""The choice of a series: on forms, on the command line, and what the host is told before it begins anew."""

import argparse

import pytest
from msgspec import structs

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.games.series import series_now
from tests.triqueta_tui.session.quiet import QuietSession
from tests.triqueta_tui.session.told import OWN_ID, feed_of, room
from triqueta_protocol.events import Room, SeatInfo
from triqueta_protocol.games.offer import GameOffer
from triqueta_protocol.requests import Configure, Request
from triqueta_protocol.series import SeriesRule
from triqueta_protocol.settings import TableSettings
from triqueta_tui.app import TriquetaApp
from triqueta_tui.cli import UsageError, intent_of, parser
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.screens.host import Host
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.table_settings import TableSettingsDialog
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.intents import HostTable, Intent, PlayNow
from triqueta_tui.settings import Settings

BEST_OF_3 = SeriesRule("best_of", 3)


def typed(*words: str) -> Intent | None:
    options = parser().parse_args(list(words))
    return intent_of(options, Settings(), Games(PACKAGES))


@pytest.mark.parametrize(
    ("word", "rule"),
    [("best-of-3", BEST_OF_3), ("Best-Of-7", SeriesRule("best_of", 7)), ("5", SeriesRule("games", 5))],
)
def test_the_command_line_takes_a_series(word: str, rule: SeriesRule) -> None:
    play, host = typed("play", "--series", word), typed("host", "--series", word)
    assert isinstance(play, PlayNow)
    assert isinstance(host, HostTable)
    assert (play.settings.series, host.settings.series, play.offer_guided) == (rule, rule, False)


@pytest.mark.parametrize(
    "word", ["1", "100", "best-of-", "best-of-x", "best-of-4", "best-of-9", "three", "-3", ""]
)
def test_the_command_line_refuses_what_is_no_series(word: str) -> None:
    with pytest.raises(UsageError, match="best-of-3"):
        intent_of(argparse.Namespace(command="play", series=word), Settings(), Games(PACKAGES))


async def choose(driver: Driver, name: str) -> int:
    """Step a line of the form on top, from its first line on; returns which line it is."""
    card = driver.app.screen
    assert isinstance(card, FormDialog)
    at = list(card.form.values).index(name)
    await driver.press(*["down"] * at, "right")
    return at


@pytest.mark.parametrize(("key", "kind"), [("n", NewGame), ("o", Host)])
async def test_the_forms_for_a_new_table_ask_for_a_series(
    paths: Paths, key: str, kind: type[FormDialog[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[Intent] = []
    monkeypatch.setattr(Navigator, "go", lambda _, intent: gone.append(intent))
    async with driving(make_app(paths)) as driver:
        await driver.press(key)
        await driver.shown(kind)
        await choose(driver, "series")
        assert "best of 3" in driver.text
        await driver.press("enter")
    [intent] = gone
    assert isinstance(intent, PlayNow | HostTable)
    assert intent.settings.series == BEST_OF_3


def waiting(games: list[tuple[int, ...]]) -> Room:
    seats = (
        SeatInfo(kind="player", name="Bo", player="p2", present=True, ready=True),
        SeatInfo(kind="player", name="Ana", player=OWN_ID, present=True),
        SeatInfo(),
    )
    told = room(
        seats=seats[:2],
        settings=TableSettings(seats=3, series=BEST_OF_3),
        options={"start": None, "variant": "standard"},
    )
    told = structs.replace(told, series=series_now(told, "best_of", 3, games))
    return structs.replace(told, seats=seats)


async def at_the_rules(driver: Driver, told: Room) -> list[Request]:
    """The form of a host who waits for the next game; returns what is sent."""
    sent: list[Request] = []
    driver.app.navigator.session = QuietSession(offered=tuple(_offers(driver.app)))
    await driver.app.push_screen(WaitingRoom(feed_of(told, sent)))
    await driver.press("o")
    await driver.shown(TableSettingsDialog)
    return sent


async def test_the_host_is_told_before_a_series_begins_anew(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await at_the_rules(driver, waiting([(0,)]))
        assert "new series" not in driver.text
        for line in ("game", "seats", "start", "series"):
            steps = await choose(driver, line)
            words = " ".join(driver.text.replace("│", " ").split())
            assert "This starts a new series. You lose the score so far: Bo 1 : 0 Ana" in words, line
            await driver.press("left", *["up"] * steps)
            assert "new series" not in driver.text, line
        await choose(driver, "clock")
        assert "new series" not in driver.text


def _offers(app: TriquetaApp) -> list[GameOffer]:
    from triqueta_protocol.games.offer import offer_of

    return [offer_of(game.vocabulary) for game in app.games]


async def test_a_series_that_has_not_begun_is_changed_without_a_warning(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        sent = await at_the_rules(driver, waiting([]))
        await choose(driver, "series")
        assert "new series" not in driver.text
        await driver.press("enter")
        assert isinstance(sent[-1], Configure)
        assert sent[-1].settings == TableSettings(seats=3, series=SeriesRule("best_of", 5))


async def test_another_setting_leaves_the_series(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        sent = await at_the_rules(driver, waiting([(0,), (1,), (0, 1)]))
        await choose(driver, "watchers")
        await driver.press("enter")
        assert isinstance(sent[-1], Configure)
        assert sent[-1].settings == TableSettings(seats=3, series=BEST_OF_3, watchers=False)
        await driver.shown(WaitingRoom)
        assert "game 4, the decider" in driver.text
        assert "a series, best of 3" in driver.text
        assert "Bo 2 : 2 Ana" in driver.text
        lines = [line for line in driver.text.splitlines() if "ready" in line]
        assert ["Bo   2" in lines[0], "Ana  2" in lines[1]] == [True, True]
