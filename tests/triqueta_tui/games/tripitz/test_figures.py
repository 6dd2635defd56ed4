"""The lines below the board say in full what spoils them, where the terminal is small."""

from itertools import combinations
from pathlib import Path
from typing import Literal

import pytest

from tests.triqueta_tui.games.tripitz.local import LocalTable
from tests.triqueta_tui.games.tripitz.playing import played, seated
from triqueta_protocol.games.tripitz_board import CELLS, NUMBERS
from triqueta_protocol.games.tripitz_stones import Colour, Ink, Symbol, stone
from triqueta_tui.games.tripitz.figures import Figure, figures_of, piece_caption
from triqueta_tui.games.tripitz.stone_words import FEATURES, feature_name
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.settings import Settings

SPOILING = [mixed for count in (1, 2, 3) for mixed in combinations(range(len(FEATURES)), count)]
LAID = NUMBERS[0, 0]


def piece(values: tuple[int, ...]) -> int:
    colour, symbol, ink = values
    return stone(Colour(colour), Symbol(symbol), Ink(ink))


def spoiled(mixed: tuple[int, ...], *, beside_four: bool) -> list[Figure]:
    """A line of three in which these features are mixed, on its own or beside a quadruple."""
    board: list[int | None] = [None] * CELLS
    for place, (alike, different) in enumerate(((0, 1), (1, 2)), 1):
        values = tuple(alike if feature in mixed else different for feature in range(len(FEATURES)))
        board[NUMBERS[0, place]] = piece(values)
    for place in (1, 2, 3) if beside_four else ():
        board[NUMBERS[place, 0]] = piece((place, place, place))
    return figures_of(board, LAID, piece((0, 0, 0)))


@pytest.mark.parametrize("language", ["en", "de", "zh_Hant"])
async def test_at_80_columns_all_features_that_spoil_a_line_are_told(
    tmp_path: Path, language: Literal["en", "de", "zh_Hant"]
) -> None:
    settings = Settings(language=language, theme="forest")
    async with seated(tmp_path, played(LocalTable(2, 0), 12), settings=settings) as at:
        shown, told = at.board.figures, []
        for mixed in SPOILING:
            for beside_four in (False, True):
                figures = spoiled(mixed, beside_four=beside_four)
                (lame,) = [one for one in figures if not one.counts]
                shown.show(piece_caption(piece((0, 2, 3))), figures)
                await at.pilot.pause()
                text = "\n".join(line[: shown.region.width] for line in at.lines()[shown.region.y :])
                told.append(next(line for line in text.splitlines() if " – " in line))
                assert any(f"– {words} " in told[-1] for words in lame.words), told[-1]
                names = listed(map(feature_name, mixed))
                everything = say("tripitz.table.figure.all_features")
                assert names in told[-1] or (len(mixed) == 3 and everything in told[-1])
                assert "…" not in told[-1]
        word = {"en": "mixed", "de": "gemischt", "zh_Hant": "有同有異"}[language]
        assert all(word in line for line in told)


async def test_where_nothing_fits_an_ellipsis_says_so(tmp_path: Path) -> None:
    settings = Settings(language="de", theme="forest")
    async with seated(tmp_path, played(LocalTable(2, 0), 12), (40, 30), settings) as at:
        at.board.figures.show(piece_caption(piece((0, 2, 3))), spoiled((1, 2), beside_four=True))
        await at.pilot.pause()
        assert "– gemischt: Symbol,…" in at.text
