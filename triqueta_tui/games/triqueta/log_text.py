"""What happened in a game of Triqueta, as sentences for the log."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from protocol.games import triqueta
from protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.token_drawing import name as animal_name
from triqueta_tui.locale import plural, say
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.numbers import signed


class TriquetaLogText(LogText):
    def tell(self, happening: Struct) -> str | None:
        who = self.view.who
        match happening:
            case triqueta.Placed():
                animal, row = animal_name(happening.animal), happening.row + 1
                return say("triqueta.log.placed", who=who(happening.seat), animal=animal, row=row)
            case triqueta.Kept():
                return say("triqueta.log.kept", who=who(happening.seat))
            case triqueta.Boxed():
                return say("triqueta.log.boxed", who=who(happening.seat))
            case triqueta.Took():
                return self._took(happening)
            case triqueta.RoundEnded():
                return say("triqueta.log.round_ended", who=who(happening.seat), round=happening.round)
            case triqueta.TowerChosen():
                tower, number = happening.tower + 1, happening.round
                return say("triqueta.log.tower_chosen", who=who(happening.seat), tower=tower, round=number)
            case triqueta.Decided():
                return say("triqueta.log.decided", who=who(happening.seat))
            case triqueta.Revealed():
                return self._revealed(happening)
        return super().tell(happening)

    def _took(self, it: triqueta.Took) -> str:
        who, row = self.view.who(it.seat), it.row + 1
        if not it.animals:
            return say("triqueta.log.took_empty", who=who, row=row)
        return say(
            "triqueta.log.took", who=who, row=row, animals=counted(it.animals), points=signed(it.points)
        )

    def _revealed(self, it: triqueta.Revealed) -> str:
        who = self.view.who(it.seat)
        if not it.added:
            return plural("triqueta.log.returned", it.returned, who=who)
        if not it.returned:
            return say("triqueta.log.added", who=who, animals=counted(it.added))
        return plural("triqueta.log.revealed", it.returned, who=who, animals=counted(it.added))


def counted(animals: Iterable[int]) -> str:
    """Animals as "2 owls, 1 bear"."""
    return say("log.comma").join(
        plural(f"triqueta.animals.{Animal(animal).name.lower()}.count", count)
        for animal, count in sorted(Counter(animals).items())
    )
