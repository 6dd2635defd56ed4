"""The words of advice: actions and reasons in the player's language; a game adds its own."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from triqueta_protocol.advice import Reason
from triqueta_tui.locale import knows, say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.session.view import AnyView


class AdviceText:
    """Words for the decision in one view."""

    def __init__(self, view: AnyView) -> None:
        self.view = view

    @property
    def points_head(self) -> str:
        """The name of the expected points, which depends on the game's look-ahead."""
        return say("table.coach.points")

    def action(self, action: Struct) -> str:
        """An action in a few words: ``take row 2``."""
        return str(action)

    def at_length(self, action: Struct) -> str:
        """An action without abbreviations, for wide lists."""
        return self.action(action)

    def listed(self, actions: Sequence[Struct]) -> list[tuple[str, str]]:
        """The actions of one list, each in short and without abbreviations.

        A game overrides this where two actions may have the same words.
        """
        return [(self.action(one), self.at_length(one)) for one in actions]

    def in_full(self, action: Struct) -> str:
        """An action in full."""
        return self.action(action)

    def apart(self, one: Struct, other: Struct) -> tuple[str, str]:
        """Two actions in full, with what differs between them."""
        return self.in_full(one), self.in_full(other)

    def speaks_for(self, reason: Reason, action: Struct) -> bool:
        """Whether a reason for another action speaks as much for this one."""
        return False

    def reason(self, reason: Reason) -> str:
        """The sentence of a reason; empty for an unknown one."""
        keys = (self.reason_key(reason.why), f"table.coach.reasons.{reason.why}")
        key = next(filter(knows, keys), None)
        return say(key, **self.named(reason.values)) if key is not None else ""

    def reason_key(self, why: str) -> str:
        """The catalogue key of a reason."""
        return ""

    def named(self, values: Mapping[str, int]) -> dict[str, str]:
        return {name: self.value(name, number) for name, number in values.items()}

    def value(self, name: str, number: int) -> str:
        """A number of a reason, in words."""
        if name == "seat":
            return self.view.names[number]
        return signed(number) if name == "gain" else str(number)
