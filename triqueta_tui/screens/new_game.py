"""A new game on this machine: who plays, bots and people at this terminal, and by which rules."""

from collections.abc import Mapping
from typing import Final

from protocol.errors import Code, Refusal
from protocol.games import VOCABULARIES
from protocol.text import clean_name, same_name
from triqueta_tui.games import DEFAULT, choices
from triqueta_tui.intents import PlayNow
from triqueta_tui.locale import say
from triqueta_tui.navigation.server_session import own_name
from triqueta_tui.net.reasons import reason
from triqueta_tui.screens.card import Card
from triqueta_tui.settings import LEVELS
from triqueta_tui.widgets.form import Line

_PERSON: Final = "person"
_NOBODY: Final = "nobody"
_KINDS: Final = (*LEVELS, _PERSON, _NOBODY)
_SEATS: Final = VOCABULARIES[DEFAULT].seats
_OTHERS: Final = range(2, _SEATS.stop)


class NewGame(Card[None]):
    """Who sits where."""

    def title_words(self) -> str:
        """A new game."""
        return say("rooms.new_game.title")

    def advice(self) -> str:
        """What Enter does."""
        return say("rooms.new_game.advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """A line for each seat, a name for each further person, the variant where it fits, and the seed."""
        lines = [Line("you", say("rooms.new_game.you"), value=own_name(self.app.settings.name))]
        words = tuple(say(f"rooms.new_game.kinds.{kind}") for kind in _KINDS)
        kinds = {seat: now.get(f"seat{seat}", self._default(seat)) for seat in _OTHERS}
        for seat, kind in kinds.items():
            label = say("rooms.new_game.seat", number=seat)
            lines.append(Line(f"seat{seat}", label, _KINDS, words, kind))
            if kind == _PERSON:
                lines.append(Line(f"name{seat}", say("rooms.new_game.name"), hint=_somebody(seat)))
        players = 1 + sum(kind != _NOBODY for kind in kinds.values())
        lines += choices(DEFAULT).lines(players, {})
        lines.append(Line("seed", say("rooms.new_game.seed"), hint=say("rooms.new_game.seed_hint")))
        return lines

    def done(self) -> None:
        """Begin the game, if it can be played like this."""
        kinds = [self.form[f"seat{seat}"] for seat in _OTHERS]
        bots = tuple(kind for kind in kinds if kind in LEVELS)
        try:
            you, *people = self._names()
            if not bots and not people:
                raise Refusal(Code.TOO_FEW_PLAYERS, least=_SEATS.start)
        except Refusal as refusal:
            self.fail(reason(refusal.code, refusal.detail))
            return
        if not same_name(you, own_name(self.app.settings.name)):
            self.app.change_settings(name=you)
        options = choices(DEFAULT).options(self.form.values)
        seed = self.form["seed"].strip() or None
        self.app.go(PlayNow(bots=bots, people=tuple(people), seed=seed, options=options))

    def _names(self) -> list[str]:
        """Everybody at this terminal, the owner first; no two alike."""
        people = [seat for seat in _OTHERS if self.form[f"seat{seat}"] == _PERSON]
        typed = [self.form["you"], *(self.form[f"name{seat}"].strip() or _somebody(seat) for seat in people)]
        names: list[str] = []
        for name in map(clean_name, typed):
            if any(same_name(name, other) for other in names):
                raise Refusal(Code.NAME_TAKEN)
            names.append(name)
        return names

    def _default(self, seat: int) -> str:
        bots = self.app.settings.bots
        return bots.level if seat <= bots.players else _NOBODY


def _somebody(seat: int) -> str:
    """What somebody is called who does not say."""
    return say("rooms.new_game.somebody", number=seat)
