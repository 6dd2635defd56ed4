"""The table, played by keys and by mouse, by the real rules."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from textual.geometry import Offset
from textual.widgets._toast import ToastRack

from tests.triqueta_tui.games.local import GAME_ID
from tests.triqueta_tui.games.triche.local import EXPANSION, LocalTable
from tests.triqueta_tui.games.triche.playing import Seated, my_card, play_to, seated
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Clocks
from triqueta_protocol.games.triche import Options, Public
from triqueta_protocol.requests import Act
from triqueta_protocol.table_events import Said
from triqueta_tui.games.triche.dialogs import ConquestDialog
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.games.triche.scoresheet import ScoresDialog
from triqueta_tui.settings import Settings
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen

SHORT = Options(target=15)


def actions(table: LocalTable) -> list[dict[str, Any]]:
    return [request.action for request in table.sent if isinstance(request, Act)]


def in_hand(at: Seated) -> tuple[int, ...]:
    hand: tuple[int, ...] = at.table.rules.mine(at.table.position, 0).hand
    return hand


async def click_cell(at: Seated, spot: tuple[int, int]) -> None:
    x, y = at.board.carres.place(spot)
    await at.pilot.click(offset=at.board.carres.content_region.offset + Offset(x + 1, y))
    await at.pilot.pause()


async def test_a_card_is_chosen_by_its_digit_and_laid_with_enter(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        chooser = at.board.chooser
        assert "Play " in at.text
        await at.press("2")
        assert chooser.at == 1
        placement = chooser.press()
        await at.press("enter")
        assert actions(at.table) == [plain(placement)]


async def test_enter_lays_nothing_while_it_is_asked_whether_to_leave(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        await at.press("q", "enter")
        assert actions(at.table) == []
        await at.press("escape", "enter")
        assert len(actions(at.table)) == 1


async def test_arrows_tab_and_c_go_through_cells_carres_and_cards(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        chooser = at.board.chooser
        start = chooser.spot
        assert start is not None
        await at.press("tab")
        assert chooser.spot is not None
        assert chooser.spot[0] != start[0]
        before = chooser.spot
        await at.press("right", "down", "left", "up", "l", "j", "h", "k")
        assert chooser.spot in chooser.spots
        await at.press("c")
        assert chooser.at == 1
        assert before is not None


async def test_a_first_click_shows_a_card_in_a_cell_and_a_second_one_lays_it(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        chooser = at.board.chooser
        spot = next(one for one in chooser.spots if one != chooser.spot)
        await click_cell(at, spot)
        assert chooser.spot == spot
        assert actions(at.table) == []
        placement = chooser.press()
        await click_cell(at, spot)
        assert actions(at.table) == [plain(placement)]


async def test_a_click_on_a_cell_that_does_not_fit_says_why(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(4, 0, "misfits")) as at:
        misfit = None
        while misfit is None:
            await play_to(at, my_card)
            chooser, public = at.board.chooser, at.table.public
            free = [
                (carre, cell)
                for carre, cells in enumerate(public.carres)
                for cell, card in enumerate(cells)
                if card is None
            ]
            misfit = next((spot for spot in free if spot not in chooser.spots), None)
            if misfit is None:
                at.table.move()
        before = at.board.chooser.spot
        await click_cell(at, misfit)
        assert "it doesn’t fit, " in at.text
        assert at.board.chooser.spot == before
        await at.press("tab")
        assert "it doesn’t fit, " not in at.text
        await at.press("w")
        assert "it doesn’t fit, " in at.text, "the same by a key"
        asked = at.board._asked
        assert asked is not None
        assert asked not in at.board.chooser.spots
        assert at.board.carres.marks[asked] == ("×", "bad")
        await at.press("enter")
        assert len(actions(at.table)) == 1


async def test_a_two_coloured_card_is_turned_with_one_key_and_with_a_click(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, "two colours", options=EXPANSION)) as at:
        await play_to(
            at, lambda public: my_card(public) and max(at.table.rules.mine(at.table.position, 0).hand) > 2
        )
        chooser = at.board.chooser
        place = next(place for place, card in enumerate(chooser.hand) if card > 2)
        await at.press(str(place + 1))
        before = chooser.card
        await at.press("r")
        assert chooser.card != before
        assert chooser.card is not None
        left = at.board.hand._lefts()[place]
        await at.pilot.click(offset=at.board.hand.content_region.offset + Offset(left + 1, 0))
        await at.pilot.pause()
        assert chooser.card == before


async def test_the_lines_of_the_cell_under_the_cursor_are_told(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        text = at.text
        assert "row " in text
        assert "column " in text


async def test_after_a_refusal_the_player_is_told_why_and_may_choose_again(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        at.table.refusal = RefusalError(Code.ILLEGAL_ACTION, why="spoils_row", game="triche")
        await at.press("enter")
        assert [one.message for one in at.app._notifications] == [
            "It doesn’t fit: the row could never score."
        ]
        assert at.board.chooser.open
        at.table.refusal = None
        await at.press("enter")
        assert len(actions(at.table)) == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (40, 12), (200, 50)])
async def test_a_table_of_six_can_be_resized_at_any_time(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, LocalTable(6, 0), size=(120, 36)) as at:
        await play_to(at, my_card)
        await at.pilot.resize_terminal(*size)
        await at.pilot.pause()
        assert "Play " in at.text
        assert all(strip.cell_length == size[0] for strip in at.app.screen._compositor.render_strips())
        for _ in range(6):
            assert at.board.chooser.spot is not None
            x, y = at.board.carres.place(at.board.chooser.spot)
            assert at.board.carres.size.region.contains(x, y), "the cell under the cursor is seen"
            await at.press("tab")


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_odd_names_and_talk_show_as_text(tmp_path: Path, size: tuple[int, int]) -> None:
    names = ("[b]A[/]", "熊熊熊熊熊熊熊熊", "عمر", "D\u0323\u0307o")
    async with seated(tmp_path, LocalTable(4, 0, names=names), size=size) as at:
        await play_to(at, my_card)
        at.table.tell([Said(names[1], "[bold]hi[/bold] {name}")])
        await at.pilot.pause()
        assert "[b]A" in at.text or size == (40, 12), "on the smallest table it may be out of sight"
        assert all(strip.cell_length == size[0] for strip in at.app.screen._compositor.render_strips())


async def test_a_watcher_sees_no_hand_no_centre_and_no_choices(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, None)) as at:
        await play_to(at, lambda public: public.phase == "place")
        assert "You’re watching" in at.text
        assert not at.board.chooser.open
        assert all(carre.known is None for carre in at.board.carres.carres)
        assert not any(carre.mine for carre in at.board.carres.carres)
        await at.press("enter", "1", "tab", "r")
        assert at.table.sent == []
        assert at.shows(TableScreen)


async def test_the_next_round_takes_the_count_from_a_watchers_screen(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, None)) as at:
        at.table.play_on(lambda public: public.round == 2)
        await at.pilot.pause()
        assert at.shows(RoundEnd)
        at.table.play_on(lambda public: public.phase == "place")
        await at.pilot.pause()
        assert at.shows(TableScreen)


async def test_a_watcher_comes_from_the_last_count_to_the_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triqueta_tui.games.triche.round_end.LAST_LOOK", 0.1)
    table = LocalTable(2, None, options=Options(target=15))
    async with seated(tmp_path, table, settings=Settings(language="en", theme="forest", motion=False)) as at:
        table.play_on(lambda public: public.phase == "over")
        await at.until_shown(ResultScreen)


async def test_a_builder_still_sees_the_own_centre_after_the_carre_is_lost(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(4, 0, "lost")) as at:
        await play_to(at, lambda public: my_card(public) and public.owners[0] != 0)
        carres = at.board.carres.carres
        assert carres[0].known == at.table.rules.mine(at.table.position, 0).centre
        assert not carres[0].mine
        assert [carre.known for carre in carres[1:]] == [None] * 3


async def test_the_next_player_at_the_keyboard_sees_an_own_hand_and_centre_only(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        own = at.board.chooser.hand
        await at.press("enter")
        await play_to(at, lambda public: public.phase == "place" and public.owing == (1,))
        other = LocalTable(3, 1)
        other.position = at.table.position
        other.tell([])
        at.screen.show_feed(other.feed)
        await at.pilot.pause()
        assert at.board.chooser.hand == other.rules.mine(other.position, 1).hand != own
        assert [carre.known is not None for carre in at.board.carres.carres] == [False, True, False]


async def test_a_set_up_of_one_player_is_not_shown_to_the_next(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        first = at.top(OpeningDialog)
        await at.press("enter")
        other = LocalTable(3, 1)
        other.tell([])
        at.screen.show_feed(other.feed)
        await at.pilot.pause()
        assert first not in at.app.screen_stack


async def test_the_clock_of_the_owner_who_may_swap_is_shown(tmp_path: Path) -> None:
    table = LocalTable(2, 0, "forced")
    async with seated(tmp_path, table) as at:
        await play_to(at, lambda public: public.phase == "swap")
        (owner,) = table.public.owing
        assert table.public.turn != owner
        clocks = Clocks(bank=(0, 0), turn=tuple(30_000 if seat == owner else None for seat in range(2)))
        table.tell([], plain({"clocks": clocks}))
        await at.pilot.pause()
        assert re.search(r"turn 0:(30|29), reserve 0:00", at.line(0))
        assert at.shows(ConquestDialog)


async def test_the_points_of_all_rounds_can_be_looked_at_in_between(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, lambda public: my_card(public) and public.round == 2)
        await at.press("s")
        assert at.shows(ScoresDialog)
        assert "total" in at.text
        await at.press("escape")
        assert at.shows(TableScreen)


async def test_the_cards_of_the_others_stay_marked_until_the_player_has_moved(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0)) as at:
        await play_to(at, my_card)
        done = at.board.carres.since
        assert {one.seat for one in done} == {1, 2}
        await at.press("enter")
        assert not [one for one in at.board.carres.since if one in done]


@pytest.mark.parametrize(
    ("size", "options", "language"),
    [
        pytest.param((80, 24), SHORT, "en", marks=pytest.mark.slow),
        ((40, 12), EXPANSION, "de"),
    ],
)
async def test_a_whole_game_by_enter_alone(
    tmp_path: Path,
    size: tuple[int, int],
    options: Options,
    language: Literal["en", "de", "zh_Hant"],
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, LocalTable(3, 0, options=options), size=size, settings=settings) as at:
        rounds = set()
        for _ in range(250):
            if at.shows(ResultScreen):
                break
            await at.others_move()
            rounds |= {len(at.table.public.rounds)} if at.shows(RoundEnd) else set()
            # Enter lays, confirms and goes on; questions are answered with a letter.
            await at.press("y" if at.table.public.phase in {"conquer", "swap"} else "enter")
        assert at.shows(ResultScreen)
        assert rounds == set(range(1, 1 + len(at.table.public.rounds))), (
            "the last round is counted before the result, too"
        )
        await at.press("a")
        assert at.app.navigator.begun_again == 1


def is_over(public: Public) -> bool:
    return public.phase == "over"


async def test_the_end_shows_the_fair_shuffle_and_the_whole_story(tmp_path: Path) -> None:
    table = LocalTable(3, 0)
    async with seated(tmp_path, table) as at:
        await play_to(at, is_over)
        assert at.shows(RoundEnd)
        await at.press("enter")
        screen = at.top(ResultScreen)
        assert screen.verdict is not None
        assert screen.verdict.fair
        assert "Fair shuffle" in at.text
        await at.press("r")
        assert at.app.navigator.replayed == [GAME_ID]
        await at.press("v", "g")
        at.top(LogDialog)
        assert "You set up a carré" in at.text
        await at.press("escape", "escape", "l")
        assert at.app.navigator.left == 1


async def test_messages_come_at_the_top_and_leave_the_prompt_in_sight(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0)) as at:
        rack = ToastRack()
        await at.screen.mount(rack)
        assert rack.styles.dock == "top"


async def test_the_footer_says_what_enter_does(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0)) as at:
        assert "Enter play " in at.line(-1)
        await at.press("enter", "enter", "enter")
        assert "Enter confirm " in at.line(-1)
        await at.press("escape", "escape", "escape", "escape")
        assert at.shows(TableScreen)
        assert "Enter decide " in at.line(-1)


@pytest.mark.parametrize("width", [40, 41, 47, 80, 81, 99, 120])
async def test_wide_words_are_not_torn_apart_in_the_frames_of_carres(tmp_path: Path, width: int) -> None:
    size = (width, 12 if width < 50 else 24)
    async with seated(tmp_path, LocalTable(3, 0), size, Settings(language="zh_Hant")) as at:
        await play_to(at, my_card)
        told = [line for line in at.text.splitlines() if "╚" in line or "╰" in line]
        notes = [note for line in told for note in re.findall(r"(?:\d，最多 \d|\d → \d)", line)]
        assert len(notes) == 3, told
        drawn = [line for line in told if re.search(r"\d", line)]
        for line in drawn:
            assert line.count("╚") + line.count("╰") == line.count("╝") + line.count("╯"), line
