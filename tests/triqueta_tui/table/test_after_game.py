"""After a game with others: talk, ask for another one, and leave after a question."""

from pathlib import Path

from msgspec import structs

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import seated
from triqueta_protocol.games.triqueta import Public
from triqueta_protocol.requests import Chat
from triqueta_protocol.table_events import ReadyChanged, Said
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.widgets.text_panel import Question


def is_over(public: Public) -> bool:
    return not public.owing


def lines(table: LocalTable) -> list[str]:
    """The chat lines that were sent."""
    return [one.text for one in table.sent if isinstance(one, Chat)]


async def test_players_talk_below_the_result(tmp_path: Path) -> None:
    table = LocalTable(3, 1)
    async with seated(tmp_path, table) as at:
        table.tell([Said("Ana", "good luck")])
        table.play_on(is_over)
        await at.pilot.pause()
        at.top(ResultScreen)
        await at.press("t")
        assert "Ana: good luck" in at.text
        await at.press(*"that was close", "enter", "h", "escape")
        assert lines(table) == ["that was close"]
        table.tell([Said("Ana", "[b]indeed[/b]")])
        await at.pilot.pause()
        at.top(ResultScreen)
        assert [note.message for note in at.app._notifications] == ["Ana: [b]indeed[/b]"]


async def test_a_line_that_is_typed_when_the_game_ends_can_be_finished(tmp_path: Path) -> None:
    table = LocalTable(3, 1)
    async with seated(tmp_path, table) as at:
        await at.press("t", *"what ")
        table.play_on(is_over)
        await at.pilot.pause()
        at.top(ResultScreen)
        await at.press(*"a hare", "enter")
        assert lines(table) == ["what a hare"]
        assert at.app.navigator.begun_again == at.app.navigator.left == 0


async def test_a_guest_asks_for_another_game_once(tmp_path: Path) -> None:
    table = LocalTable(3, 1)
    async with seated(tmp_path, table) as at:
        table.play_on(is_over)
        await at.pilot.pause()
        assert "The host decides: Ana. a: ask for one" in at.text
        await at.press("a")
        assert at.app.navigator.begun_again == 1
        seats = [structs.replace(seat, ready=at_seat != 0) for at_seat, seat in enumerate(table.room.seats)]
        table.tell([ReadyChanged(1, ready=True)], {"seats": [structs.asdict(seat) for seat in seats]})
        await at.pilot.pause()
        assert "You asked for another game. The host decides: Ana" in at.text
        assert f"Asked for by {seats[2].name}" in at.text
        await at.press("a")
        assert at.app.navigator.begun_again == 1


async def test_a_seat_in_the_next_game_is_given_up_after_a_question_only(tmp_path: Path) -> None:
    table = LocalTable(3, 1)
    async with seated(tmp_path, table) as at:
        table.play_on(is_over)
        await at.pilot.pause()
        for stay in ("escape", "enter", "s"):
            await at.press("escape")
            at.top(Question)
            await at.press(stay)
            at.top(ResultScreen)
        assert at.app.navigator.left == 0
        await at.press("escape", "l")
        assert at.app.navigator.left == 1


async def test_a_watcher_leaves_without_a_question_and_cannot_ask(tmp_path: Path) -> None:
    table = LocalTable(3, None)
    async with seated(tmp_path, table) as at:
        table.play_on(is_over)
        await at.pilot.pause()
        await at.press("a", "escape")
        assert at.app.navigator.begun_again == 0
        assert at.app.navigator.left == 1
