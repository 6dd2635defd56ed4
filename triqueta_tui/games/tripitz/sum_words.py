"""How the points of a placement come about, in words."""

from protocol.games.tripitz_board import QUADRUPLE, TRIPLE, Sum
from triqueta_tui.locale import plural, say


def figures(made: Sum) -> str:
    """The figures of a placement: "1 triple + 1 quadruple"."""
    counted = (("triple", made.triples), ("quadruple", made.quadruples))
    named = [plural(f"tripitz.sums.{name}", count) for name, count in counted if count]
    return say("tripitz.sums.plus").join(named)


def worked(made: Sum) -> str:
    """The whole sum: "1 triple + 1 quadruple = 4, × 2 touched, edge × 2 = 16"."""
    return say(
        "tripitz.sums.worked_edge" if made.edge else "tripitz.sums.worked",
        figures=figures(made),
        base=TRIPLE * made.triples + QUADRUPLE * made.quadruples,
        touched=made.touched,
        points=made.points,
    )
