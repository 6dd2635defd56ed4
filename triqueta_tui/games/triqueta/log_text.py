"""What happened in a game of Triqueta, as sentences for the log."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from triqueta_protocol.games import triqueta
from triqueta_protocol.games.triqueta import KINDS, Animal
from triqueta_protocol.table_events import GameBegan
from triqueta_tui.games.triqueta.token_words import DONE, SPOILED, as_object, counted, letters
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.log_text import LogText, joined
from triqueta_tui.widgets.prose import Line, Sentence, line


class TriquetaLogText(LogText):
    def __init__(self, view: AnyView, *, live: bool = False) -> None:
        super().__init__(view, live=live)
        self._collections: list[list[int]] | None = None
        """All animals after the events so far, if they are known from the start."""

    def tell(self, event: Struct) -> str | None:
        match event:
            case GameBegan():
                self._collections = [[0] * KINDS for _ in self.view.names]
            case triqueta.Placed():
                animal = line((as_object(event.animal), ink(event.animal)))
                key, brief = "triqueta.log.placed", "triqueta.log.brief.placed"
                return self.about(event.seat, key, brief, animal=animal, row=event.row + 1)
            case triqueta.Kept():
                return self.about(event.seat, "triqueta.log.kept", "triqueta.log.brief.kept")
            case triqueta.Boxed():
                return self.about(event.seat, "triqueta.log.boxed", "triqueta.log.brief.boxed")
            case triqueta.Took():
                return self._took(event)
            case triqueta.RoundEnded():
                key, brief = "triqueta.log.round_ended", "triqueta.log.brief.round_ended"
                return self.about(event.seat, key, brief, round=event.round)
            case triqueta.TowerChosen():
                key, brief = "triqueta.log.tower_chosen", "triqueta.log.brief.tower_chosen"
                return self.about(event.seat, key, brief, round=event.round)
            case triqueta.Decided():
                return self.about(event.seat, "triqueta.log.decided", "triqueta.log.brief.decided")
            case triqueta.Revealed():
                return self._revealed(event)
        return super().tell(event)

    def _took(self, it: triqueta.Took) -> Sentence:
        row = it.row + 1
        if not it.animals:
            key, brief = "triqueta.log.took_empty", "triqueta.log.brief.took_empty"
            return self.about(it.seat, key, brief, row=row)
        animals = self._gained(it.seat, it.animals)
        key, brief = "triqueta.log.took", "triqueta.log.brief.took"
        return self.about(it.seat, key, brief, row=row, points=signed(it.points), **animals)

    def _revealed(self, it: triqueta.Revealed) -> Sentence:
        if not it.added:
            key, brief = "triqueta.log.returned", "triqueta.log.brief.returned"
            return self.about(it.seat, key, brief, it.returned)
        animals = self._gained(it.seat, it.added)
        if not it.returned:
            return self.about(it.seat, "triqueta.log.added", "triqueta.log.brief.added", **animals)
        key, brief = "triqueta.log.revealed", "triqueta.log.brief.revealed"
        return self.about(it.seat, key, brief, it.returned, **animals)

    def _gained(self, seat: int, animals: Iterable[int]) -> dict[str, Line]:
        """The animals in words and in letters; triquetas that they make or spoil are coloured."""
        gained = Counter(animals)
        after = self._after(seat, gained)
        marks = {animal: _mark(count, after[animal]) for animal, count in gained.items()} if after else {}
        in_words, in_letters = [], []
        for animal, count in sorted(gained.items()):
            mark = marks.get(animal, ())
            in_words.append(line((counted(animal, count), ink(animal)), *mark))
            short = f"{count}{letters(animal)}" if count > 1 else letters(animal)
            in_letters.append(line((short, ink(animal)), *mark))
        return {"animals": joined(say("numbers.comma"), in_words), "letters": joined(" ", in_letters)}

    def _after(self, seat: int, gained: Counter[int]) -> "list[int] | tuple[int, ...] | None":
        """The animals the seat has after it got these; None if unknown."""
        if self._collections is not None:
            for animal, count in gained.items():
                self._collections[seat][animal] += count
            return self._collections[seat]
        return self.view.public.collections[seat] if self.live else None


def _mark(gained: int, after: int) -> Line:
    if after == 3:
        return line((f" {DONE}", "good"))
    return line((f" {SPOILED}", "bad")) if after - gained == 3 else ()


def ink(animal: int) -> str:
    """The ink of an animal's name in the log."""
    return "$ram-name" if animal == Animal.RAM else f"${Animal(animal).name.lower()}"
