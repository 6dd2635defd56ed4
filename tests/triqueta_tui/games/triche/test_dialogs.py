"""The cards over the table: set-up, exchange, conquest, swap and the end of a round."""

from pathlib import Path

import pytest
from textual.geometry import Offset

from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from tests.triqueta_tui.games.triche.playing import Seated, play_to, seated
from tests.triqueta_tui.games.triche.test_table import actions
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import REDRAWS, Public, Redraw
from triqueta_protocol.table_events import Said
from triqueta_tui.games.triche.dialogs import ConquestDialog, ExchangeDialog
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.settings import Settings
from triqueta_tui.table.screen import TableScreen

SIZES = [(80, 24), (40, 12), (120, 36)]
STILL = Settings(language="en", theme="forest", motion=False)


def whole(at: Seated) -> bool:
    """Whether every part of the card on top is on the screen."""
    card = at.app.screen.query_one("#dialog")
    screen = at.app.screen.size.region
    parts = [part.region for part in card.children if part.display]
    return all(screen.contains_region(part) and part.height for part in parts)


@pytest.mark.parametrize("size", SIZES)
async def test_a_carre_is_set_up_on_a_card_and_each_step_can_be_taken_back(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, LocalTable(3, 0), size=size) as at:
        card = at.top(OpeningDialog)
        assert whole(at)
        hand = card.steps.hand
        await at.press("2", "enter")
        assert card.steps.centre == hand[1]
        await at.press("right", "enter", "down", "enter")
        assert card.steps.complete
        assert "Is this your carré?" in at.text
        await at.press("backspace")
        assert card.steps.step == 2
        await at.press("enter", "enter")
        (sent,) = actions(at.table)
        assert sent["do"] == "set_up"
        assert sent["centre"] == hand[1]
        assert at.shows(TableScreen)


