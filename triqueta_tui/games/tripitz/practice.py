"""The screen of exercises: complete a figure with one of the stones offered."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import HELP_CLOSE, HELP_CLOSE_RULES, PRACTICE_ANSWERS, PRACTICE_NEXT, PRACTICE_OPEN
from triqueta_tui.commands.command import Command, bindings
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.exercises import KINDS, Exercise, Kind, exercise, explained, stones_beside
from triqueta_tui.games.tripitz.stone_drawing import Tones, tones
from triqueta_tui.locale import plural, say
from triqueta_tui.table.prompt import Keys
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import STRONG, Line, line, wrapped

_FIRST: Final[tuple[Kind, ...]] = ("one", "two", "quadruple", "three", "quadruple", "three")
"""The kinds of the first questions; later ones are random."""

GOAL: Final = len(_FIRST)
"""After this many right answers the player is ready for a game."""

_WIDE: Final = 60
_HIGH: Final = 19
"""From this size of the page on the stones are as large as on a wide board."""

_NARROW: Final = 40
"""Screens this narrow are also low: they show only what is needed."""


@dataclass
class Practice:
    """The current question and the score so far."""

    rng: Random
    number: int = 0
    """The number of questions before this one."""
    asked: Exercise = field(init=False)
    tried: list[int] = field(default_factory=list)
    """The stones tried for this question, in order."""
    tries: int = 0
    right: int = 0

    def __post_init__(self) -> None:
        self._ask()

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.right >= GOAL

    @property
    def solved(self) -> bool:
        return bool(self.tried) and self.tried[-1] in self.asked.right

    def answer(self, at: int) -> None:
        """Try one of the stones offered, unless the question is solved or it was tried before."""
        stone = self.asked.offered[at]
        if self.solved or stone in self.tried:
            return
        self.tried.append(stone)
        self.tries += 1
        self.right += self.solved

    def next(self) -> None:
        self.number += 1
        self.tried = []
        self._ask()

    def _ask(self) -> None:
        kind = _FIRST[self.number] if self.number < len(_FIRST) else self.rng.choice(KINDS)
        self.asked = exercise(self.rng, kind)


class Question(Book):
    """The question, the stones offered, and the verdict on the last answer."""

    def __init__(self, practice: Practice, keys: Keys) -> None:
        super().__init__(id="question")
        self._practice = practice
        self._keys = keys

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        practice, colours = self._practice, tones(self.app)
        tile = Tile.LARGE if cells >= _WIDE and self.size.height >= _HIGH else Tile.SMALL
        asked = practice.asked
        wants = "tripitz.practice.triple" if len(asked.given) == 2 else "tripitz.practice.quadruple"
        question = wrapped(line((say(wants), "")), cells)
        if cells > _NARROW:
            question.append(())
        elif practice.tried:
            question = []
        return [
            [
                *question,
                *_given(asked.given, tile, colours),
                (),
                *_offered(practice, tile, colours),
                *_verdict(practice, cells),
                *self._end(cells),
            ]
        ]

    def _end(self, cells: int) -> list[Line]:
        """The line about what comes next, once the question is solved."""
        practice = self._practice
        if not practice.solved:
            return []
        kind = "reached" if practice.done else "goal"
        named = {"next": self._keys.of(PRACTICE_NEXT), "close": self._keys.of(HELP_CLOSE)}
        words = say(f"tripitz.practice.{kind}", right=practice.right, goal=GOAL, **named)
        return [*([()] if cells > _NARROW else []), *wrapped(line((words, STRONG)), cells)]

    def show(self) -> None:
        """Show the question; where not all of it fits, its end."""
        self._columns = 0
        self._lay_out(self.size.width)
        self.virtual_size = Size(self.size.width, len(self._lines))
        below = len(self._lines) - self.size.height if self._practice.tried else 0
        # Forced: the old layout may not have been scrollable.
        self.scroll_to(y=max(0, below), animate=False, force=True)
        self.refresh()


def _given(stones: Sequence[int], tile: Tile, colours: Tones) -> list[Line]:
    """The stones of the figure, and the place of the one that is missing."""
    lines = stones_beside(stones, tile, colours)
    lines[tile.middle] = (*lines[tile.middle], ("[?]".center(tile.cells), STRONG))
    return lines


def _offered(practice: Practice, tile: Tile, colours: Tones) -> list[Line]:
    """The stones with their numbers, and a verdict below each that was tried."""
    numbers: list[tuple[str, str]] = []
    stones: list[Line] = [()] * tile.lines
    marks: list[tuple[str, str]] = []
    for number, stone in enumerate(practice.asked.offered, 1):
        right = stone in practice.asked.right
        numbers.append(("  " + str(number).center(tile.cells + 1), "key"))
        mark = "" if stone not in practice.tried else "✓" if right else "×"
        marks.append(("  " + mark.center(tile.cells + 1), "good" if right else "bad"))
        drawn = stones_beside((stone,), tile, colours)
        stones = [(*before, *line) for before, line in zip(stones, drawn, strict=True)]
    # A stone with its indent is as wide as its number.
    return [tuple(numbers), *stones, tuple(marks)]


def _verdict(practice: Practice, cells: int) -> list[Line]:
    if not practice.tried:
        return wrapped(line((say("tripitz.practice.ask"), "dim")), cells)
    stone = practice.tried[-1]
    more = len(practice.asked.right) - 1
    if not practice.solved:
        words = say("tripitz.practice.wrong", number=1 + practice.asked.offered.index(stone))
    else:
        words = plural("tripitz.practice.right_more", more) if more else say("tripitz.practice.right")
    verdict = wrapped(line((words, "good" if practice.solved else "bad")), cells)
    return [*verdict, *explained((*practice.asked.given, stone), cells, spoiling=cells <= _NARROW)]


class PracticeScreen(Screen[None]):
    app = app_of(TriquetaApp)
    CSS_PATH = "practice.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(*PRACTICE_ANSWERS, PRACTICE_NEXT, PRACTICE_OPEN, HELP_CLOSE, HELP_CLOSE_RULES)
    ]

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.practice = Practice(Random(seed))

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(say("tripitz.practice.title"), id="title", markup=False)
            yield Static(self._count(), id="count", markup=False)
        yield Question(self.practice, Keys(self.app.settings.keys))
        yield Footer()

    def action_answer(self, at: int) -> None:
        self.practice.answer(at)
        self._show()

    def action_next(self) -> None:
        self.practice.next()
        self._show()

    def footer_word(self, command: Command) -> str:
        return say("practice.real") if command is PRACTICE_OPEN else command.word()

    def action_practise(self) -> None:
        """Go on to positions from real games."""
        self.app.navigator.practise("tripitz")

    def action_close(self) -> None:
        self.dismiss()

    def _show(self) -> None:
        self.query_one("#count", Static).update(self._count())
        self.query_one(Question).show()

    def _count(self) -> str:
        practice = self.practice
        if practice.done:
            return f"✓ {practice.right}"
        return say("tripitz.practice.count", right=practice.right, goal=GOAL)
