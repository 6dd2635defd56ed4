"""The form for opening a table for friends on this machine."""

from collections.abc import Mapping
from dataclasses import replace

from protocol.requests import TableRules
from triqueta_tui.intents import HostTable
from triqueta_tui.locale import say
from triqueta_tui.screens.form_card import Card
from triqueta_tui.screens.rated_form import rated_caution, rated_in
from triqueta_tui.screens.series_form import series_in
from triqueta_tui.screens.table_rules_form import (
    chosen_game,
    coach_in,
    game_line,
    option_advice,
    rule_lines,
    rules_in,
    substitute_in,
)
from triqueta_tui.widgets.form import Line


class Host(Card[None]):
    title_key = "rooms.host.title"
    advice_key = "rooms.host.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        games, last = tuple(self.app.games), self.app.games.chosen(self.app.settings.game)
        game = chosen_game(games, now, last)
        hint = say("rooms.host.password_hint")
        password = Line("password", say("rooms.password"), secret=True, hint=hint)
        return [*game_line(games, game), *rule_lines(game, now, self._rules, {}), password]

    @property
    def _rules(self) -> TableRules:
        return TableRules(pace=self.app.settings.pace)

    def caution(self, now: Mapping[str, str]) -> str:
        last = self.app.games.chosen(self.app.settings.game)
        advice = option_advice(chosen_game(tuple(self.app.games), now, last), now)
        return "\n".join(filter(None, (advice, rated_caution(now))))

    def on_form_done(self) -> None:
        values = self.form.values
        game = chosen_game(tuple(self.app.games), values, self.app.games.chosen(self.app.settings.game))
        rules, options = rules_in(game, values, self._rules)
        substitute = substitute_in(values) or "auto"
        password = self.form["password"] or None
        coach = bool(coach_in(values))
        series = series_in(values) or None
        hosted = HostTable(game.name, rules, options, password=password, substitute=substitute, coach=coach)
        self.app.go(replace(hosted, series=series, rated=bool(rated_in(values))))
