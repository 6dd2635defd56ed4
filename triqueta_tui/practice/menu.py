"""What there is to practise: the position of the day, and the exercises of each game."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from triqueta_tui.game import Games
from triqueta_tui.locale import say
from triqueta_tui.practice.exercises import daily_game, games_with_positions
from triqueta_tui.settings import DailyResult
from triqueta_tui.widgets.menu import Entry
from triqueta_tui.widgets.text_panel import Question

DAILY: Final = "daily"
FIGURES: Final = "figures:"
"""Before the name of a game that explains its figures with exercises of its own."""


class PracticeMenu(Question):
    """The result is ``DAILY``, the name of a game, or None; for figures the name follows ``FIGURES``."""

    def __init__(self, games: Games, today: date, done: DailyResult) -> None:
        entries: Sequence[Entry] = [
            Entry(DAILY, say("practice.menu.daily"), "d", _daily_note(games, today, done)),
            *(
                Entry(game.name, game.title, str(number), say(f"{game.name}.practice.about"))
                for number, game in enumerate(games_with_positions(games), 1)
            ),
            *(
                Entry(FIGURES + game.name, say("practice.menu.figures", game=game.title), "f")
                for game in games
                if game.load_rules().practice is not None
            ),
        ]
        super().__init__(say("practice.menu.title"), say("practice.menu.text"), *entries)


def _daily_note(games: Games, today: date, done: DailyResult) -> str:
    title = daily_game(games, today).title
    if done.date != today.isoformat():
        return title
    if done.streak > 1:
        return say("practice.menu.done_in_a_row", game=title, marks=done.marks, count=done.streak)
    return say("practice.menu.done", game=title, marks=done.marks)
