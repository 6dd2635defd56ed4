"""The table, played by keys and by mouse, by the real rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Offset

from tests.triqueta_tui.games.local import GAME_ID
from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import Seated, may_swap, must_sit_out, played, seated, until
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.tripitz import Claim, Mine, Options, Public
from triqueta_protocol.games.tripitz_board import EDGE, worked_out
from triqueta_protocol.requests import Act
from triqueta_tui.games.tripitz.dialogs import ExchangeDialog, ScoresDialog
from triqueta_tui.games.tripitz.figure_words import full_sum
from triqueta_tui.games.tripitz.stone_words import full_name
from triqueta_tui.settings import Settings
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.players import SIGNS

NOTHING = Settings(language="en", theme="forest", help="nothing")
CELLS_ONLY = Settings(language="en", theme="forest", help="cells")


def actions(table: LocalTable) -> list[dict[str, Any]]:
    return [request.action for request in table.sent if isinstance(request, Act)]


def stones(public: Public) -> int:
    return sum(piece is not None for piece in public.board)


async def click_cell(at: Seated, cell: int) -> None:
    board = at.board.hexagons
    x, y = board.arrangement.place(cell)
    await at.pilot.click(
        offset=board.content_region.offset + Offset(x + 1, y + board.arrangement.tile.middle)
    )
    await at.pilot.pause()


def small_bag(mine: Mine) -> bool:
    """Fewer stones can be exchanged than are on the rack."""
    return any(
        one.pick is not None and one.pick.field == "stones" and one.pick.most < 7 for one in mine.choices
    )


async def test_a_stone_is_chosen_by_its_digit_and_laid_with_enter(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 12)) as at:
        chooser = at.board.chooser
        place = next(n for n, one in enumerate(chooser.rack) if n != chooser.at and chooser.best_gain(one))
        await at.press(str(place + 1))
        assert chooser.at == place
        placement = chooser.press()
        before = stones(at.table.public)
        await at.press("enter")
        assert actions(at.table) == [plain(placement)]
        assert stones(at.table.public) == before + 1
        assert at.board.hexagons.cursor is None, "it is somebody else's turn"


async def test_enter_lays_nothing_while_it_is_asked_whether_to_leave(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 12)) as at:
        before = stones(at.table.public)
        await at.press("q", "enter")
        assert stones(at.table.public) == before
        await at.press("escape", "enter")
        assert stones(at.table.public) != before


async def test_the_sum_under_the_cursor_is_worked_out_and_comes_true(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0)) as at:
        for _ in range(4):
            await at.others_move()
            told = at.line(22).strip()
            await at.press("enter")
            last = at.table.public.last
            assert last is not None
            assert told == full_sum(last.sum)


async def test_keys_lead_along_the_three_axes_and_up_and_down(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 12)) as at:
        chooser = at.board.chooser
        chooser.go_to(50)
        for there, back in (("y", "n"), ("u", "b"), ("h", "l"), ("left", "right"), ("up", "down")):
            await at.press(there)
            assert chooser.cell != 50
            await at.press(back)
            assert chooser.cell == 50, (there, back)


async def test_tab_and_c_go_to_the_next_cell_and_stone(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 14)) as at:
        chooser = at.board.chooser
        best = next(n for n, one in enumerate(chooser.rack) if len(chooser._gains.get(one, ())) > 1)
        await at.press(str(best + 1))
        first, second = [*chooser.gains][:2]
        assert chooser.cell == first
        await at.press("tab")
        assert chooser.cell == second
        await at.press("c")
        assert chooser.at == (best + 1) % len(chooser.rack)


async def test_a_first_click_goes_to_a_cell_and_a_second_one_lays_the_stone(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 14)) as at:
        chooser = at.board.chooser
        x = at.board.rack.content_region.offset + Offset(2 + 7 * 2, 2)
        await at.pilot.click(offset=x)
        await at.pilot.pause()
        assert chooser.at == 2
        while not chooser.gains:
            await at.press("c")
        legal = [*chooser.gains][-1]
        chooser.go_to(0)
        await click_cell(at, legal)
        assert chooser.cell == legal
        assert actions(at.table) == []
        placement = chooser.press()
        await click_cell(at, legal)
        assert actions(at.table) == [plain(placement)]


@pytest.mark.parametrize("settings", [None, CELLS_ONLY, NOTHING])
async def test_a_wrong_try_is_explained_and_costs_nothing(tmp_path: Path, settings: Settings | None) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 14), settings=settings) as at:
        chooser = at.board.chooser
        board = at.table.public.board
        wrong = next(
            cell
            for cell, piece in enumerate(board)
            if piece is None and cell not in chooser.gains and cell > 30
        )
        chooser.go_to(wrong)
        await at.press("enter")
        assert actions(at.table) == []
        assert "makes no figure there" in at.text
        assert at.line(22).strip(), "the reason stands below"
        await at.press("right")
        assert "makes no figure there" not in at.text


async def test_help_decides_what_is_shown(tmp_path: Path) -> None:
    seen = {}
    for help_ in ("points", "cells", "nothing"):
        settings = Settings(language="en", theme="forest", help=help_)
        async with seated(tmp_path / help_, played(LocalTable(3, 0), 14), settings=settings) as at:
            seen[help_] = {mark for mark, _ in at.board.hexagons.marks.values()}
            notes = [note for note in at.board.rack.notes if note]
            assert bool(notes) == (help_ == "points")
            assert bool(at.line(22).strip()) == (help_ == "points")
    assert all(mark.isdigit() for mark in seen["points"])
    assert seen["points"]
    assert seen["cells"] == {"•"}
    assert seen["nothing"] == set()


async def test_the_help_of_the_settings_is_used_at_once(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 14)) as at:
        assert at.board.hexagons.marks
        at.app.change_settings(help="nothing")
        at.screen.draw_choices()
        assert not at.board.hexagons.marks


async def test_stones_are_exchanged_on_a_card(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 8)) as at:
        rack = at.table.public.racks[0]
        await at.press("x")
        card = at.top(ExchangeDialog)
        await at.press("enter")
        assert actions(at.table) == [], "nothing is marked"
        assert "Select stones first (1–7 or Space)" in at.text
        await at.press("2", "right", "right", "space", "2", "2")
        assert card.row.selected == {1, 3}
        assert "Exchange 2 stones" in at.text
        await at.press("enter")
        assert actions(at.table) == [{"do": "exchange", "stones": (rack[1], rack[3])}]
        assert at.shows(TableScreen)
        assert at.table.public.exchanges == 1


async def test_all_are_marked_with_one_key_and_the_card_can_be_left(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 8)) as at:
        await at.press("x", "a")
        card = at.top(ExchangeDialog)
        assert card.row.selected == frozenset(range(7))
        await at.press("a")
        assert card.row.selected == frozenset()
        await at.press("escape")
        assert at.shows(TableScreen)
        assert actions(at.table) == []


async def test_no_more_stones_are_marked_than_the_bag_has(tmp_path: Path) -> None:
    async with seated(tmp_path, until(LocalTable(2, 0, "small bag"), small_bag)) as at:
        most = at.table.public.bag
        await at.press("x", *"1234567"[: most + 1])
        assert len(at.top(ExchangeDialog).row.selected) == most


async def test_a_key_that_does_nothing_now_says_why(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 8)) as at:
        await at.press("j")
        assert "no jokers" in at.text
        await at.press("z")
        assert "no race" in at.text


async def test_who_can_do_nothing_sits_out(tmp_path: Path) -> None:
    async with seated(tmp_path, until(LocalTable(2, 0, "sit 10"), must_sit_out)) as at:
        assert "sit out this turn" in at.text
        await at.press("x")
        assert "The bag is empty" in at.text
        await at.press("enter")
        assert actions(at.table)[-1] == {"do": "sit_out"}


async def test_a_joker_is_swapped_before_the_turn_and_the_turn_goes_on(tmp_path: Path) -> None:
    table = until(LocalTable(2, 0, "jokers 3", options=Options(jokers=True)), may_swap)
    async with seated(tmp_path, table) as at:
        chooser = at.board.chooser
        joker = chooser.rack[-1]
        await at.press(str(len(chooser.rack)), "enter")
        assert "never placed" in at.text
        await at.press("j")
        assert "Which stone for the joker" in at.text
        await at.press("escape")
        assert "Which stone for the joker" not in at.text
        await at.press("j", "tab")
        cell = chooser.cell
        taken = at.table.public.board[cell]
        await at.press("enter")
        assert actions(at.table) == [{"do": "swap", "cell": cell}]
        assert at.table.public.board[cell] == joker
        assert taken in at.table.public.racks[0]
        assert at.table.public.owing == (0,)
        assert chooser.open


async def test_the_first_move_is_raced_for_without_help(tmp_path: Path) -> None:
    race = Options(start_player="race")
    async with seated(tmp_path, LocalTable(3, 0, "race", options=race)) as at:
        chooser = at.board.chooser
        assert "First to place starts" in at.text
        assert not at.board.hexagons.marks
        place = next(n for n, one in enumerate(chooser.rack) if chooser.best_gain(one))
        await at.press(str(place + 1))
        chooser.go_to(next(iter(chooser.gains)))
        await at.press("enter")
        assert actions(at.table)[0]["do"] == "claim"
        assert at.table.public.start == 0


async def test_the_first_move_is_left_to_the_others(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, "race", options=Options(start_player="race"))) as at:
        await at.press("z")
        assert actions(at.table) == [{"do": "stand_back"}]
        assert at.table.public.owing == (1, 2)
        assert "Looking for a first move: Björn, Chloé" in at.text


async def test_a_claim_that_came_too_late_is_told(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0, "race", options=Options(start_player="race"))) as at:
        at.table.refusal = RefusalError(Code.ILLEGAL_ACTION, why="race_over", game="tripitz")
        at.screen.decide(Claim(1, 1))
        await at.pilot.pause()
        (told,) = at.app._notifications
        assert told.message == "The race is over: someone else has made the first move."
        assert at.board.chooser.open


async def test_the_racks_of_all_players_and_the_last_gain_stand_beside_the_board(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(6, 0)) as at:
        at.table.play_on(lambda public: public.last is not None and public.last.seat == 2)
        await at.pilot.pause()
        last = at.table.public.last
        assert last is not None
        line = next(line for line in at.lines() if "Chloé" in line and "+" in line)
        assert f"+{last.sum.points}" in line
        for name in ("Ana", "Björn", "Chloé", "Dòng", "Emil", "Fay"):
            assert name in at.text
        bag = at.table.public.bag
        assert f"{bag} stones in the bag" in at.line(0)


async def test_a_watcher_sees_everything_and_lays_nothing(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, None)) as at:
        at.table.play_on(lambda public: stones(public) > 8)
        await at.pilot.pause()
        assert "You’re watching" in at.text
        await at.press("enter", "x", "1")
        assert actions(at.table) == []
        assert at.board.hexagons.last is not None


async def test_scores_show_every_rack(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 10), size=(40, 12)) as at:
        await at.press("s")
        card = at.top(ScoresDialog)
        assert card.racks.size.height == 6
        assert "Björn" in at.text
        await at.press("escape")
        assert at.shows(TableScreen)


async def test_everybodys_points_and_racks_are_seen_at_40_columns(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(6, 0), 20), size=(40, 12)) as at:
        for points in at.table.public.points:
            assert f" {points}" in at.line(0)
        await at.press("s")
        lines = at.lines()
        fay = next(y for y, line in enumerate(lines) if "Fay" in line)
        assert fay + 1 < 11
        assert lines[fay + 1].strip(), "and the last rack"


async def test_a_small_board_follows_the_cursor(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 10), size=(40, 12)) as at:
        chooser, board = at.board.chooser, at.board.hexagons
        for start, keys in ((45, ("left",)), (2, ("up",)), (56, ("right",)), (98, ("down",))):
            chooser.go_to(start)
            await at.press(*keys)
            x, y = board.arrangement.place(chooser.cell)
            assert 0 <= x < board.size.width - 3
            assert 0 <= y < board.size.height
            assert chooser.cell in EDGE


async def test_a_table_of_six_can_be_resized_at_any_time(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(6, 0), 12), size=(120, 36)) as at:
        for size in ((80, 24), (40, 12), (200, 60), (60, 20)):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            assert "Place " in at.text
            assert "An" in at.text
            board = at.board.hexagons
            x, y = board.arrangement.place(at.board.chooser.cell)
            assert 0 <= x < board.size.width
            assert 0 <= y < board.size.height


async def test_the_result_says_why_the_game_is_over_and_leads_on(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, "short 1", options=Options(short=True))) as at:
        at.table.play_on(lambda _: False)
        await at.pilot.pause()
        moments = "\n".join(at.top(ResultScreen).sheet.moments())
        assert "A stone is on the edge" in at.text
        assert "Best move: " in at.text
        assert re.search(r"Your \d+ stones made .* points a stone", moments)
        assert "Fair shuffle" in at.text
        await at.press("r")
        assert at.app.navigator.replayed == [GAME_ID]
        await at.press("v", "g")
        at.top(LogDialog)
        assert "New game." in at.text
        await at.press("escape", "a")
        assert at.app.navigator.begun_again == 1
        await at.press("escape", "l")
        assert at.app.navigator.left == 1


async def test_a_whole_game_with_jokers_ends_with_a_fair_shuffle(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0, "jokers 6", options=Options(jokers=True))) as at:
        at.table.play_on(lambda _: False)
        await at.pilot.pause()
        result = at.top(ResultScreen)
        assert result.verdict is not None
        assert result.verdict.fair


async def test_a_stone_can_be_tried_out_while_the_others_move(tmp_path: Path) -> None:
    table = LocalTable(2, 0)
    table.play_on(lambda public: public.owing == (1,) and public.last is not None)
    async with seated(tmp_path, table) as at:
        chooser, laid = at.board.chooser, table.public.board
        assert cursor(at) is None
        before = chooser.cell
        await at.press("3", "right")
        assert chooser.cell != before
        assert cursor(at) == (chooser.cell, chooser.rack[2])
        assert not at.board.hexagons.wrong
        place, fits = next(
            (place, cell)
            for place, stone in enumerate(chooser.rack)
            for cell, piece in enumerate(laid)
            if piece is None and worked_out(laid, cell, stone).points
        )
        chooser.go_to(fits)
        await at.press(str(place + 1))
        assert full_sum(worked_out(laid, fits, chooser.rack[place])) in at.line(22)
        await at.press("enter")
        assert actions(table) == []
        await at.others_move()
        assert table.public.owing == (0,)
        assert not chooser.looking
        if fits in chooser.gains:
            assert (chooser.at, chooser.cell) == (place, fits), "what was looked at can be laid at once"


def cursor(at: Seated) -> tuple[int, int | None] | None:
    """Where the cursor is drawn, and which stone in it."""
    board = at.board.hexagons
    return (board.cursor, board.ghost) if board.cursor is not None else None


async def test_a_new_stone_is_pointed_at_and_the_others_stay_where_they_are(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 8)) as at:
        before = at.board.chooser.rack
        place, laid = at.board.chooser.at, at.board.chooser.stone
        await at.press("enter")
        after = at.board.rack.pieces
        assert laid not in after
        assert [*before[:place], *before[place + 1 :]] == [*after[:place], *after[place + 1 :]]
        assert at.board.rack.fresh == {place}
        assert "▾" in at.text
        assert "you drew" in at.text


async def test_the_footer_says_what_enter_does(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(2, 0), 8)) as at:
        assert "Enter place " in at.line(-1)
    async with seated(tmp_path, until(LocalTable(2, 0, "sit 10"), must_sit_out)) as at:
        assert "Enter sit out" in at.line(-1)
    jokers = LocalTable(2, 0, "jokers 3", options=Options(jokers=True))
    async with seated(tmp_path, until(jokers, may_swap)) as at:
        await at.press("j")
        assert "Enter take it" in at.line(-1)
        piece = at.table.public.board[at.board.chooser.cell]
        assert piece is not None
        assert at.line(22).strip() == f"{full_name(piece)} would come to your rack"


async def test_the_stones_of_the_others_stay_marked_until_the_player_has_moved(tmp_path: Path) -> None:
    async with seated(tmp_path, played(LocalTable(3, 0), 20), size=(120, 36)) as at:
        # What was played before was not heard.
        at.table.move()
        await at.others_move()
        marked = at.board.hexagons.since
        assert {sign for sign, _ in marked.values()} == {SIGNS[1], SIGNS[2]}
        assert all(at.table.public.board[cell] is not None for cell in marked)
        at.table.move()
        await at.pilot.pause()
        assert not marked.keys() & at.board.hexagons.since.keys()
