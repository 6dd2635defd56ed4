"""Games between bots of different levels, as a record: what the ratings' models and anchors are measured on.

``python -m tests.bench.level_games --game G --seats N --games M`` plays some more and prints a line for each:
the game, the level on each seat, and the place that each seat came to (1 is the best, ties share).
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from tests.bench.bots import play_game
from tests.bench.contest import Contest
from triqueta_server.bots import BOTS
from triqueta_server.games import RULES

RECORD: Final = Path(__file__).with_name("level_games.txt")
LEVELS: Final = ("easy", "normal", "hard")
"""Those that are quick enough to play hundreds of games; how strong expert is, the ladder says."""


@dataclass(frozen=True)
class LevelGame:
    game: str
    levels: tuple[str, ...]
    places: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.game} {','.join(self.levels)} {','.join(map(str, self.places))}"


def recorded(path: Path = RECORD) -> list[LevelGame]:
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    return [
        LevelGame(game, tuple(levels.split(",")), tuple(map(int, places.split(","))))
        for game, levels, places in lines
    ]


def play(game: str, seats: int, numbers: Sequence[int], levels: Sequence[str]) -> Iterator[LevelGame]:
    """One game for each number, with whatever levels the number draws; not all of them alike."""
    contest = Contest(game, RULES[game].vocabulary.words.options(), "", "", seats)
    for number in numbers:
        draw = Random(f"{game} {seats} {number}")
        seated = (levels[0],) * seats
        while len(set(seated)) == 1:
            seated = tuple(draw.choice(levels) for _ in range(seats))
        winners, points = play_game(contest, list(seated), 0, f"ratings {number}", [])
        marks = [(seat in winners, got) for seat, got in enumerate(points)]
        yield LevelGame(game, seated, tuple(1 + sum(other > own for other in marks) for own in marks))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.level_games", description=__doc__)
    parser.add_argument("--game", choices=tuple(BOTS), required=True)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--levels", default=",".join(LEVELS), metavar="LEVEL[,…]")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    for one in play(options.game, options.seats, numbers, options.levels.split(",")):
        print(one, flush=True)


if __name__ == "__main__":
    main()
