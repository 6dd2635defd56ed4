"""Between two rounds: how the last one ended, and the choice of the next tower."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from triqueta_protocol.games import triqueta
from triqueta_protocol.table_events import TookBack
from triqueta_tui.commands import TABLE_COACH, TABLE_GO_ON, TABLE_UNDO
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triqueta.commands import CHOOSE_TOWER, NEXT_TOWER, PREVIOUS_TOWER
from triqueta_tui.games.triqueta.towers import Towers
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import plural, say
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.standings import Standings
from triqueta_tui.widgets.footer import Footer


class RoundEnd(TableDialog[triqueta.Public, triqueta.Mine]):
    """The owner of the rock chooses a tower; the others see what was chosen."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(CHOOSE_TOWER, NEXT_TOWER, PREVIOUS_TOWER, TABLE_GO_ON, TABLE_COACH, TABLE_UNDO)
    ]

    def __init__(
        self,
        now: View,
        ended: triqueta.RoundEnded | None,
        gains: Mapping[int, int],
        choose: Callable[[triqueta.ChooseTower], None],
    ) -> None:
        super().__init__(now)
        self._ended = ended
        self._gains = gains
        self._choose = choose
        self._offered = _offered(now)
        self._cursor = 0
        self._chosen: triqueta.TowerChosen | None = None
        self.towers = Towers()
        self.standings = Standings()
        self.standings.styles.height = len(now.public.collections)
        self._words = Static(self._next(), id="next", markup=False)

    @property
    def tower(self) -> int | None:
        """The tower under the cursor, if the player chooses one."""
        return self._offered[self._cursor] if self._offered else None

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("triqueta.table.round_end.title", round=self._round())
            if story := self._story():
                yield Static(story, id="story", markup=False)
            yield self.standings
            yield self.towers
            yield self._words
        yield Footer()

    def on_mount(self) -> None:
        self.draw()

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        self.now = now
        if now.public.phase != "tower" and any(isinstance(one, TookBack) for one in events):
            # Its last row was undone: the round is not over.
            self.close()
            return
        offered = _offered(now)
        if offered != self._offered:
            self._offered, self._cursor = offered, 0
        for one in events:
            if isinstance(one, triqueta.TowerChosen):
                self._chosen = one
        if self.is_mounted:
            self.draw()

    def draw(self) -> None:
        if self._chosen is None:
            self.standings.show(self.now, self.now.public.points, self._gains)
        self.towers.cursor = self.tower
        self.towers.show(self.now.public)
        self._words.set_class(self.tower is not None, "-mine")
        if self._words.content != (text := self._next()):
            self._words.update(text, layout=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The player who chooses a tower cannot close the dialog."""
        if action in {"choose_tower", "previous_tower", "next_tower"}:
            return self.tower is not None
        return self.tower is None if action == "go_on" else super().check_action(action, parameters)

    def point_at(self, action: Struct) -> None:
        if isinstance(action, triqueta.ChooseTower) and action.tower in self._offered:
            self._cursor = self._offered.index(action.tower)
            self.draw()

    def action_previous_tower(self) -> None:
        self._move(-1)

    def action_next_tower(self) -> None:
        self._move(1)

    def action_choose_tower(self) -> None:
        if self.tower is not None:
            tower, self._offered = self.tower, ()
            self._choose(triqueta.ChooseTower(tower))
            self.close()

    def action_go_on(self) -> None:
        self.close()

    def on_click(self, event: events.Click) -> None:
        """A click on a tower chooses it; without a choice, any click closes the dialog."""
        if event.widget is self.towers and self.tower is not None:
            tower = self.towers.tower_at(event.x)
            if tower in self._offered:
                self._cursor = self._offered.index(tower)
                self.action_choose_tower()
        elif self.tower is None:
            self.action_go_on()

    def _move(self, steps: int) -> None:
        self._cursor = (self._cursor + steps) % len(self._offered)
        self.draw()

    def _round(self) -> int:
        return self._ended.round if self._ended is not None else self.now.public.round

    def _story(self) -> str:
        if self._ended is None:
            return ""
        who = self.now.subject(self._ended.seat)
        lines = [say("triqueta.table.round_end.rock", who=who)]
        if self._ended.unseen:
            lines.append(plural("triqueta.table.round_end.unseen", self._ended.unseen))
        return "\n".join(lines)

    def _next(self) -> str:
        view = self.now
        if self._chosen is not None:
            chosen = self._chosen
            return say("triqueta.table.round_end.chosen", who=view.subject(chosen.seat), round=chosen.round)
        if self.tower is not None:
            return say("triqueta.table.round_end.choose")
        if self.now.public.phase == "tower":
            return say("triqueta.table.round_end.waits", who=view.who(self.now.public.owing[0]))
        return ""


def _offered(now: View) -> tuple[int, ...]:
    choices = now.mine.choices if now.mine is not None else ()
    return tuple(one.action.tower for one in choices if isinstance(one.action, triqueta.ChooseTower))
