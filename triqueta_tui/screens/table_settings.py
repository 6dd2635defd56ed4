"""The form with a table's settings: for a new table, or to change them in the waiting room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from triqueta_protocol.events import Room
from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import Game
from triqueta_tui.locale import say
from triqueta_tui.screens.access_form import ACCESS_LINES, access_lines, lacks_password
from triqueta_tui.screens.form_dialog import FormDialog
from triqueta_tui.screens.table_settings_form import (
    chosen_game,
    described,
    game_line,
    option_advice,
    rated_caution,
    series_caution,
    setting_lines,
    settings_in,
)
from triqueta_tui.widgets.form import Line


@dataclass(frozen=True)
class TableChoice:
    """A game, and the settings and options of its table."""

    game: str
    settings: TableSettings
    options: Mapping[str, Any] = field(default_factory=dict)
    access: Mapping[str, str] = field(default_factory=dict)
    """The form's lines about access, if it has them."""
    unchanged: bool = False
    """Whether only the access changed."""


class TableSettingsDialog(FormDialog[TableChoice]):
    """The result is the choice, or None."""

    def __init__(
        self, games: Sequence[Game], now: TableChoice, *, new: bool = False, room: Room | None = None
    ) -> None:
        """``games`` to choose from; ``new`` if there is no table yet, otherwise its ``room``."""
        super().__init__()
        self._room = room
        self.title_key = "rooms.settings.new" if new else "rooms.settings.title"
        self.advice_key = "rooms.settings.open_advice" if new else "rooms.settings.advice"
        self.done_key = "rooms.done.open" if new else "rooms.done.save"
        self._games = games
        self._now = now
        self._before = next(one for one in games if one.name == now.game)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        game = chosen_game(self._games, now, self._before)
        options = self._now.options if game is self._before else {}
        lines = game_line(self._games, game) + setting_lines(game, now, self._now.settings, options)
        if self._room is not None:
            lines += access_lines(self._room, now)
        return described(game, lines)

    def caution(self, now: Mapping[str, str]) -> str:
        game = chosen_game(self._games, now, self._before)
        restarted = self._restarts_series(game, now)
        lost = "" if self._room is None else series_caution(self._room, restarted=restarted)
        seen = say("rooms.caution.seen") if self._becomes_private(now) else ""
        return "\n".join(filter(None, (option_advice(game, now), rated_caution(now), lost, seen)))

    def _becomes_private(self, now: Mapping[str, str]) -> bool:
        """Whether others have seen the code that is to be the only way in."""
        return self._room is not None and not self._room.settings.private and now["private"] == "yes"

    def _restarts_series(self, game: Game, now: Mapping[str, str]) -> bool:
        """Whether the form has another game, or other options, seats or series than before."""
        before = {line.name: line.value for line in self.lines({})}
        set_up, was = game.load_set_up(), self._before.load_set_up()
        options = {line.name for line in set_up.lines(int(now["seats"]), set_up.options(now))}
        options |= {line.name for line in was.lines(self._now.settings.seats, self._now.options)}
        return any(now.get(name) != before.get(name) for name in {"game", "seats", "series", *options})

    def on_form_done(self) -> None:
        values = self.form.values
        if self._room is not None and lacks_password(self._room, values):
            self.fail(say("rooms.access.empty"))
            return
        game = chosen_game(self._games, values, self._before)
        settings = settings_in(values, self._now.settings)
        chosen = TableChoice(game.name, settings, game.load_set_up().options(values))
        if self._room is not None:
            access = {name: value for name, value in values.items() if name in ACCESS_LINES}
            rest = {name: value for name, value in values.items() if name not in ACCESS_LINES}
            before = {line.name: line.value for line in self.lines({}) if line.name not in ACCESS_LINES}
            chosen = replace(chosen, access=access, unchanged=rest == before)
        self.dismiss(chosen)
