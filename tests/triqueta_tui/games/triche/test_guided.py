"""The guided first game on the screen: hints over the real table and its cards."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import structs

from tests.triqueta_tui.games.triche.local import LocalTable
from tests.triqueta_tui.games.triche.playing import Seated, my_card, play_to, seated
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import Options
from triqueta_protocol.requests import Hold
from triqueta_tui.games.triche.guided import GUIDED
from triqueta_tui.games.triche.opening_dialog import OpeningDialog
from triqueta_tui.games.triche.round_end import RoundEnd
from triqueta_tui.settings import Settings
from triqueta_tui.table.guided import HintDialog
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.widgets.text_panel import Words

STILL = Settings(language="en", theme="forest", motion=False)


def guided_table() -> LocalTable:
    """The table of the guided game, without a network."""
    options = msgspec.convert(GUIDED.intent.options, Options)
    return LocalTable(1 + len(GUIDED.intent.bots), 0, GUIDED.intent.settings.seed or "", options=options)


def begin_tour(at: Seated) -> None:
    at.table.feed.hints_given = set()
    at.screen.begin_hints()


async def test_a_hint_lies_over_the_set_up_and_its_keys_work_there(tmp_path: Path) -> None:
    async with seated(tmp_path, guided_table()) as at:
        begin_tour(at)
        await at.pilot.pause()
        assert at.top(HintDialog).hint.title == "What it is about"
        await at.press("3")
        assert at.top(OpeningDialog).steps.at == 2


async def test_bots_wait_while_a_hint_is_open(tmp_path: Path) -> None:
    table = guided_table()
    bots = [structs.replace(seat, kind="bot", player=None) for seat in table.room.seats[1:]]
    table.tell([], {"seats": plain([table.room.seats[0], *bots])})
    async with seated(tmp_path, table) as at:
        await play_to(at, my_card)
        begin_tour(at)
        await at.pilot.pause()
        assert [one.hold for one in at.table.sent if isinstance(one, Hold)] == [True]
        while at.shows(HintDialog):
            await at.press("enter")
            await at.pilot.pause()
        assert [one.hold for one in at.table.sent if isinstance(one, Hold)] == [True, False]


async def test_hints_leave_the_hand_and_the_prompt_in_sight(tmp_path: Path) -> None:
    async with seated(tmp_path, guided_table()) as at:
        await play_to(at, my_card)
        begin_tour(at)
        await at.pilot.pause()
        hint = at.top(HintDialog).query_one("#dialog").region
        assert hint.bottom <= min(at.board.hand.region.y, at.screen.prompt.region.y)


@pytest.mark.parametrize(
    ("language", "size"), [("de", (40, 12)), pytest.param("zh_Hant", (80, 24), marks=pytest.mark.slow)]
)
async def test_a_whole_guided_game_by_keys_with_every_hint_read_to_its_end(
    tmp_path: Path, language: Literal["en", "de", "zh_Hant"], size: tuple[int, int]
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, guided_table(), size=size, settings=settings) as at:
        begin_tour(at)
        await at.pilot.pause()
        read = set()
        for _ in range(260):
            if at.shows(ResultScreen):
                break
            await at.others_move()
            if at.shows(HintDialog):
                card = at.top(HintDialog)
                words = card.query_one(Words)
                assert card.query_one("#dialog").content_region.contains_region(words.region)
                await at.press("end")
                last = words.text.splitlines()[-1]
                assert last in [words.render_line(y).text.strip() for y in range(words.size.height)]
                read.add(card.hint.title)
                await at.press("enter")
            else:
                await at.press("y" if at.table.public.phase in {"conquer", "swap"} else "enter")
        assert at.shows(ResultScreen)
        assert len(read) >= 9


async def test_no_hint_covers_the_count_of_a_round(tmp_path: Path) -> None:
    async with seated(tmp_path, LocalTable(2, 0), settings=STILL) as at:
        at.table.play_on(lambda public: public.round == 2)
        await at.pilot.pause()
        begin_tour(at)
        await at.pilot.pause(0.5)
        assert at.shows(RoundEnd)
        await at.press("enter")
        await at.until_shown(HintDialog)
        assert at.top(HintDialog).hint.title == "The count"
