"""What the board shows at which size: slots, values for everybody, towers, the pad."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.strip import Strip

from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import Seated, seated
from triqueta_protocol.games.triqueta import Animal, Options, Public
from triqueta_tui.games.triqueta.layout import HEADER
from triqueta_tui.games.triqueta.paper_scoresheet import PaperScoresheet, ScoresheetDialog
from triqueta_tui.games.triqueta.token_words import letters
from triqueta_tui.locale.numbers import signed
from triqueta_tui.settings import Settings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.terminal import Terminal
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.players import SIGNS


def first_to_move(seats: int = 3, seat: int | None = 0) -> LocalTable:
    return LocalTable(seats, seat, options=Options(start=0))


def row_lines(at: Seated, row: int) -> list[str]:
    rows = at.board.rows
    pitch = rows.content_size.height // len(at.table.public.rows)
    top = rows.content_region.y + row * pitch
    return [line[: rows.size.width] for line in at.lines()[top : top + pitch]]


@pytest.mark.parametrize(("width", "drawn"), [(94, False), (95, True)])
async def test_towers_are_drawn_from_95_columns_on(tmp_path: Path, width: int, drawn: bool) -> None:
    async with seated(tmp_path, first_to_move(), size=(width, 30)) as at:
        assert ("▆▆▆▆▆" in at.text) is drawn
        assert ("towers [15]" in at.line(0)) is not drawn
        assert at.text.count("▆") == (60 if drawn else 0)


@pytest.mark.parametrize(("theme", "sign"), [("forest", "▄"), ("plain", "╭")])
async def test_an_empty_row_shows_whose_place_each_slot_is(tmp_path: Path, theme: str, sign: str) -> None:
    async with seated(tmp_path, first_to_move(), settings=Settings(language="en", theme=theme)) as at:
        row = row_lines(at, 1)
        assert any(sign in line for line in row)
        if theme == "plain":
            text = "".join(row)
            places = [text.index(letters(animal)) for animal in Animal]
            assert places == sorted(places)
            assert text.count("╭") == len(Animal)


async def test_the_whole_chosen_row_is_marked(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("2")
        marked = [[line.startswith("▌") for line in row_lines(at, row)] for row in range(3)]
        pictured = [bool(set("▀▄") & set(line)) for line in row_lines(at, 1)]
        assert sum(marked[1]) > sum(pictured) == 2, "all lines of the pictures, and of the numbers"
        assert not any(marked[0] + marked[2])


@pytest.mark.parametrize("remote", [True, False])
async def test_its_ground_is_lit_where_bytes_do_not_count(tmp_path: Path, remote: bool) -> None:
    async with seated(tmp_path, first_to_move(4)) as at:
        at.app.terminal = Terminal(colours="truecolor", remote=remote, dumb=False)
        at.screen.draw()
        await at.press("2")
        rows = at.board.rows
        pitch = rows.size.height // 4
        grounds = [strip_ground(rows.render_line(line)) for line in range(4 * pitch)]
        chosen, like_it = set(grounds[pitch : 2 * pitch]), set(grounds[3 * pitch :])
        assert len(chosen) == 1
        assert (chosen == like_it) is remote


def strip_ground(strip: Strip) -> str:
    """The background at the end of a line."""
    style = list(strip)[-1].style
    assert style is not None
    return str(style.bgcolor)


async def test_the_token_to_lay_is_pictured_in_its_slot_of_the_chosen_row(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("d")
        assert [glows(at, row) for row in range(3)] == [True, False, False]
        await at.press("down")
        assert [glows(at, row) for row in range(3)] == [False, True, False]


def glows(at: Seated, row: int) -> bool:
    """Whether the place of the drawn token is lit in a row."""
    rows = at.board.rows
    pitch = rows.size.height // 3
    canvas = Canvas(*rows.size)
    rows.draw(canvas)
    cells = [cell for line in canvas.cells[row * pitch : (row + 1) * pitch] for cell in line[16:]]
    return any(style.color == rows.style_of("mark").color for _, style in cells)


@pytest.mark.parametrize("width", [64, 88])
async def test_the_token_to_lay_is_named_in_chinese_at_any_width(tmp_path: Path, width: int) -> None:
    settings = Settings(language="zh_Hant", theme="forest", tiles="letters")
    async with seated(tmp_path, first_to_move(), size=(width, 24), settings=settings) as at:
        await at.press("d")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        assert letters(now.mine.drawn[0]) in "".join(row_lines(at, 0))


def in_the_middle(public: Public) -> bool:
    return public.phase == "place" and public.owing == (0,) and sum(map(len, public.rows)) > 6


async def test_a_row_shows_what_it_does_to_the_viewer(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(4), size=(200, 50)) as at:
        at.table.play_on(in_the_middle)
        await at.pilot.pause()
        for row, worth in enumerate(at.table.rules.mine(at.table.position, 0).worth):
            assert worth is not None
            header = [line[:HEADER] for line in row_lines(at, row)]
            shown = re.findall(r"[+−]?\d+", " ".join(header))
            assert shown == [f"{row + 1}", signed(worth.points)]


async def test_who_is_out_sees_what_rows_do_to_the_others(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3)) as at:
        await at.press("2", "2")
        header = "".join(line[:HEADER] for line in row_lines(at, 0))
        assert [SIGNS[seat] in header for seat in range(3)] == [False, True, True]


async def test_signs_tell_who_has_laid_since_my_last_move(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3)) as at:
        await at.press("d", "1")
        while at.table.public.owing == (1,):
            at.table.act(1, {"do": "place", "row": 0} if at.table.public.drawn else {"do": "draw"})
        await at.pilot.pause()
        shown = "".join(row_lines(at, 0))
        assert (shown.count(SIGNS[1]), SIGNS[0] in shown) == (1, False)


async def test_laying_a_token_says_what_it_does_to_the_row_for_everybody(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3)) as at:
        await at.press("d")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        detail = at.screen.prompt.detail
        assert detail.startswith("Row 1 + ")
        assert all(f"{name} 0›+1" in detail for name in ("you", "Björn", "Chloé"))


@pytest.mark.parametrize("size", [(45, 40), (60, 20)])
async def test_the_hint_fits_the_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    async with seated(tmp_path, first_to_move(5), size=size) as at:
        await at.press("d")
        detail = at.screen.prompt.detail
        assert "you 0›+1" in detail
        assert cell_len(detail) <= size[0] - 4


async def test_a_phone_shows_pictures_and_leaves_little_empty(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(4), size=(45, 40)) as at:
        assert set("▀▄") & set(row_lines(at, 0)[0])
        assert at.board.rows.size.height >= 16
        assert at.screen.ticker.size.height <= 12


async def test_own_kept_tokens_are_named_in_the_own_line_alone(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3)) as at:
        await at.press("d")
        now = at.screen.now
        assert now is not None
        assert now.mine is not None
        token = letters(now.mine.drawn[0])
        await at.press("f", "f")
        at.table.act(1, {"do": "draw"})
        at.table.act(1, {"do": "keep"})
        await at.pilot.pause()
        top = at.board.sheet.content_region.y
        lines = {line.split()[1]: line for line in at.lines()[top + 1 : top + 4] if line.strip()}
        own = next(line for name, line in lines.items() if "Ana" in line)
        assert f"{token} __" in own
        assert "?" not in own
        assert "?  __" in lines["Björn"]


def pad_column(at: Seated, index: int) -> dict[str, list[str]]:
    """The entries of one column of the pad: animals, tiles and the total."""
    pad = at.board.pad
    canvas = Canvas(pad.size.width, pad.size.height)
    pad.draw(canvas)
    seats = at.table.seats
    lines = ["".join(text for text, _ in line) for line in canvas.cells]
    bars = [place for place, letter in enumerate(lines[1]) if letter == "│"]
    assert len(bars) == seats + 1
    entries = [line[bars[index] + 1 : bars[index + 1]].split() for line in lines[1:]]
    return {"above": [entry[-1] for entry in entries[:-1] if entry], "total": entries[-1]}


async def test_the_cells_of_the_pad_add_up_to_its_total_all_the_game_long(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3), size=(150, 40)) as at:
        while at.table.position.owing:
            at.table.move()
            if at.table.public.phase != "turn":
                continue
            assert at.screen.now is not None
            at.board.pad.show(at.screen.now)
            for index in range(3):
                column = pad_column(at, index)
                counted = [int(one.replace("−", "-")) for one in column["above"] if ")" not in one]
                assert [str(sum(counted)).replace("-", "−")] == column["total"]


async def test_large_terminals_have_the_pad_on_the_table(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(5), size=(150, 40)) as at:
        assert sheets(at) == (True, False)
        assert "total" in at.text
        assert "rock, at end" in at.text
        await at.pilot.resize_terminal(149, 40)
        await at.pilot.pause()
        assert sheets(at) == (False, True)
        assert "kept" in at.text


def sheets(at: Seated) -> tuple[bool, bool]:
    """Whether the pad and the scoresheet are on the table."""
    return at.board.pad.display, at.board.sheet.display


async def test_the_key_that_opens_the_pad_closes_it(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move()) as at:
        await at.press("s")
        assert at.shows(ScoresheetDialog)
        await at.press("s")
        assert at.shows(TableScreen)


async def test_the_final_pad_is_whole_in_its_first_frame_and_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights: list[int] = []
    draw = PaperScoresheet.draw

    def drawn(pad: PaperScoresheet, canvas: Canvas) -> None:
        heights.append(canvas.height)
        draw(pad, canvas)

    table = first_to_move(4)
    async with seated(tmp_path, table, size=(120, 36)) as at:
        table.play_on(lambda public: public.phase == "reveal" or public.round == 4)
        await at.pilot.pause()
        monkeypatch.setattr(PaperScoresheet, "draw", drawn)
        table.play_on(lambda public: public.phase == "over")
        await at.pilot.pause()
        screen = at.top(ResultScreen)
        assert heights
        assert set(heights) == {PaperScoresheet.lines(31, over=True)}
        pad = at.top(ResultScreen).sheet.query_one(PaperScoresheet)
        total = next(line for line in at.lines() if "total" in line and "│" in line)[: pad.size.width]
        left, right = len(total) - len(total.lstrip()), len(total) - len(total.rstrip())
        assert abs(left - right) <= 2
        headline = next(line for line in at.lines() if line.strip())
        assert abs((len(headline) - len(headline.lstrip())) - (len(headline) - len(headline.rstrip()))) <= 2
        assert screen.query_one(PaperScoresheet).region.y - at.lines().index(headline) == 2


async def test_the_prompt_is_shortened_when_the_terminal_is(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(), size=(120, 36)) as at:
        assert "Your turn: draw a token" in at.text
        await at.pilot.resize_terminal(40, 12)
        await at.pilot.pause()
        assert "Draw (d) or take a row (1–3)" in at.text
        await at.pilot.resize_terminal(80, 24)
        await at.pilot.pause()
        assert "Your turn: draw a token" in at.text


async def test_a_row_that_was_taken_keeps_the_shadows_of_its_animals(tmp_path: Path) -> None:
    async with seated(tmp_path, first_to_move(3)) as at:
        at.app.terminal = Terminal(colours="truecolor", remote=False, dumb=False)
        await at.press("d", "1")
        before = at.table.public.rows[0]
        assert before
        at.table.act(1, {"do": "take", "row": 0})
        await at.pilot.pause()
        shown = row_lines(at, 0)
        assert "taken by Björn" in "".join(shown)
        assert set("▀▄█") & set("".join(shown))
