"""The six animals as pixels.

Every animal faces the player, so only the left half and the middle column are listed; the
right half is its mirror image. A letter is the role of a pixel: ``.`` nothing, ``o`` body, ``l`` the lighter
part that tells the kind (antlers, horns, snout, ears), ``s`` shade, ``d`` a drawn line, ``w`` white,
``y`` beak, ``x`` eyes and nose. Two pixels are one terminal cell, one above the other.
"""

from functools import cache
from typing import Final

from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.widgets.tile import TileSize

PAPER: Final = frozenset(".xdy")
"""Roles left empty in themes without colours, so that silhouettes have eyes and lines."""


class Size(TileSize):
    """The size of a picture: cells across, and lines."""

    SMALL = (7, 2)
    MEDIUM = (9, 4)
    LARGE = (15, 7)


@cache
def picture(animal: int, size: Size) -> tuple[str, ...]:
    """The rows of pixels of an animal, from top to bottom."""
    halves = _HALVES[size][animal].split()
    return tuple(half + half[-2::-1] for half in halves)


_HALVES: Final[dict[Size, dict[int, str]]] = {
    Size.SMALL: {
        Animal.RABBIT: """
            .o..
            .l..
            .ooo
            .oxo
        """,
        Animal.OWL: """
            o...
            oooo
            owxo
            .ooy
        """,
        Animal.DEER: """
            l.l.
            .ll.
            .oxo
            ..ox
        """,
        Animal.BOAR: """
            .oo.
            oxoo
            oosl
            w.lx
        """,
        Animal.RAM: """
            .llw
            ldlo
            llxo
            .loo
        """,
        Animal.BEAR: """
            oo..
            oooo
            oxoo
            .olx
        """,
    },
    Size.MEDIUM: {
        Animal.RABBIT: """
            .....
            ..oo.
            ..ol.
            ..ooo
            .oooo
            .oxoo
            .ooox
            ..oow
        """,
        Animal.OWL: """
            .....
            oo...
            .oooo
            owwwo
            owxwy
            owwwy
            .odod
            ..ooo
        """,
        Animal.DEER: """
            .....
            l..l.
            ll.l.
            .lll.
            o..oo
            oooxo
            ..ooo
            ...lx
        """,
        Animal.BOAR: """
            .....
            o..ss
            oooso
            .oxoo
            oooll
            w.olx
            wwoll
            ...oo
        """,
        Animal.RAM: """
            .....
            .llww
            ldlww
            l.loo
            l.oxo
            lldoo
            .looo
            ..oox
        """,
        Animal.BEAR: """
            .....
            .oo..
            olooo
            ooooo
            ooxoo
            ooool
            .oolx
            ..oll
        """,
    },
    Size.LARGE: {
        Animal.RABBIT: """
            ...oo...
            ..ollo..
            ..ollo..
            ..ollo..
            ..oollo.
            ...oolo.
            ...ooooo
            ..oooooo
            .ooooooo
            .oooxxoo
            .oooxxoo
            .sllooox
            ..slooox
            ....sowx
        """,
        Animal.OWL: """
            oo......
            oooo....
            .ooooooo
            .oddddoo
            oddwwddo
            odwwwwdo
            odwxxwdy
            odwxxwdy
            oddwwddy
            .oddddoo
            .ooodood
            .oodoodo
            ..oooooo
            ....yy.o
        """,
        Animal.DEER: """
            l..l....
            l..l..l.
            ll.l.ll.
            .llll.l.
            ...lll..
            ....ll..
            oo..oooo
            looooooo
            .loooxoo
            ...ooxoo
            ....oooo
            ....oooo
            .....lll
            .....lxx
        """,
        Animal.BOAR: """
            ......ss
            oo..ssss
            oloo.oss
            .oloooos
            .ooooooo
            .ooowxoo
            ooooxxoo
            oooooooo
            ooooolll
            w.ooolll
            ww.oolxl
            .wwoolxl
            ..wwolll
            ....oooo
        """,
        Animal.RAM: """
            .....www
            ..llwwww
            .lllllww
            llddllww
            ldd.dloo
            ld..looo
            ld.llxoo
            ldlllxoo
            .lldoooo
            ..l.oooo
            .....ooo
            .....ooo
            .....oxx
            ......ox
        """,
        Animal.BEAR: """
            .ooo....
            ooooo...
            olloo.oo
            oloooooo
            .ooooooo
            .ooooooo
            oooooooo
            ooowxooo
            oooxxool
            oooooool
            ooooolll
            .ooollxx
            .sooolll
            ..ssoool
        """,
    },
}
