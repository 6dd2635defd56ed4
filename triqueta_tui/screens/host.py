"""The form for opening a table for friends on this machine."""

from collections.abc import Mapping

from triqueta_protocol.settings import TableSettings
from triqueta_tui.locale import say
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.screens.table_settings_form import (
    chosen_game,
    described,
    game_line,
    option_advice,
    rated_caution,
    setting_lines,
    settings_in,
)
from triqueta_tui.session.intents import HostTable
from triqueta_tui.widgets.form import Line


class Host(FormDialog[None]):
    title_key = "rooms.host.title"
    advice_key = "rooms.host.advice"
    done_key = "rooms.done.open"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        games, last = tuple(self.app.games), self.app.games.chosen(self.app.settings.game)
        game = chosen_game(games, now, last)
        hint = say("rooms.host.password_hint")
        password = Line("password", say("rooms.password"), secret=True, hint=hint)
        lines = [*game_line(games, game), *setting_lines(game, now, self._settings, {}), password]
        return described(game, lines)

    @property
    def _settings(self) -> TableSettings:
        return TableSettings(pace=self.app.settings.pace)

    def caution(self, now: Mapping[str, str]) -> str:
        last = self.app.games.chosen(self.app.settings.game)
        advice = option_advice(chosen_game(tuple(self.app.games), now, last), now)
        return "\n".join(filter(None, (advice, rated_caution(now))))

    def on_form_done(self) -> None:
        values = self.form.values
        game = chosen_game(tuple(self.app.games), values, self.app.games.chosen(self.app.settings.game))
        settings = settings_in(values, self._settings)
        options = game.load_set_up().options(values)
        password = self.form["password"] or None
        self.app.navigator.go(HostTable(game.name, settings, options, password=password))
