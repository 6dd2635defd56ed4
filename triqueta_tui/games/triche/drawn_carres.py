"""From a view to the carrés as they are drawn."""

from collections.abc import Mapping

from protocol.games.triche import FACE_DOWN, CarreSheet, Cells
from protocol.games.triche_cards import CENTRE
from triqueta_tui.games.triche.carres import Carre
from triqueta_tui.games.triche.view import View, known_centre
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed


def drawn_carre(now: View, carre: int) -> Carre:
    public = now.public
    owner = public.owners[carre]
    reach = public.reach[carre]
    cells: Cells = public.carres[carre]
    hand: tuple[int, ...] = ()
    if now.opened is not None:
        # What is being set up, and the hands that lie nowhere else.
        cells = now.opened.mines[carre].laid or cells
        hand = now.opened.mines[owner].hand if owner != now.seat else ()
    return Carre(
        cells,
        _titles(now, owner, carre, str(public.points[owner])),
        (
            say("triche.table.carre.reach", points=reach.points, most=reach.most),
            f"{reach.points} → {reach.most}",
        ),
        mine=owner == now.seat,
        known=known_centre(now, carre),
        hand=hand,
    )


def drawn_carres(now: View) -> list[Carre]:
    return [drawn_carre(now, carre) for carre in range(len(now.public.carres))]


def drawn_sheet(
    now: View,
    sheet: CarreSheet,
    carre: int,
    lines: Mapping[int, int],
    *,
    turned: bool = True,
    total: bool = False,
) -> Carre:
    """A carré of a finished round with strokes through some of its lines.

    ``turned`` is whether its centre is open, ``total`` whether the points of all rounds are told, too.
    """
    points = signed(sum(lines.values()))
    if total:
        points = f"{points} → {now.public.points[sheet.owner]}"
    cells = [FACE_DOWN if at == CENTRE and not turned else card for at, card in enumerate(sheet.cells)]
    return Carre(
        cells,
        _titles(now, sheet.owner, carre, points),
        mine=sheet.owner == now.seat,
        lines=lines,
    )


def _titles(now: View, owner: int, carre: int, points: str) -> tuple[str, ...]:
    """Whose a carré is and who built it, in ever fewer words; the points are always there."""
    name = now.names[owner]
    words = {"name": name, "points": points, "builder": now.names[carre]}
    whose = "yours" if owner == now.reader else "owner"
    titles = [say(f"triche.table.carre.{whose}", **words)]
    if owner == now.reader:
        titles.append(say("triche.table.carre.owner", **words))
    if owner != carre:
        titles[:0] = [
            say(f"triche.table.carre.{whose}_built", **words),
            say("triche.table.carre.owner_built", **words),
            say("triche.table.carre.owner_by", **words),
        ]
    # At last the name gives way.
    titles += [f"●{name[:length]} {points}" for length in range(len(name), 0, -1)]
    return tuple(titles)
