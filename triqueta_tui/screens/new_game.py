"""The form for a new game on this machine: game, seats and options."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.text import clean_name, same_name
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.screens.table_settings_form import (
    chosen_game,
    described,
    game_line,
    is_rated,
    option_advice,
    rated_caution,
    setting_line,
    settings_in,
)
from triqueta_tui.session.error_words import reason
from triqueta_tui.session.intents import WITH_COACH, PlayNow
from triqueta_tui.session.own_name import own_name
from triqueta_tui.widgets.form import Line
from triqueta_tui.widgets.level_words import level_words

_PERSON: Final = "person"
_NOBODY: Final = "nobody"
_UNDO: Final = ("usual", "practice")
"""When undo is allowed: no other people at the table."""


class NewGame(FormDialog[None]):
    title_key = "rooms.new_game.title"
    advice_key = "rooms.new_game.advice"
    done_key = "rooms.done.start"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        game = self._game(now)
        return described(game, self._lines(game, now))

    def _lines(self, game: Game, now: Mapping[str, str]) -> list[Line]:
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
                lines.append(Line(f"name{seat}", say("rooms.new_game.name"), hint=_default(seat)))
        players = 1 + sum(kind != _NOBODY for kind in kinds.values())
        set_up = game.load_set_up()
        lines += set_up.lines(players, set_up.options(now))
        lines.append(setting_line("series", WITH_COACH))
        alone = _PERSON not in kinds.values()
        if alone:
            lines.append(setting_line("rated", WITH_COACH))
            if is_rated(now, WITH_COACH):
                return lines
        lines.append(setting_line("coach", WITH_COACH))
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
                raise RefusalError(Code.TOO_FEW_PLAYERS, least=game.vocabulary.seats[0])
        except RefusalError as refusal:
            self.fail(reason(refusal.code, refusal.detail))
            return
        if not same_name(you, own_name(self.app.settings.name)):
            self.app.change_settings(name=you)
        options = game.load_set_up().options(self.form.values)
        seed = self.form.values.get("seed", "").strip() or None
        practice = self.form.values.get("undo") == "practice"
        settings = replace(settings_in(self.form.values, WITH_COACH), seed=seed, practice=practice)
        self.app.navigator.go(PlayNow(game.name, bots, tuple(people), settings, options))

    def _game(self, values: Mapping[str, str]) -> Game:
        games = self.app.games
        return chosen_game(tuple(games), values, games.chosen(self.app.settings.game))

    def _names(self, game: Game) -> list[str]:
        """The names of the hot-seat players, the owner first; refuses names that look alike."""
        people = [seat for seat in _others(game) if self.form[f"seat{seat}"] == _PERSON]
        typed = [self.form["you"], *(self.form[f"name{seat}"].strip() or _default(seat) for seat in people)]
        names: list[str] = []
        for name in map(clean_name, typed):
            if any(same_name(name, other) for other in names):
                raise RefusalError(Code.NAME_TAKEN)
            names.append(name)
        return names

    def _default(self, game: Game, seat: int) -> str:
        about = game.remembered(self.app.settings)
        return about.level if seat <= about.players else _NOBODY


def _others(game: Game) -> range:
    return range(2, game.vocabulary.seats.stop)


def _default(seat: int) -> str:
    """The default name of a player."""
    return say("rooms.new_game.somebody", number=seat)
