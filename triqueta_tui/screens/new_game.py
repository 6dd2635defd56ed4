"""The form for a new game on this machine: which game, who sits where, by which rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from protocol.errors import Code, Refusal
from protocol.text import clean_name, same_name
from triqueta_tui.game import Game
from triqueta_tui.intents import PlayNow
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import reason
from triqueta_tui.net.own_name import own_name
from triqueta_tui.screens.form_card import Card
from triqueta_tui.screens.rated_form import rated_caution, rated_in, rated_line, rated_now
from triqueta_tui.screens.series_form import series_in, series_line
from triqueta_tui.screens.table_rules_form import chosen_game, coach_in, coach_line, game_line, option_advice
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.level_words import level_words

_PERSON: Final = "person"
_NOBODY: Final = "nobody"
_UNDO: Final = ("usual", "practice")
"""When decisions can be taken back, where nobody else sits."""


class NewGame(Card[None]):
    title_key = "rooms.new_game.title"
    advice_key = "rooms.new_game.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        game = self._game(now)
        lines = game_line(tuple(self.app.games), game)
        lines.append(Line("you", say("rooms.new_game.you"), value=own_name(self.app.settings.name)))
        values = (*game.vocabulary.levels, _PERSON, _NOBODY)
        levels = (level_words(game.name, level) for level in game.vocabulary.levels)
        words = (
            *(say("rooms.seats.bot", level=level) for level in levels),
            say("rooms.new_game.person"),
            say("rooms.new_game.nobody"),
        )
        kinds = {seat: now.get(f"seat{seat}", self._default(game, seat)) for seat in _others(game)}
        for seat, kind in kinds.items():
            label = say("rooms.new_game.seat", number=seat)
            lines.append(Line(f"seat{seat}", label, values, words, kind if kind in values else values[0]))
            if kind == _PERSON:
                lines.append(Line(f"name{seat}", say("rooms.new_game.name"), hint=_somebody(seat)))
        players = 1 + sum(kind != _NOBODY for kind in kinds.values())
        set_up = game.load_set_up()
        lines += set_up.lines(players, set_up.options(now))
        lines += series_line(None)
        alone = _PERSON not in kinds.values()
        if alone:
            lines += rated_line(False)
            if rated_now(now, False):
                return lines
        lines += coach_line(True)
        if alone:
            ways = tuple(say(f"rooms.new_game.undo_{way}") for way in _UNDO)
            lines.append(Line("undo", say("rooms.new_game.undo"), _UNDO, ways, _UNDO[0]))
        lines.append(Line("seed", say("rooms.new_game.seed"), hint=say("rooms.new_game.seed_hint")))
        return lines

    def caution(self, now: Mapping[str, str]) -> str:
        return "\n".join(filter(None, (option_advice(self._game(now), now), rated_caution(now))))

    def on_form_done(self) -> None:
        game = self._game(self.form.values)
        kinds = [self.form[f"seat{seat}"] for seat in _others(game)]
        bots = tuple(kind for kind in kinds if kind in game.vocabulary.levels)
        try:
            you, *people = self._names(game)
            if 1 + len(bots) + len(people) < game.vocabulary.seats[0]:
                raise Refusal(Code.TOO_FEW_PLAYERS, least=game.vocabulary.seats[0])
        except Refusal as refusal:
            self.fail(reason(refusal.code, refusal.detail))
            return
        if not same_name(you, own_name(self.app.settings.name)):
            self.app.change_settings(name=you)
        options = game.load_set_up().options(self.form.values)
        seed = self.form.values.get("seed", "").strip() or None
        coach = coach_in(self.form.values) is not False
        practice = self.form.values.get("undo") == "practice"
        play = PlayNow(game.name, bots, seed, tuple(people), options, practice=practice, coach=coach)
        series = series_in(self.form.values) or None
        self.app.go(replace(play, series=series, rated=bool(rated_in(self.form.values))))

    def _game(self, values: Mapping[str, str]) -> Game:
        games = self.app.games
        return chosen_game(tuple(games), values, games.chosen(self.app.settings.game))

    def _names(self, game: Game) -> list[str]:
        """The names of the players at this terminal, the owner first; raises ``Refusal`` if two are alike."""
        people = [seat for seat in _others(game) if self.form[f"seat{seat}"] == _PERSON]
        typed = [self.form["you"], *(self.form[f"name{seat}"].strip() or _somebody(seat) for seat in people)]
        names: list[str] = []
        for name in map(clean_name, typed):
            if any(same_name(name, other) for other in names):
                raise Refusal(Code.NAME_TAKEN)
            names.append(name)
        return names

    def _default(self, game: Game, seat: int) -> str:
        about = game.remembered(self.app.settings)
        return about.level if seat <= about.players else _NOBODY


def _others(game: Game) -> range:
    return range(2, game.vocabulary.seats.stop)


def _somebody(seat: int) -> str:
    """The name of a player who gives none."""
    return say("rooms.new_game.somebody", number=seat)
