"""The table, played by keys and by mouse, by the real rules."""

from pathlib import Path
from typing import Literal

import pytest
from textual import events
from textual.geometry import Offset
from textual.widgets import Static

from tests.triqueta_tui.driving import press_at_once
from tests.triqueta_tui.games.local import GAME_ID
from tests.triqueta_tui.games.playing import BareApp, show_table
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Event
from triqueta_protocol.games.triqueta import Draw, Options, Placed, Public, Took
from triqueta_protocol.requests import Act, Chat
from triqueta_protocol.table_events import Said
from triqueta_tui.games.triqueta.dialogs import LastReveal
from triqueta_tui.games.triqueta.paper_scoresheet import ScoresheetDialog
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.settings import Settings
from triqueta_tui.table import screen as table_screen
from triqueta_tui.table.log_dialog import LogDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.players import SIGNS


def first_to_move(seats: int = 3, seed: str = "a quiet wood") -> LocalTable:
    return LocalTable(seats, 0, seed, options=Options(start=0))


def actions(table: LocalTable) -> list[dict[str, object]]:
    return [request.action for request in table.sent if isinstance(request, Act)]


async def test_drawing_and_laying_a_token_by_letters_and_digits(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        assert "draw a token (d)" in at.text
        await at.press("d")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        assert now.mine.drawn
        await at.press("2")
        assert actions(at.table) == [{"do": "draw"}, {"do": "place", "row": 1}]
        assert at.table.public.rows[1] == now.mine.drawn


async def test_the_same_by_arrows_and_enter(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("enter", "j", "down", "enter")
        assert actions(at.table) == [{"do": "draw"}, {"do": "place", "row": 2}]


async def test_the_same_by_mouse(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await click_draw(at)
        await click(at, at.board.rows.spot_of(2))
        assert actions(at.table) == [{"do": "draw"}, {"do": "place", "row": 2}]


async def click_draw(at: Seated) -> None:
    spot = at.board.hand.spot_of(Draw)
    assert spot is not None
    await click(at, spot)


async def click(at: Seated, spot: Offset) -> None:
    await at.pilot.click(offset=spot)
    await at.pilot.pause()


async def test_taking_a_row_needs_a_second_press_and_can_be_taken_back(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("2")
        assert "Take row 2 (0)?" in at.text
        assert actions(at.table) == []
        await at.press("escape")
        assert "Take row" not in at.text
        await at.press("2", "2")
        assert actions(at.table) == [{"do": "take", "row": 1}]


async def test_clicking_a_row_twice_takes_it(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        for _ in range(2):
            await click(at, at.board.rows.spot_of(0))
        assert actions(at.table) == [{"do": "take", "row": 0}]


async def test_the_second_press_can_be_switched_off(tmp_path: Path) -> None:
    settings = Settings(language="en", theme="forest", confirm=False)
    async with seated(tmp_path, first_to_move(), settings=settings) as at:
        await at.press("3")
        assert actions(at.table) == [{"do": "take", "row": 2}]


async def test_keys_can_be_mapped_anew_and_the_prompt_says_so(tmp_path: Path) -> None:
    settings = Settings(language="en", theme="forest", keys={"triqueta.draw": "x"})
    async with seated(tmp_path, first_to_move(), settings=settings) as at:
        assert "draw a token (x)" in at.text
        await at.press("d")
        assert actions(at.table) == []
        await at.press("x")
        assert actions(at.table) == [{"do": "draw"}]


async def test_keeping_a_token_shows_it_to_its_owner_alone(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("d", "f")
        assert "Keep it face down until the end? f: keep it" in at.text
        assert actions(at.table) == [{"do": "draw"}]
        await at.press("escape")
        assert "until the end?" not in at.text
        await at.press("f", "f")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        assert len(now.mine.face_down) == 1
        assert now.public.face_down == (1, 0, 0)


async def test_each_row_says_what_it_would_do_split_by_animal(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        at.table.play_on(lambda public: 0 in public.owing and public.phase == "turn" and any(public.rows))
        await at.pilot.pause()
        row = next(row for row, animals in enumerate(at.table.public.rows) if animals)
        while at.board.chooser.row != row:
            await at.press("down")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        worth = now.mine.worth[row]
        assert worth is not None
        change = worth.split[0]
        assert f"{change.before}›{change.after}" in at.screen.prompt.detail


async def test_while_the_table_has_not_answered_nothing_is_sent_twice(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        table = at.table
        table.silent = True
        await at.press("d", "d", "enter", "2")
        assert actions(table) == [{"do": "draw"}]
        table.tell([Said("Bo", "hurry up")])
        await at.press("d")
        assert actions(table) == [{"do": "draw"}]


async def test_a_refused_chat_line_does_not_reopen_a_decision_that_is_unanswered(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        table = at.table
        table.silent = True
        await at.press("d")
        await at.press("t", "h", "i", "enter", "escape")
        assert isinstance(table.sent[-1], Chat)
        table.unanswered.pop().set_exception(RefusalError(Code.CHAT_TOO_FAST))
        await at.pilot.pause()
        assert [one.severity for one in at.app._notifications] == ["error"]
        assert at.screen.waiting
        await at.press("d", "enter", "1")
        assert actions(table) == [{"do": "draw"}]
        table.unanswered.pop().set_exception(RefusalError(Code.ILLEGAL_ACTION))
        await at.pilot.pause()
        table.silent = False
        await at.press("d")
        assert actions(table) == [{"do": "draw"}] * 2, "only its own refusal lets the player decide again"


async def test_another_players_move_does_not_reopen_a_decision_that_is_unanswered(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        table = at.table
        table.silent = True
        await at.press("d")
        table.mirror.apply(Event(table="KNOT", n=table.mirror.n + 1, public={"round": 2}))
        table.feed.follow((), fresh=False)
        await at.pilot.pause()
        assert "Round 2" in at.text
        await at.press("d")
        assert actions(table) == [{"do": "draw"}]


async def test_after_a_refusal_the_player_may_choose_again(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        at.table.refusal = RefusalError(Code.ILLEGAL_ACTION)
        await at.press("d")
        assert at.board.chooser.open
        at.table.refusal = None
        at.table.sent.clear()
        await at.press("d")
        assert actions(at.table) == [{"do": "draw"}]


async def test_the_variant_for_two_puts_a_token_into_the_box(tmp_path: Path) -> None:
    table = LocalTable(2, 0, options=Options(start=0, variant="dorra"))
    async with seated(tmp_path, table) as at:
        await at.press("d")
        assert "box it (b)" in at.text
        await at.press("b", "1")
        assert actions(table) == [{"do": "draw"}, {"do": "box"}, {"do": "place", "row": 0}]


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_once_when_it_becomes_the_players_turn(tmp_path: Path, bell: bool) -> None:
    settings = Settings(language="en", theme="forest", turn_alert=bell)
    table = LocalTable(3, 0, options=Options(start=1))
    async with seated(tmp_path, table, settings=settings) as at:
        assert at.app.rung == 0
        await at.others_move()
        await at.press("d", "down")
        assert at.app.rung == (1 if bell else 0)


@pytest.mark.parametrize(("window", "rung"), [("front", 0), ("behind", 1)])
async def test_the_bell_is_quiet_while_the_window_is_in_front(tmp_path: Path, window: str, rung: int) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        at.app.post_message(events.AppBlur())
        if window == "front":
            at.app.post_message(events.AppFocus())
        await at.pilot.pause()
        await at.others_move()
        assert at.app.rung == rung


async def test_the_bell_calls_back_when_a_game_begins(tmp_path: Path) -> None:
    table = LocalTable(2, 0, options=Options(start=0))
    app = BareApp(tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        app.post_message(events.AppBlur())
        await pilot.pause()
        await show_table(app, table)
        assert app.rung == 1


async def test_the_bell_rings_once_for_several_moves_that_come_together(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        at.screen._unsubscribe()
        TableScreen._subscribe(at.screen)
        await at.others_move()
        assert at.app.rung == 1


async def test_what_waits_for_the_last_player_is_not_told_to_the_next(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        at.screen._unsubscribe()
        TableScreen._subscribe(at.screen)
        at.table.play_on(lambda public: max(public.rows, key=len) != ())
        at.screen.show_feed(at.table.make_feed())
        await at.pilot.pause()
        assert at.screen.table_log.sentences == [], "this feed has heard of nothing"


async def test_what_the_others_have_done_stays_marked_until_the_player_has_moved(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        await at.others_move()
        done = at.board.rows.since
        assert {one.seat for one in done if isinstance(one, Placed | Took)} == {1, 2}
        rows = "".join(at.lines()[: at.board.rows.size.height + 1])
        assert any(SIGNS[one.seat] in rows for one in done if isinstance(one, Placed))
        await at.press("d", "1")
        assert not [one for one in at.board.rows.since if one in done]


async def test_leaving_needs_a_second_press(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("q")
        assert "Leave the table? A bot fills in for you." in at.text
        await at.press("escape")
        assert "Get up" not in at.text
        await at.press("q", "q")
        assert at.app.navigator.left == 1


async def test_the_question_whether_to_leave_stays_while_the_others_move(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        await at.press("q")
        for _ in range(2):
            at.table.move()
            await at.pilot.pause()
            assert "Leave the table?" in at.text
        await at.press("q")
        assert at.app.navigator.left == 1


async def test_a_key_that_cannot_work_now_says_why(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, 0, options=Options(start=1))) as at:
        await at.press("d")
        assert "Not now: Björn to move" in at.text
        await at.others_move()
        assert "Not now" not in at.text
        await at.press("f")
        assert "Draw a token first." in at.text
        await at.press("b")
        assert "only in the variant for two" in at.text
        await at.press("5")
        assert "There’s no such row." in at.text
        await at.press("d", "d")
        assert "First place the token" in at.text
        assert [one["do"] for one in actions(at.table)] == ["draw"]
        await at.press("p")
        assert "Nobody is away" in at.text
        await at.press("w")
        assert "Nobody is away" in at.text, "what is no key of the table changes nothing"
        await at.press("escape")
        assert "place it in a row" in at.text


async def test_why_a_key_does_nothing_is_said_for_a_while_and_then_what_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_screen, "NOTICE_SECONDS", 0.05)
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("d", "f", "p")
        while "Keep it face down" not in at.text:
            await at.pilot.pause(0.05)
        await at.press("f")
        assert [one["do"] for one in actions(at.table)] == ["draw", "keep"]


async def test_enter_decides_nothing_while_it_is_asked_whether_to_leave(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("q", "enter")
        assert "Leave the table?" in at.text
        assert actions(at.table) == []
        await at.press("escape", "enter")
        assert [one["do"] for one in actions(at.table)] == ["draw"]


async def test_a_watcher_is_told_why_keys_do_nothing_and_who_reads_the_chat(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, None), size=(120, 36)) as at:
        assert "Chat among watchers" in at.text
        assert "While the game runs, only" in at.text
        await at.press("d")
        assert "only players can do that" in at.text
    async with seated(tmp_path, first_to_move(), size=(120, 36)) as at:
        assert "Chat among watchers" not in at.text


async def test_the_score_pad_can_be_looked_at_in_between(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("s")
        assert at.shows(ScoresheetDialog)
        assert "total" in at.text
        await at.press("escape")
        assert at.shows(TableScreen)


async def test_talk_opens_over_a_small_table_and_closes_again(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("t", *"draw 2!", "enter")
        assert [request.text for request in at.table.sent if isinstance(request, Chat)] == ["draw 2!"]
        assert actions(at.table) == []
        assert "› " in at.text
        await at.press("escape")
        assert "› " not in at.text
        await at.press("d")
        assert actions(at.table) == [{"do": "draw"}]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_letters_that_come_with_the_key_of_the_chat_go_there(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, first_to_move(), size=size) as at:
        await press_at_once(at.pilot, "t", *"dttqq1", "enter")
        assert [request.text for request in at.table.sent if isinstance(request, Chat)] == ["dttqq1"]
        assert actions(at.table) == []
        assert at.shows(TableScreen)


async def test_talk_goes_on_when_the_terminal_has_the_focus_again(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("t", *"dr")
        at.app.post_message(events.AppBlur())
        await at.pilot.pause()
        at.app.post_message(events.AppFocus())
        await at.pilot.pause()
        await at.press(*"aw")
        assert "› draw" in at.text
        assert actions(at.table) == []


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (40, 12)])
async def test_odd_names_and_talk_show_as_text(tmp_path: Path, size: tuple[int, int]) -> None:
    names = ("[red]Ana[/]", "熊熊熊熊熊熊熊熊", "عمر", "D\u0323\u0307o")
    async with seated(tmp_path, LocalTable(4, 0, names=names, options=Options(start=0)), size=size) as at:
        at.table.tell([Said(names[1], "[bold]hi[/bold] {name}")])
        await at.pilot.pause()
        assert "[red]" in at.text
        assert all(strip.cell_length == size[0] for strip in at.app.screen._compositor.render_strips())


async def test_a_table_can_be_resized_at_any_time(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(5), size=(120, 36)) as at:
        for size in ((40, 12), (200, 60), (80, 24), (56, 18)):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            assert at.board.rows.size.height >= 5
            assert "Your turn" in at.text or "Draw (d)" in at.text


async def test_the_log_speaks_the_language_that_was_chosen_during_the_game(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("d", "1")
        told = list(at.screen.table_log.sentences)
        assert told[-1].startswith("You placed")
        await at.press("v")
        at.app.change_settings(language="de")
        await at.press("escape")
        assert len(at.screen.table_log.sentences) == len(told)
        assert at.screen.table_log.sentences[-1].startswith("Du hast")


@pytest.mark.parametrize("language", ["en", "de", "zh_Hant"])
async def test_the_smallest_table_shows_all_towers_whole(
    tmp_path: Path, language: Literal["en", "de", "zh_Hant"]
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, first_to_move(), size=(40, 12), settings=settings) as at:
        assert "[15] ▴15 ▴15 ▴15" in at.line(0)


async def test_no_color_leaves_the_terminals_own_colours_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with seated(tmp_path, first_to_move(), settings=Settings(language="en", theme="plain")) as at:
        assert "Your turn" in at.text
        styles = [
            segment.style
            for strip in at.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None
        ]
        colours = [
            colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None
        ]
        assert all(colour.is_default for colour in colours)
        assert any(style.reverse for style in styles), "the cursor is seen all the same"


async def test_what_is_pressed_while_the_link_is_down_is_acknowledged(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        at.table.silent, at.table.connected = True, False
        await at.press("d")
        assert "Saved: it will be sent when you reconnect" in at.text
        at.table.answer()
        at.table.act(0, {"do": "draw"})
        await at.pilot.pause()
        assert "place it in a row" in at.text


async def test_a_watcher_sees_no_worth_no_tokens_and_no_choices(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(3, None)) as at:
        at.table.play_on(lambda public: public.phase == "place")
        await at.pilot.pause()
        assert not at.board.chooser.open
        assert "looks at a token" in at.text
        assert "you " not in at.line(1)
        await at.press("enter", "1", "d")
        assert at.table.sent == []


def is_over(public: Public) -> bool:
    return public.phase == "over"


async def test_the_rock_holder_chooses_the_next_tower_on_a_card(tmp_path: Path) -> None:
    table = first_to_move(seed="hazel")
    async with seated(tmp_path, table) as at:
        table.play_on(lambda public: public.phase == "tower")
        await at.pilot.pause()
        card = at.top(RoundEnd)
        first = card.tower
        await at.press("escape")
        assert at.shows(RoundEnd), "a tower has to be chosen"
        await at.press("right")
        assert card.tower != first
        chosen = card.tower
        await at.press("enter")
        assert actions(table) == [{"do": "tower", "tower": chosen}]
        assert at.shows(TableScreen)


async def test_a_refused_choice_of_a_tower_can_be_made_again(tmp_path: Path) -> None:
    table = first_to_move(seed="hazel")
    async with seated(tmp_path, table) as at:
        table.play_on(lambda public: public.phase == "tower")
        await at.pilot.pause()
        table.refusal = RefusalError(Code.ILLEGAL_ACTION)
        await at.press("enter")
        assert at.shows(RoundEnd)
        table.refusal = None
        await at.press("enter")
        assert at.shows(TableScreen)
        assert table.public.phase == "turn"


async def test_the_others_see_who_chooses_and_what_was_chosen(tmp_path: Path) -> None:
    table = first_to_move()
    async with seated(tmp_path, table) as at:
        table.play_on(lambda public: public.phase == "tower" and public.owing != (0,))
        await at.pilot.pause()
        assert at.shows(RoundEnd)
        assert "chooses the next tower" in at.text
        table.move()
        await at.pilot.pause()
        assert "begins!" in at.text
        await at.press("enter")
        assert at.shows(TableScreen)


async def test_the_last_reveal_begins_with_the_best_choice(tmp_path: Path) -> None:
    table = LocalTable(3, 0, "fern")
    async with seated(tmp_path, table) as at:
        table.play_on(lambda public: public.phase == "reveal" and 0 in public.owing)
        await at.pilot.pause()
        card = at.top(LastReveal)
        assert "(the best choice)" in str(card.query_one("#worth", Static).content)
        await at.press("space")
        assert "(the best choice)" not in str(card.query_one("#worth", Static).content)
        await at.press("space", "enter")
        assert actions(table) == [{"do": "reveal", "add": (True, False)}]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_whole_game_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, first_to_move(), size=size) as at:
        for _ in range(400):
            if at.shows(ResultScreen):
                break
            await at.others_move()
            # Enter draws, lays down, takes with a second press, chooses towers, reveals and goes on; towards
            # the end of a tower the rows are taken.
            await at.press("enter")
        assert at.shows(ResultScreen)
        assert "wins with" in at.text or "You win" in at.text or "shared win" in at.text
        await at.press("a")
        assert at.app.navigator.begun_again == 1


@pytest.mark.slow
async def test_a_whole_game_by_mouse(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(2)) as at:
        for _ in range(400):
            if at.shows(ResultScreen):
                break
            await at.others_move()
            await click_something(at)
        assert at.shows(ResultScreen)


async def click_something(at: Seated) -> None:
    top = at.app.screen
    if isinstance(top, RoundEnd):
        tower = top.tower or 0
        await at.pilot.click(top.towers, offset=(top.towers.size.width * (2 * tower + 1) // 8, 3))
    elif isinstance(top, LastReveal):
        await at.press("enter")
    elif top is at.screen and at.board.hand.spot_of(Draw) is not None:
        await click_draw(at)
    elif top is at.screen and at.board.chooser.row is not None:
        await click(at, at.board.rows.spot_of(at.board.chooser.row))
    await at.pilot.pause()


async def test_the_end_shows_the_fair_shuffle_and_the_whole_story(tmp_path: Path) -> None:
    table = first_to_move()
    async with seated(tmp_path, table) as at:
        table.play_on(is_over)
        await at.pilot.pause()
        screen = at.top(ResultScreen)
        assert screen.verdict is not None
        assert screen.verdict.fair
        assert "Fair shuffle" in at.text
        await at.press("r")
        assert at.app.navigator.replayed == [GAME_ID]
        await at.press("v", "g")
        at.top(LogDialog)
        assert "New game." in at.text
        await at.press("escape", "escape", "l")
        assert at.app.navigator.left == 1
