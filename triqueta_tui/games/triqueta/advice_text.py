"""A coach's words for Triqueta."""

from collections.abc import Mapping

from msgspec import Struct

from triqueta_protocol.advice import Reason
from triqueta_protocol.games.triqueta import TRIPLE, Animal, Box, ChooseTower, Draw, Keep, Place, Reveal, Take
from triqueta_tui.games.triqueta.token_words import as_object, name
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import all_of
from triqueta_tui.table.advice_text import AdviceText


class TriquetaAdviceText(AdviceText):
    @property
    def points_head(self) -> str:
        return say("triqueta.reasons.list.points")

    def action(self, action: Struct) -> str:
        match action:
            case Draw() | Keep() | Box():
                return say(f"triqueta.reasons.action.{type(action).__name__.lower()}")
            case Take():
                return say("triqueta.reasons.action.take", row=action.row + 1)
            case Place():
                return say("triqueta.reasons.action.place", row=action.row + 1)
            case ChooseTower():
                return say("triqueta.reasons.action.tower", tower=action.tower + 1)
            case Reveal():
                return self._reveal(action)
        return super().action(action)

    def reason(self, reason: Reason) -> str:
        gain = reason.values.get("gain", 0)
        if reason.why == "wait":
            worth = "costs" if gain < 0 else "little" if gain else "nothing"
            if self.view.public.takers.count(None) == 1:
                return say(f"triqueta.reasons.last_row.{worth}", **self.named(reason.values))
            if gain <= 0:
                return say(f"triqueta.reasons.no_row.{worth}")
        if reason.why == "reveal" and not gain:
            return say("triqueta.reasons.reveal_none.reason")
        return super().reason(reason)

    def reason_key(self, why: str) -> str:
        return f"triqueta.reasons.{why}"

    def named(self, values: Mapping[str, int]) -> dict[str, str]:
        named = super().named(values)
        if "animal" in values:
            animal = values["animal"]
            called = Animal(animal).name.lower()
            named["animal"] = as_object(animal)
            named["animals"] = say(f"triqueta.reasons.many.{called}")
            named["three"] = plural(f"triqueta.animals.{called}.count", TRIPLE)
        return named

    def value(self, name: str, number: int) -> str:
        return str(number + 1) if name == "row" else super().value(name, number)

    def _reveal(self, action: Reveal) -> str:
        tokens = self.view.mine.face_down if self.view.mine is not None else ()
        added = [name(token) for token, add in zip(tokens, action.add, strict=False) if add]
        if not added:
            return say("triqueta.reasons.action.reveal_none")
        return say("triqueta.reasons.action.reveal", animals=all_of(added))
