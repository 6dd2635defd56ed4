"""A coach's words: actions and reasons in the player's language; a game adds its own words for both."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from protocol.advice import Reason
from triqueta_tui.locale import knows, say
from triqueta_tui.table.numbers import signed
from triqueta_tui.table.view_model import AnyView


class AdviceText:
    """Speaks of the decision in one view."""

    def __init__(self, view: AnyView) -> None:
        self.view = view

    @property
    def points_head(self) -> str:
        """The name of the points that an action promises: how far a coach looks ahead is the game's own."""
        return say("table.coach.points")

    def action(self, action: Struct) -> str:
        """What is done, in a few words: ``take row 2``."""
        return str(action)

    def at_length(self, action: Struct) -> str:
        """The same without abbreviations, for a list that has room."""
        return self.action(action)

    def listed(self, actions: Sequence[Struct]) -> list[tuple[str, str]]:
        """The actions of one list, each in a few words and without abbreviations.

        A game whose words for two of them may be the same tells them apart here.
        """
        return [(self.action(one), self.at_length(one)) for one in actions]

    def in_full(self, action: Struct) -> str:
        """The same with all that the short words leave out."""
        return self.action(action)

    def reason(self, reason: Reason) -> str:
        """Why, in a sentence; empty for a word that is not known here."""
        keys = (self.reason_key(reason.why), f"table.coach.reasons.{reason.why}")
        key = next(filter(knows, keys), None)
        return say(key, **self.named(reason.values)) if key is not None else ""

    def reason_key(self, why: str) -> str:
        """Where the game has its sentence for a reason."""
        return ""

    def named(self, values: Mapping[str, int]) -> dict[str, str]:
        return {name: self.value(name, number) for name, number in values.items()}

    def value(self, name: str, number: int) -> str:
        """One of a reason's numbers in words."""
        if name == "seat":
            return self.view.names[number]
        return signed(number) if name == "gain" else str(number)
