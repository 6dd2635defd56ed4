"""Whose decision it is and what may be done now, as words and keys."""

from protocol.games.tripitz_board import EDGE
from protocol.games.tripitz_stones import STONES
from triqueta_tui.commands.table import BACK, CHOOSE
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.commands import EXCHANGE, NEXT_CELL, NEXT_STONE, RACK, STAND_BACK, SWAP
from triqueta_tui.games.tripitz.stone_words import described, spoken
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.prompt import Keys, fitting


def own_turn(chooser: Chooser, keys: Keys, cells: int, ends: str = "") -> str:
    """What the player may do now; empty if that is nothing.

    ``ends`` says that the game would be over, if that is so.
    """
    if not chooser.open:
        return ""
    stone = chooser.stone
    named = {
        "key": keys.of(CHOOSE),
        "first": keys.of(RACK[0]),
        "last": keys.of(RACK[max(0, len(chooser.rack) - 1)]),
        "next": keys.of(NEXT_STONE),
        "tab": keys.of(NEXT_CELL),
        "exchange": keys.of(EXCHANGE),
        "swap": keys.of(SWAP),
        "back": keys.of(BACK),
        "stand_back": keys.of(STAND_BACK),
    }
    kind = _kind(chooser)
    if ends and kind in ("place", "place_only", "last"):
        kind = "ends"
    forms = (
        say(
            f"tripitz.table.{form}.{kind}",
            stone=called(stone) if stone is not None else "",
            ends=ends,
            **named,
        )
        for form, called in (("prompt", described), ("brief", spoken))
    )
    return fitting(cells, *forms)


def tried(stone: int, cells: int) -> str:
    """That a stone may not be laid where it was tried; why is told below."""
    return fitting(
        cells,
        say("tripitz.table.prompt.tried", stone=described(stone)),
        say("tripitz.table.brief.tried", stone=spoken(stone)),
    )


def _kind(chooser: Chooser) -> str:
    """The moment of a turn, as the catalogue calls it."""
    if chooser.swapping:
        return "swap"
    if chooser.can_sit_out:
        return "sit_out_or_swap" if chooser.swap_cells else "sit_out"
    if chooser.racing:
        return "race"
    helped = chooser.help != "nothing"
    if not chooser.can_place and helped:
        return "exchange"
    if chooser.stone is None:
        return "joker_swap" if chooser.swap_cells else "joker"
    if helped and not chooser.gains:
        return "nowhere" if chooser.exchange is not None else "nowhere_only"
    if len(chooser.rack) == 1 and chooser.exchange is None:
        return "last"
    return "place" if chooser.exchange is not None else "place_only"


def ending(now: View, chooser: Chooser) -> str:
    """That the stone under the cursor would end a short game, as far as help goes; empty if it would not."""
    public, stone, seat = now.public, chooser.stone, now.seat
    if not public.short or seat is None or stone is None or chooser.cell not in EDGE:
        return ""
    if chooser.help == "nothing":
        return say("tripitz.table.ends.maybe") if public.board[chooser.cell] is None else ""
    if not chooser.fits:
        return ""
    if chooser.help == "cells":
        return say("tripitz.table.ends.surely")
    own = public.points[seat] + chooser.gains[chooser.cell]
    others = max(total for one, total in enumerate(public.points) if one != seat)
    kind = "win" if own > others else "lose" if own < others else "draw"
    return say(f"tripitz.table.ends.{kind}", mine=own, theirs=others)


def why_not(now: View, chooser: Chooser, action: str) -> str:
    """Why something cannot be done on the own turn; empty for no particular reason."""
    match action:
        case "exchange":
            return say("tripitz.table.why.race" if chooser.racing else "tripitz.table.why.bag_empty")
        case "swap" if not now.public.jokers:
            return say("tripitz.table.why.no_jokers")
        case "swap":
            jokers = any(piece >= STONES for piece in chooser.rack)
            return say("tripitz.table.why.none_enclosed" if jokers else "tripitz.errors.no_joker")
        case "stand_back":
            return say("tripitz.table.why.no_race")
    return ""


def others_turn(now: View, chooser: Chooser, cells: int) -> str:
    who = say("log.comma").join(map(now.who, now.public.owing))
    if now.public.phase == "race":
        return say("tripitz.table.waits.race", who=who)
    waits = say("tripitz.table.waits.turn", who=who)
    drawn = [chooser.rack[place] for place in sorted(chooser.fresh)]
    if len(drawn) != 1 or not now.own:
        return waits
    return fitting(cells, say("tripitz.table.waits.drawn", waits=waits, stone=described(drawn[0])), waits)
