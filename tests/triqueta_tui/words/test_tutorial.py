"""The guided first game on the screen: offered once, spoken over the real table, sent away at any time."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from protocol.requests import Act
from tests.triqueta_tui.table.local import LocalTable
from tests.triqueta_tui.table.playing import seated
from tests.triqueta_tui.words.conftest import BareApp, MakeApp
from triqueta_tui.games.triqueta.coach import PLAYERS, SEED
from triqueta_tui.intents import Intent, PlayNow
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.screens.tutorial import GUIDED, HintCard, Tour, TutorialOffer, Words, offer


def guided_table() -> LocalTable:
    """The table of the guided game, without a network."""
    return LocalTable(seats=PLAYERS, seat=0, seed=SEED)


def hint_on_screen(app: BareApp) -> str | None:
    """The hint that lies over the table."""
    return app.screen.hint.name if isinstance(app.screen, HintCard) else None


async def look(pilot: Pilot[None], tour: Tour, table: LocalTable) -> None:
    """Show the tour a table and let what it does happen."""
    tour.look(table.mirror)
    await pilot.pause()


class WishingApp(BareApp):
    """Notes what would be played instead of starting a server for it."""

    granted: Intent | None = None

    def go(self, intent: Intent) -> None:
        self.granted = intent


@pytest.mark.parametrize(("key", "guided"), [("enter", True), ("y", True), ("escape", False), ("n", False)])
async def test_the_offer_is_made_once_and_the_answer_is_kept(
    make_app: MakeApp, key: str, guided: bool
) -> None:
    app = make_app(kind=WishingApp)
    assert isinstance(app, WishingApp)
    wanted = PlayNow(bots=("easy",))
    async with app.run_test(size=(80, 24)) as pilot:
        offer(app, wanted)
        await pilot.pause()
        assert isinstance(app.screen, TutorialOffer)
        await pilot.press(key)
        await pilot.pause()
        assert app.granted == (GUIDED if guided else wanted)
        assert app.settings.tutorial_offered
        assert app.file.read().tutorial_offered


async def test_a_hint_lies_over_the_table_until_it_is_read(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = Tour(app)
        table = guided_table()
        await look(pilot, tour, table)
        assert hint_on_screen(app) == "first_turn"
        await pilot.press("enter")
        await pilot.pause()
        assert hint_on_screen(app) is None
        await look(pilot, tour, table)
        assert hint_on_screen(app) is None


async def test_a_hint_that_comes_while_another_is_read_waits(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = Tour(app)
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
        tour = Tour(at.app)
        at.table.hear.append(lambda mirror, _: tour.look(mirror))
        tour.look(at.table.mirror)
        await at.pilot.pause()
        assert at.top(HintCard).hint.name == "first_turn"
        await at.press("d")
        assert at.top(HintCard).hint.name == "first_token"
        await at.press("2")
        assert [one.action for one in at.table.sent if isinstance(one, Act)] == [
            {"do": "draw"},
            {"do": "place", "row": 1},
        ]


async def test_the_rules_can_be_read_from_a_hint_and_no_hint_comes_over_them(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        tour = Tour(app)
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
        tour = Tour(app)
        table = guided_table()
        await look(pilot, tour, table)
        table.act(0, {"do": "draw"})
        await look(pilot, tour, table)
        await pilot.press("escape")
        await pilot.pause()
        assert hint_on_screen(app) is None
        while table.position.owing:
            table.move()
            tour.look(table.mirror)
            assert hint_on_screen(app) is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_hint_of_a_game_can_be_read_to_its_end_on_the_smallest_screen(
    make_app: MakeApp, language: str
) -> None:
    app = make_app(language=language)
    async with app.run_test(size=(40, 12)) as pilot:
        tour = Tour(app)
        table = guided_table()
        read = 0
        while table.position.owing:
            table.move()
            tour.look(table.mirror)
            while (hint := hint_on_screen(app)) is not None:
                await pilot.pause()
                words = app.screen.query_one(Words)
                assert app.screen.query_one("#card").content_region.contains_region(words.region)
                assert say(f"guided.hint.{hint}.title")
                await pilot.press("end")
                await pilot.pause()
                last = words.text.splitlines()[-1]
                assert last in [words.render_line(y).text.strip() for y in range(words.size.height)]
                read += 1
                await pilot.press("enter")
                await pilot.pause()
        assert read >= 10
