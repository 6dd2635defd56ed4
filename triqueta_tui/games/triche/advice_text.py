"""A coach's words for Triché."""

from msgspec import Struct

from triqueta_protocol.games.triche import Conquer, Place, Redraw, SetUp, Swap
from triqueta_protocol.games.triche_cards import CENTRE
from triqueta_tui.games.triche.card_words import brief_name
from triqueta_tui.locale import plural, say
from triqueta_tui.table.advice_text import AdviceText


class TricheAdviceText(AdviceText):
    @property
    def points_head(self) -> str:
        return say("triche.reasons.list.points")

    def action(self, action: Struct) -> str:
        if isinstance(action, Place):
            return " ".join((brief_name(action.card), self._where(action), _cell(action.cell)))
        if isinstance(action, SetUp):
            return _drawn(action)
        return self.in_full(action)

    def in_full(self, action: Struct) -> str:
        match action:
            case SetUp():
                (first, second), (here, there) = map(brief_name, action.cards), map(_cell, action.cells)
                named = {"first": first, "second": second, "here": here, "there": there}
                return say("triche.reasons.action.set_up", centre=brief_name(action.centre), **named)
            case Redraw() if action.cards:
                hand = self.view.mine.hand if self.view.mine is not None else ()
                cards = " ".join(brief_name(hand[place]) for place in action.cards if place < len(hand))
                return say("triche.reasons.action.redraw", cards=cards)
            case Redraw():
                return say("triche.reasons.action.keep_hand")
            case Place():
                where = "home" if self._at_home(action) else "place"
                named = {"card": brief_name(action.card), "cell": _cell(action.cell)}
                return say(f"triche.reasons.action.{where}", seat=self._owner(action), **named)
            case Conquer():
                return say(f"triche.reasons.action.{'conquer' if action.yes else 'spare'}")
            case Swap():
                return say(f"triche.reasons.action.{'swap' if action.yes else 'stay'}")
        return super().in_full(action)

    def _at_home(self, action: Place) -> bool:
        owner: int = self.view.public.owners[action.carre]
        return owner == self.view.seat

    def _owner(self, action: Place) -> str:
        if self._at_home(action):
            return say("triche.reasons.action.at_home")
        owner: int = self.view.public.owners[action.carre]
        return self.view.names[owner]

    def _where(self, action: Place) -> str:
        """The owner of the carré, for a list."""
        owner = self._owner(action)
        return owner if self._at_home(action) else say("triche.reasons.action.with", seat=owner)

    def reason_key(self, why: str) -> str:
        return f"triche.reasons.{why}"

    def value(self, name: str, number: int) -> str:
        return plural("triche.reasons.points", number) if name == "points" else super().value(name, number)


def _drawn(whole: SetUp) -> str:
    """An opening row by row, ``T·· ·(R)· ··I``: in words, those of a list look alike.

    A card of two colours is kept apart from its neighbours, ``[T/R]T· ·(I)· ···``.
    """
    words = (brief_name(card) for card in whole.cards)
    lie = dict(zip(whole.cells, (one if len(one) == 1 else f"[{one}]" for one in words), strict=True))
    lie[CENTRE] = f"({brief_name(whole.centre)})"
    cells = [lie.get(cell, "·") for cell in range(9)]
    return " ".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def _cell(cell: int) -> str:
    return say(f"triche.table.cell.{cell}")
