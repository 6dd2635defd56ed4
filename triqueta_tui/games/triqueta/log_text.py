"""What happened in a game of Triqueta, as sentences for the log."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from protocol.games import triqueta
from triqueta_tui.games.triqueta.token_drawing import as_object, counted
from triqueta_tui.locale import plural, say
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.numbers import signed


class TriquetaLogText(LogText):
    def tell(self, happening: Struct) -> str | None:
        subject = self.view.subject
        match happening:
            case triqueta.Placed():
                animal, row = as_object(happening.animal), happening.row + 1
                return say("triqueta.log.placed", who=subject(happening.seat), animal=animal, row=row)
            case triqueta.Kept():
                return say("triqueta.log.kept", who=subject(happening.seat))
            case triqueta.Boxed():
                return say("triqueta.log.boxed", who=subject(happening.seat))
            case triqueta.Took():
                return self._took(happening)
            case triqueta.RoundEnded():
                return say("triqueta.log.round_ended", who=subject(happening.seat), round=happening.round)
            case triqueta.TowerChosen():
                return say("triqueta.log.tower_chosen", who=subject(happening.seat), round=happening.round)
            case triqueta.Decided():
                return say("triqueta.log.decided", who=subject(happening.seat))
            case triqueta.Revealed():
                return self._revealed(happening)
        return super().tell(happening)

    def _took(self, it: triqueta.Took) -> str:
        who, row = self.view.subject(it.seat), it.row + 1
        if not it.animals:
            return say("triqueta.log.took_empty", who=who, row=row)
        return say(
            "triqueta.log.took", who=who, row=row, animals=listed(it.animals), points=signed(it.points)
        )

    def _revealed(self, it: triqueta.Revealed) -> str:
        who = self.view.subject(it.seat)
        if not it.added:
            return plural("triqueta.log.returned", it.returned, who=who)
        if not it.returned:
            return say("triqueta.log.added", who=who, animals=listed(it.added))
        return plural("triqueta.log.revealed", it.returned, who=who, animals=listed(it.added))


def listed(animals: Iterable[int]) -> str:
    """Animals as "2 owls, 1 bear"."""
    return say("log.comma").join(
        counted(animal, number) for animal, number in sorted(Counter(animals).items())
    )