async def test_a_carre_is_set_up_by_mouse(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        card = at.top(OpeningDialog)
        for cell in (4, 8, 8, 0, 0):
            x, y = card.carres.place((0, cell))
            await at.pilot.click(offset=card.carres.content_region.offset + Offset(x + 1, y))
            await at.pilot.pause()
        assert card.steps.complete
        assert {cell for _, cell, _ in card.steps.laid} == {0, 4, 8}


async def test_who_still_sets_up_is_told(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        assert "Also choosing: Björn, Chloé" in at.text
        at.table.act(1, plain(at.table.sensible(at.table.rules.mine(at.table.position, 1))))
        await at.pilot.pause()
        assert "Also choosing: Chloé" in at.text
        await at.press(*["enter"] * 4)
        assert "Still setting up: Chloé" in at.text


async def test_a_card_can_be_put_aside_to_look_at_the_table(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await at.press("escape")
        assert at.shows(TableScreen)
        assert "Set up your carré (Enter)" in at.text
        at.table.act(1, plain(at.table.sensible(at.table.rules.mine(at.table.position, 1))))
        await at.pilot.pause()
        assert at.shows(TableScreen), "it stays aside whatever the others do"
        await at.press("enter")
        assert at.shows(OpeningDialog)
        await at.press("enter", "escape")
        assert at.top(OpeningDialog).steps.step == 0
        await at.press("escape")
        assert at.shows(TableScreen)


def exchanging(public: Public) -> bool:
    return public.phase == "redraw" and public.owing == (0,)


@pytest.mark.parametrize("size", SIZES)
async def test_cards_are_exchanged_three_times_at_most(tmp_path: Path, size: tuple[int, int]) -> None:
    for number in range(200):
        table = LocalTable(2, 0, f"poor hand {number}", options=EXPANSION)
        table.play_on(exchanging)
        if sum(card > 2 for card in table.rules.mine(table.position, 0).hand) == 0:
            break
    async with seated(tmp_path, table, size=size) as at:
        times = 0
        while at.shows(ExchangeDialog) and at.top(ExchangeDialog).most:
            assert whole(at)
            await at.press("1", "right", "space")
            assert at.top(ExchangeDialog).row.selected == {0, 1}
            await at.press("1")
            assert at.top(ExchangeDialog).row.selected == {1}
            await at.press("enter")
            times += 1
        assert 1 <= times <= REDRAWS
        assert [one["cards"] for one in actions(table)] == [(1,)] * times
        if at.shows(ExchangeDialog):
            await at.press("enter")
        assert not at.shows(ExchangeDialog)


def exchange_for_the_same(number: int) -> LocalTable | None:
    """A table at which the first card that is given back comes back, if it is this one."""
    tables = []
    for _ in range(2):
        table = LocalTable(2, 0, f"same again {number}", options=EXPANSION)
        table.play_on(exchanging)
        tables.append(table)
    tried, fresh = tables
    before = tried.rules.mine(tried.position, 0)
    if not any(one.pick is not None for one in before.choices):
        return None
    tried.position.apply(0, tried.rules.read(tried.position, 0, plain(Redraw((0,)))))
    after = tried.rules.mine(tried.position, 0)
    return fresh if after.hand == before.hand and exchanging(tried.public) else None


async def test_an_exchange_that_brings_the_same_card_back_counts_and_is_seen(tmp_path: Path) -> None:
    table = next(table for number in range(400) if (table := exchange_for_the_same(number)) is not None)
    async with seated(tmp_path, table) as at:
        await at.press("1", "enter")
        card = at.top(ExchangeDialog)
        assert not card.row.selected
        assert "Keep the whole hand" in at.text
        assert f"up to {REDRAWS - 1} times" in at.text


async def test_a_hand_that_may_not_be_exchanged_is_kept_and_nobody_can_tell(tmp_path: Path) -> None:
    for number in range(200):
        table = LocalTable(2, 0, f"rich hand {number}", options=EXPANSION)
        table.play_on(exchanging)
        if sum(card > 2 for card in table.rules.mine(table.position, 0).hand) >= 2:
            break
    async with seated(tmp_path, table) as at:
        assert not at.top(ExchangeDialog).most
        await at.press("1", "space")
        assert not at.top(ExchangeDialog).row.selected
        await at.press("enter")
        assert actions(table) == [{"do": "redraw", "cards": ()}]


def conquering(public: Public) -> bool:
    return public.phase == "conquer" and public.owing == (0,)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("keys", "yes"),
    [("y", True), ("n", False), ("enter", True), ("right enter", False), ("tab left space", True)],
)
async def test_a_conquest_is_one_question_over_both_carres(
    tmp_path: Path, keys: str, yes: bool, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, LocalTable(4, 0, "conquest"), size=size) as at:
        await play_to(at, conquering)
        card = at.top(ConquestDialog)
        assert whole(at)
        own, other = card.carres.carres
        assert own.mine
        assert not other.mine
        last = at.table.public.last
        assert last is not None
        before = at.table.public.owners
        await at.press(*keys.split())
        assert actions(at.table) == [{"do": "conquer", "yes": yes}]
        assert (at.table.public.owners[last.carre] == 0) == yes
        assert (at.table.public.owners == before) != yes
        assert not at.shows(ConquestDialog)


@pytest.mark.parametrize(("key", "yes"), [("y", True), ("n", False)])
async def test_the_owner_of_a_spoiled_carre_may_swap(tmp_path: Path, key: str, yes: bool) -> None:
    async with seated(tmp_path, LocalTable(2, 0, "forced")) as at:
        await play_to(at, lambda public: public.phase == "swap" and public.owing == (0,))
        assert at.shows(ConquestDialog)
        assert "A card was forced on you" in at.text
        await at.press(key)
        assert actions(at.table) == [{"do": "swap", "yes": yes}]


@pytest.mark.parametrize("size", [*SIZES, (200, 50)])
@pytest.mark.parametrize("seats", [2, 6])
async def test_the_end_of_a_round_comes_before_the_next_set_up(
    tmp_path: Path, seats: int, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, LocalTable(seats, 0), size=size, settings=STILL) as at:
        await play_to(at, lambda public: public.round == 2)
        card = at.top(RoundEnd)
        assert whole(at)
        seen = set()
        for _ in range(seats + 1):
            if not at.shows(RoundEnd):
                break
            seen |= set(card.carres._visible(card.carres.grid))
            await at.press("enter")
        assert seen == set(range(seats)), "every carré was on the screen"
        assert at.shows(OpeningDialog)
        assert at.top(OpeningDialog).steps.hand == at.table.rules.mine(at.table.position, 0).hand


async def test_lines_are_counted_one_by_one_if_movements_are_wanted(tmp_path: Path) -> None:
    settings = Settings(language="en", theme="forest", motion=True)
    async with seated(tmp_path, LocalTable(3, 0), settings=settings) as at:
        await play_to(at, lambda public: public.round == 2)
        card = at.top(RoundEnd)
        scored = sum(bool(points) for sheet in at.table.public.sheet for points in sheet.lines)

        def struck() -> int:
            return sum(len(carre.lines) for carre in card.carres.carres)

        def told() -> int:
            """The points of all players as the standings have them now."""
            return sum(card.standings._points)

        before = struck()
        assert before < scored
        assert told() == sum(sum(carre.lines.values()) for carre in card.carres.carres)
        card._count_next()
        card._count_next()
        assert struck() > before or card.carres.carres[0].cells.count(-1) == 0
        assert told() == sum(sum(carre.lines.values()) for carre in card.carres.carres)
        await at.press("enter")
        assert struck() == scored
        assert tuple(card.standings._points) == at.table.public.points
        assert at.shows(RoundEnd)
        await at.press("enter")
        assert at.shows(OpeningDialog)


async def test_strokes_and_sums_are_what_the_rules_scored(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(4, 0, options=EXPANSION), settings=STILL) as at:
        await play_to(at, lambda public: public.round == 2)
        card = at.top(RoundEnd)
        for carre, sheet in zip(card.carres.carres, at.table.public.sheet, strict=True):
            assert sum(carre.lines.values()) == sheet.points
            assert f"+{sheet.points}" in carre.titles[0]
            assert tuple(carre.cells) == sheet.cells


async def test_talk_during_a_count_changes_nothing(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0), settings=STILL) as at:
        await play_to(at, lambda public: public.phase == "over")
        at.table.tell([Said("Björn", "well played")])
        await at.pilot.pause()
        assert at.shows(RoundEnd)


async def test_a_decision_that_was_taken_for_the_player_closes_its_card_below_another_screen(
    tmp_path: Path,
) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        at.top(OpeningDialog)
        await at.press("f1")
        assert at.shows(RulesScreen)
        at.table.act(0, plain(at.table.sensible(at.table.rules.mine(at.table.position, 0))))
        await at.pilot.pause()
        await at.press("escape")
        await at.pilot.pause()
        assert at.shows(TableScreen)
