"""The coach's card: asked with a key, thinks, advises, follows the table, and goes when it is of no use."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, structs
from textual.widgets import Static

from tests.triqueta_tui.games import playing
from tests.triqueta_tui.games.coached import advice_for, asked, hear, let_coach
from tests.triqueta_tui.games.local import LocalGame
from tests.triqueta_tui.games.triche.local import LocalTable as LocalTriche
from tests.triqueta_tui.games.triche.playing import my_card, play_to
from tests.triqueta_tui.games.tripitz.local import LocalTable as LocalTripitz
from tests.triqueta_tui.games.triqueta.local import LocalTable as LocalTriqueta
from triqueta_protocol.advice import Advice, Promise, Reason
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games import triche, tripitz, triqueta
from triqueta_protocol.requests import Act, Advise, Undo, Watch
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import TookBack
from triqueta_tui.games.triche.dialogs import ConquestDialog
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.tripitz.dialogs import ExchangeDialog
from triqueta_tui.games.tripitz.stone_words import brief_name, full_name
from triqueta_tui.games.triqueta.dialogs import LastReveal
from triqueta_tui.games.triqueta.round_end import RoundEnd
from triqueta_tui.locale import use
from triqueta_tui.locale.numbers import decimal
from triqueta_tui.table.coach_dialog import CoachDialog
from triqueta_tui.table.game_board import GameBoard
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.buttons import Buttons


def triqueta_table() -> LocalTriqueta:
    return LocalTriqueta(3, 0, options=triqueta.Options(start=0))


def tripitz_table() -> LocalTripitz:
    table = LocalTripitz(2, 0)
    table.others_move()
    return table


def sit(folder: Path, table: LocalGame[Any], screen: Any, size: tuple[int, int] = (80, 24)) -> Any:
    let_coach(table)
    return playing.sitting(folder, table, screen, size)


def sitting_at(folder: Path, table: LocalGame[Any]) -> Any:
    """At a table without a coach."""
    board: Any = GameBoard
    return playing.sitting(folder, table, board)


def words_of(at: playing.Seated[Any, Any], card: CoachDialog) -> str:
    """What the card says, however its lines are broken."""
    inside = card.query_one("#dialog").content_region
    lines = at.lines()[inside.y : inside.bottom]
    return " ".join(" ".join(line[inside.x : inside.right] for line in lines).split())


def actions_of(table: LocalGame[Any]) -> list[Struct]:
    return [choice.action for choice in table.rules.mine(table.position, 0).choices]


async def test_it_says_what_an_expert_would_do_why_and_what_else_there_is(tmp_path: Path) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        assert "e coach" in at.line(23)
        await at.press("e")
        at.top(CoachDialog)
        assert "The coach is thinking" in at.text
        assert "show it" not in at.line(23)
        assert [request.table for request in at.table.sent if isinstance(request, Advise)] == ["KNOT"]
        advice = advice_for([triqueta.Draw(), triqueta.Take(2)], Reason("wait", {"gain": 1}))
        # The answer to another request is for the code that has asked.
        at.screen.feed.ask(Watch)
        at.table.sent.pop()
        at.table.answer(advice=advice)
        await at.pilot.pause()
        assert "The coach is thinking" in at.text
        at.table.answer(advice=advice)
        await at.pilot.pause()
        assert "I’d draw a token." in at.text
        assert "Enter show it" in at.line(23)
        assert "The best row is worth only +1 to you now, so you can wait." in at.text
        best, following = (next(line for line in at.lines() if words in line) for words in ("64%", "57%"))
        assert "draw a token" in best
        assert "21.5" in best
        assert "take row 3" in following
        assert "19.5" in following
        # Enter puts the cursor there and decides nothing.
        await at.press("down", "enter")
        assert at.board.chooser.row == 2
        assert not at.board.chooser.armed
        assert [type(request) for request in at.table.sent] == [Advise]


async def test_do_it_decides_for_the_selected_action(tmp_path: Path) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        await hear(at, [triqueta.Draw(), triqueta.Take(2)])
        assert "Space do it" in at.line(23)
        await at.press("down", "space")
        await at.pilot.pause()
        assert at.shows(TableScreen)
        assert at.table.sent[-1].action == {"do": "take", "row": 2}


@pytest.mark.parametrize(
    ("chances", "bars"),
    [([48, 46, 45], [20, 12, 8]), ([2, 1], [20, 16]), ([90, 10], [20, 1]), ([7, 7], [20, 20])],
)
async def test_bars_tell_chances_apart_that_are_close(
    tmp_path: Path, chances: list[int], bars: list[int]
) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        actions = [triqueta.Draw(), triqueta.Take(0), triqueta.Take(1)]
        promises = [
            Promise(plain(action), chance, 9.0) for action, chance in zip(actions, chances, strict=False)
        ]
        await at.press("e")
        at.table.answer(advice=Advice(tuple(promises), None))
        await at.pilot.pause()
        lines = [line for line in at.lines() if "%" in line]
        assert [line.count("━") for line in lines] == bars


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_board_stays_in_sight_where_there_is_room(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard, size) as at:
        rows = at.board.rows.region
        card = await hear(at, actions_of(at.table), Reason("close"))
        covered = card.query_one("#dialog").region
        assert covered.bottom == (
            size[1] - 1 if size[0] < 100 else at.screen.query_one("#side").region.bottom
        )
        assert not covered.overlaps(rows)


async def test_it_closes_with_a_key_and_those_of_the_table_work_through_it(tmp_path: Path) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        for key in ("escape", "e", "d"):
            await hear(at, actions_of(at.table))
            await at.press(key)
            assert at.shows(TableScreen)
        assert at.table.public.phase == "place"


async def test_it_goes_when_the_decision_is_taken(tmp_path: Path) -> None:
    """Such as by a bot, when the time is over."""
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        await hear(at, actions_of(at.table))
        at.table.act(0, {"do": "take", "row": 0})
        await at.pilot.pause()
        assert at.shows(TableScreen)
        assert "e coach" not in at.line(23)
        await at.press("e")
        assert at.shows(TableScreen)
        assert len(asked(at.table)) == 1


def _plain(table: LocalGame[Any], seat: int) -> dict[str, Any]:
    action: dict[str, Any] = plain(table.rules.mine(table.position, seat).choices[0].action)
    return action


async def test_a_refusal_a_newer_servers_words_and_a_click(tmp_path: Path) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard) as at:
        await at.press("e")
        at.table.unanswered.pop().set_exception(RefusalError(Code.COACH_BUSY))
        await at.pilot.pause()
        assert "The coach needs a moment." in at.text
        await at.press("enter", "escape")
        assert at.shows(TableScreen)
        # Actions and reasons that are not known here are left out.
        await at.press("e")
        known = advice_for([triqueta.Draw(), triqueta.Take(1)]).promises
        odd = Advice((Promise({"do": "fly"}, 90, 1.0), *known), Reason("unheard_of", {"moon": 1}))
        at.table.answer(advice=odd)
        await at.pilot.pause()
        assert "I’d draw a token." in at.text
        region = at.app.screen.query_one("#lines").region
        await at.pilot.click(offset=(region.x + 4, region.y + 2))
        await at.pilot.pause()
        assert at.board.chooser.row == 1


async def test_in_a_rated_game_the_key_says_that_there_is_none(tmp_path: Path) -> None:
    table = triqueta_table()
    table.room = structs.replace(table.room, settings=TableSettings(rated=True))
    table.tell([], {"settings": {"rated": True}})
    async with sitting_at(tmp_path, table) as at:
        await at.press("e")
        assert at.shows(TableScreen)
        assert "No coach in rated games" in at.text


async def test_a_list_that_goes_on_says_where_it_is(tmp_path: Path) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard, (60, 15)) as at:
        everything = actions_of(at.table)
        await hear(at, everything * 3)
        shown = re.search(r"1–(\d+) / 12", at.text)
        assert shown is not None
        last = int(shown[1])
        assert 1 < last < 12
        await at.press(*["down"] * last)
        assert f"2–{last + 1} / 12" in at.text
        await at.press("escape")
        await hear(at, everything[:2])
        assert "/ 2" not in at.text


@pytest.mark.parametrize(("before", "after"), [((120, 36), (80, 24)), ((80, 24), (120, 36))])
async def test_in_a_window_of_another_size_it_lies_as_if_it_was_opened_there(
    tmp_path: Path, before: tuple[int, int], after: tuple[int, int]
) -> None:
    async with sit(tmp_path, triqueta_table(), GameBoard, before) as at:
        await hear(at, actions_of(at.table), Reason("close"))
        await at.pilot.resize_terminal(*after)
        await at.pilot.pause()
        resized = at.top(CoachDialog).query_one("#dialog").region
        await at.press("escape")
        await at.pilot.pause()
        card = await hear(at, actions_of(at.table), Reason("close"))
        assert resized == card.query_one("#dialog").region


async def test_a_sentence_without_blanks_fills_its_lines(tmp_path: Path) -> None:
    async with sit(tmp_path, tripitz_table(), GameBoard, (120, 36)) as at:
        use("zh_Hant")
        card = await hear(at, actions_of(at.table), Reason("little_to_lay", {"points": 2}))
        why = str(card.query_one("#why", Static).content)
        assert why.startswith("現在最多只能得 2 分，")
        use("en")


async def test_without_the_rule_the_key_says_so(tmp_path: Path) -> None:
    async with sitting_at(tmp_path, triqueta_table()) as at:
        await at.press("e")
        assert at.shows(TableScreen)
        assert "This table has no coach" in at.text
        assert "coach" not in at.line(23)


async def test_triche_is_advised_on_its_cards_and_shows_card_and_cell(tmp_path: Path) -> None:
    table = LocalTriche(2, 0)
    async with sit(tmp_path, table, GameBoard) as at:
        assert at.shows(OpeningDialog)
        first, *_, other = actions_of(table)
        await hear(at, [first, other])
        # Others who set up their carrés meanwhile do not disturb.
        table.act(1, _plain(table, 1))
        await at.pilot.pause()
        assert at.shows(CoachDialog)
        await at.press("down", "enter")
        assert at.top(OpeningDialog).steps.decision() == other
        # Also where the card was put aside.
        await at.press("escape", "escape", "escape", "escape")
        assert at.shows(TableScreen)
        await hear(at, [first])
        await at.press("enter")
        assert at.top(OpeningDialog).steps.decision() == first
        await play_to(at, my_card)
        last = table.rules.mine(table.position, 0).choices[-1]
        await hear(at, [last.action])
        await at.press("enter")
        assert at.board.chooser.press() == last.action
        await play_to(at, lambda public: public.phase == "conquer" and public.owing == (0,))
        at.screen.show_dialogs()
        await at.pilot.pause()
        assert at.shows(ConquestDialog)
        reason = Reason("theirs_now", {"own": 1, "other": 3})
        await hear(at, [triche.Conquer(True), triche.Conquer(False)], reason)
        assert "I’d conquer it." in at.text
        assert "That carré stands at 3 now, yours at 1." in at.text
        # Enter shows the answer, and then gives it; nothing was given before.
        sent = len(table.sent)
        await at.press("enter")
        selected = at.top(ConquestDialog).query_one(Buttons).selected
        assert selected is not None
        assert selected.name == "yes"
        assert len(table.sent) == sent
        await at.press("enter")
        assert table.public.phase != "conquer"


async def test_without_a_word_of_the_coach_enter_gives_the_selected_answer(tmp_path: Path) -> None:
    table = LocalTriche(2, 0)
    async with sit(tmp_path, table, GameBoard) as at:
        await play_to(at, lambda public: public.phase == "conquer" and public.owing == (0,))
        at.screen.show_dialogs()
        await at.pilot.pause()
        assert at.shows(ConquestDialog)
        await at.press("right", "enter")
        sent = table.sent[-1]
        assert isinstance(sent, Act)
        assert sent.action == {"do": "conquer", "yes": False}


async def test_the_tower_is_advised_on_its_card_and_the_last_row_can_be_taken_back(tmp_path: Path) -> None:
    table = LocalTriqueta(2, 0, options=triqueta.Options(start=0))
    table.act(0, {"do": "draw"})
    table.act(0, {"do": "place", "row": 0})
    table.act(1, {"do": "take", "row": 0})
    before = table.position.copy()
    table.act(0, {"do": "take", "row": 1})
    table.room = structs.replace(table.room, undo=True)
    table.tell([], {"undo": True})
    async with sit(tmp_path, table, GameBoard) as at:
        first, *_, other = actions_of(table)
        assert isinstance(other, triqueta.ChooseTower)
        assert first != other
        await hear(at, [other, first], Reason("towers_alike"))
        assert "From the outside all towers are alike." in at.text
        await at.press("enter")
        assert at.top(RoundEnd).tower == other.tower
        assert "⌫ undo" in at.line(23)
        await at.press("backspace")
        assert isinstance(table.sent[-1], Undo)
        table.answer()
        table.position = before
        table.tell([TookBack(0)])
        await at.pilot.pause()
        assert at.shows(TableScreen)
        assert "take the last row (2)" in at.text


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (40, 12)])
async def test_set_ups_can_be_told_apart(tmp_path: Path, size: tuple[int, int]) -> None:
    async with sit(tmp_path, LocalTriche(2, 0), GameBoard, size) as at:
        await hear(at, [triche.SetUp(0, (2, 2), (0, 8)), triche.SetUp(2, (0, 2), (1, 5))])
        assert "I’d place T face down" in at.text
        assert "I·· ·(T)· ··I" in at.text
        assert "·T· ·(I)I ···" in at.text
        await at.press("escape")
        # Where two cards of two colours lie side by side, nobody takes them for three cards.
        await hear(at, [triche.SetUp(1, (5, 6), (0, 1))])
        assert "[T/R][R/T]· ·(R)· ···" in at.text


async def test_the_last_reveal_shows_the_tokens_that_are_to_count(tmp_path: Path) -> None:
    table = triqueta_table()
    while not (table.public.phase == "reveal" and len(actions_of(table)) > 1):
        table.move()
    async with sit(tmp_path, table, GameBoard) as at:
        for action in actions_of(table):
            assert isinstance(action, triqueta.Reveal)
            await hear(at, [action])
            await at.press("enter")
            assert at.top(LastReveal).board.adds == action.add


async def test_tripitz_shows_stone_and_cell_or_the_stones_of_an_exchange(tmp_path: Path) -> None:
    async with sit(tmp_path, tripitz_table(), GameBoard) as at:
        card = await hear(at, [], Reason("race"))
        assert "The coach doesn’t help in a race" in words_of(at, card)
        await at.press("escape")
        choice = next(one for one in at.table.rules.mine(at.table.position, 0).choices if one.cells)
        placement = tripitz.Place(choice.action.stone, choice.cells[-1])
        other = next(one.action for one in at.table.rules.mine(at.table.position, 0).choices if one.cells)
        card = await hear(at, [other, placement], Reason("most_points", {"points": 3}))
        assert f"for {choice.gains[-1]}" in words_of(at, card)
        # It lies beside the board, and the player's own rack stays in sight.
        assert not card.query_one("#dialog").region.overlaps(at.board.region)
        await at.press("down", "enter")
        assert at.board.chooser.press() == placement
        stones = at.table.public.racks[0][:2]
        await hear(at, [tripitz.Exchange(stones)], Reason("little_to_lay", {"points": 2}))
        await at.press("enter")
        card = at.top(ExchangeDialog)
        assert [card.row.pieces[place] for place in sorted(card.row.selected)] == list(stones)


@pytest.mark.parametrize(("language", "words"), [("en", "21.5"), ("de", "21,5"), ("zh_Hant", "21.5")])
def test_points_are_written_as_the_language_does(language: str, words: str) -> None:
    use(language)
    assert decimal(21.5) == words
    assert decimal(-0.04) == decimal(0.0)
    assert decimal(-21.5) == f"−{words}"
    use("en")


@pytest.mark.parametrize(("size", "words"), [((80, 24), full_name), ((60, 20), brief_name)])
async def test_stones_are_named_in_words_where_the_list_has_room(
    tmp_path: Path, size: tuple[int, int], words: Callable[[int], str]
) -> None:
    async with sit(tmp_path, tripitz_table(), GameBoard, size) as at:
        places = [one for one in actions_of(at.table) if isinstance(one, tripitz.Place)]
        card = await hear(at, places[:2])
        second = words_of(at, card).partition("64%")[2]
        assert f"{words(places[1].stone)} for " in second
        assert "━" in second
