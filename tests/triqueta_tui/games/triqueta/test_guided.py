"""The guided first game on the screen: offered once, spoken over the real table, sent away at any time."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from tests.triqueta_tui.bare import BareApp, MakeApp
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import seated
from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.requests import Act
from triqueta_tui.games.triqueta.guided import GUIDED
from triqueta_tui.games.triqueta.hints import TriquetaHints
from triqueta_tui.locale import LANGUAGES, language, say
from triqueta_tui.navigator import Navigator
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.questions import GuidedOffer
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.session.intents import Intent, ServerIntent
from triqueta_tui.settings import GameSettings
from triqueta_tui.table.dialog import Dialogs
from triqueta_tui.table.guided import HintDialog, HintGuide
from triqueta_tui.widgets.text_panel import Words


def guided_table() -> LocalTable:
    """The table of the guided game, without a network."""
    return LocalTable(seats=1 + len(GUIDED.intent.bots), seat=0, seed=GUIDED.intent.settings.seed or "")


def hint_on_screen(app: BareApp) -> str | None:
    """The hint that lies over the table."""
    return hint_name(app.screen) if isinstance(app.screen, HintDialog) else None


def hint_name(card: HintDialog) -> str:
    """The key of a hint, found by its title."""
    titles = {text: key.split(".")[2] for key, text in section(language(), "triqueta.guided").items()}
    return titles[card.hint.title]


def guide_of(app: BareApp, held: list[bool] | None = None) -> HintGuide:
    """A guide over an empty screen; ``held`` gets whether the bots are to wait."""
    note = (held if held is not None else []).append
    return HintGuide(app, Dialogs(SimpleNamespace(app=app)), TriquetaHints(), lambda: None, note)


def follow(tour: HintGuide, table: LocalTable) -> None:
    assert table.feed.view is not None
    tour.follow(table.feed.view)


async def look(pilot: Pilot[None], tour: HintGuide, table: LocalTable) -> None:
    """Show the tour a table and let what it does happen."""
    follow(tour, table)
    await pilot.pause()


class IntendingNavigator(Navigator):
    """Notes what would be played instead of starting a server for it."""

    granted: Intent | None = None

    async def _go(self, intent: ServerIntent) -> None:
        self.granted = intent


@pytest.mark.parametrize(("key", "guided"), [("enter", True), ("y", True), ("n", False)])
async def test_the_offer_is_made_once_and_the_answer_is_kept(
    make_app: MakeApp, key: str, guided: bool
) -> None:
    app = make_app(games={"triqueta": GameSettings(level="easy", players=2)})
    navigator = app.navigator = IntendingNavigator(app)
    wanted = app.games["triqueta"].play_now(app.settings)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Home())
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, GuidedOffer)
        await pilot.press(key)
        await pilot.pause()
        assert navigator.granted == (GUIDED.intent if guided else replace(wanted, offer_guided=False))
        assert app.settings.games["triqueta"].guided_offered
        assert app.file.read().games["triqueta"].guided_offered
        await pilot.press("1")
        await pilot.pause()
        assert navigator.granted == wanted


async def test_the_offer_is_left_without_a_game_and_comes_back(make_app: MakeApp) -> None:
    app = make_app(games={})
    navigator = app.navigator = IntendingNavigator(app)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Home())
        shown: list[type[Screen[object]]] = []
        for keys in (("1", "escape"), ("1",)):
            await pilot.press(*keys)
            await pilot.pause()
            shown.append(type(app.screen))
        assert shown == [Home, GuidedOffer]
        assert navigator.granted is None


async def test_a_hint_lies_over_the_table_until_it_is_read(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        held: list[bool] = []
        tour = guide_of(app, held)
        table = guided_table()
        await look(pilot, tour, table)
        assert hint_on_screen(app) == "first_turn"
        assert held == [True]
        await pilot.press("enter")
        await pilot.pause()
        assert hint_on_screen(app) is None
        assert held == [True, False]
        await look(pilot, tour, table)
        assert hint_on_screen(app) is None


async def test_taps_read_a_hint_to_its_end_and_close_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(40, 12)) as pilot:
        await look(pilot, guide_of(app), guided_table())
        assert isinstance(app.screen, HintDialog)
        pages = 1 + (app.screen.query_one(Words).max_scroll_y > 0)
        for _ in range(pages):
            assert hint_on_screen(app) is not None
            await pilot.click(Words, offset=(3, 1))
            await pilot.pause()
        assert hint_on_screen(app) is None


async def test_a_hint_that_comes_while_another_is_read_waits(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = guide_of(app)
        table = guided_table()
        await look(pilot, tour, table)
        table.act(0, {"do": "draw"})
        await look(pilot, tour, table)
        assert hint_on_screen(app) == "first_turn"
        await pilot.press("enter")
        await pilot.pause()
        assert hint_on_screen(app) == "first_token"


async def test_a_key_the_hint_speaks_of_closes_it_and_works_at_the_table(tmp_path: Path) -> None:
    async with seated(tmp_path, guided_table()) as at:
        at.table.feed.hints_given = set()
        at.screen.begin_hints()
        await at.pilot.pause()
        assert hint_name(at.top(HintDialog)) == "first_turn"
        await at.press("d")
        assert hint_name(at.top(HintDialog)) == "first_token"
        await at.press("2")
        assert [one.action for one in at.table.sent if isinstance(one, Act)] == [
            {"do": "draw"},
            {"do": "place", "row": 1},
        ]


async def test_the_rules_can_be_read_from_a_hint_and_no_hint_comes_over_them(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = guide_of(app)
        table = guided_table()
        await look(pilot, tour, table)
        await pilot.press("f1")
        await pilot.pause()
        table.act(0, {"do": "draw"})
        await look(pilot, tour, table)
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert hint_on_screen(app) == "first_turn"
        await pilot.press("enter")
        await pilot.pause()
        assert hint_on_screen(app) == "first_token"


async def test_who_wants_no_more_hints_gets_none(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = guide_of(app)
        table = guided_table()
        await look(pilot, tour, table)
        table.act(0, {"do": "draw"})
        await look(pilot, tour, table)
        await pilot.press("escape")
        await pilot.pause()
        assert hint_on_screen(app) is None
        while table.position.owing:
            table.move()
            follow(tour, table)
            assert hint_on_screen(app) is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_hint_of_a_game_can_be_read_to_its_end_on_the_smallest_screen(
    make_app: MakeApp, language: str
) -> None:
    app = make_app(language=language)
    async with app.run_test(size=(40, 12)) as pilot:
        tour = guide_of(app)
        table = guided_table()
        read = 0
        while table.position.owing:
            table.move()
            follow(tour, table)
            while (hint := hint_on_screen(app)) is not None:
                await pilot.pause()
                words = app.screen.query_one(Words)
                assert app.screen.query_one("#dialog").content_region.contains_region(words.region)
                assert say(f"triqueta.guided.{hint}.title")
                await pilot.press("end")
                await pilot.pause()
                last = words.text.splitlines()[-1]
                assert last in [words.render_line(y).text.strip() for y in range(words.size.height)]
                read += 1
                await pilot.press("enter")
                await pilot.pause()
        assert read >= 10


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_space_reads_a_hint_to_its_end_and_closes_it(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table = guided_table()
        tour = guide_of(app)
        await look(pilot, tour, table)
        assert isinstance(app.screen, HintDialog)
        for _ in range(4):
            if isinstance(app.screen, HintDialog):
                text = app.screen.query_one(Words)
                end = text.scroll_offset.y >= text.max_scroll_y
                await pilot.press("space")
                await pilot.pause()
                assert isinstance(app.screen, HintDialog) != end
        assert not isinstance(app.screen, HintDialog)


async def test_the_offer_names_the_key_of_the_rules_as_it_is_set(make_app: MakeApp) -> None:
    app = make_app(keys={"help.rules": "f9"})
    async with app.run_test(size=(80, 24)) as pilot:
        navigator = app.navigator = IntendingNavigator(app)
        navigator.go(app.games["triqueta"].play_now(app.settings))
        await pilot.pause()
        assert isinstance(app.screen, GuidedOffer)
        assert "F9" in app.screen.query_one(Words).text
