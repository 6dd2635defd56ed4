"""The prompt: who decides, and what the player can do, in words and keys."""

from triqueta_protocol.games.triche import Choice
from triqueta_tui.commands import TABLE_CHOOSE
from triqueta_tui.games.triche.card_words import brief_name
from triqueta_tui.games.triche.chooser import Chooser
from triqueta_tui.games.triche.commands import CARDS, NEXT_CARD, NEXT_CARRE, TURN_CARD
from triqueta_tui.games.triche.lines_touched import explained
from triqueta_tui.games.triche.view import View, known_centre
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.table.prompt import Keys, fitting


def own_turn(now: View, chooser: Chooser, keys: Keys, cells: int) -> str:
    """What the player can do now; empty if nothing."""
    if now.my_turn and now.public.phase != "place":
        return say(f"triche.table.decide.{now.public.phase}", key=keys.of(TABLE_CHOOSE))
    if not chooser.open or chooser.card is None:
        return ""
    named = {
        "card": brief_name(chooser.card),
        "key": keys.of(TABLE_CHOOSE),
        "next": keys.of(NEXT_CARD),
        "tab": keys.of(NEXT_CARRE),
        "turn": keys.of(TURN_CARD),
        "cards": f"{keys.of(CARDS[0])}–{keys.of(CARDS[len(chooser.hand) - 1])}",
    }
    kind = "place" if len(chooser.hand) > 1 else "place_last"
    if not chooser.spots:
        kind = "nowhere_turn" if chooser.can_turn else "nowhere"
    elif any(choice.forced for choice in chooser.spots.values()):
        kind = "forced"
    return fitting(cells, *(say(f"triche.table.{style}.{kind}", **named) for style in ("prompt", "brief")))


def others_turn(now: View) -> str:
    public = now.public
    who = listed(map(now.who, public.owing))
    return say(f"triche.table.waits.{public.phase}", who=who)


def under_cursor(now: View, chooser: Chooser, choice: Choice, cells: int) -> str:
    """What the card under the cursor does to its lines and to the carré."""
    if chooser.spot is None or chooser.card is None:
        return ""
    carre, cell = chooser.spot
    lying, centre = now.public.carres[carre], known_centre(now, carre)
    lines, decided, scored = (
        explained(lying, cell, chooser.card, centre, without=without)
        for without in ((), ("hidden", "open"), ("hidden", "open", "nothing", "dead"))
    )
    ends = ""
    if choice.conquer:
        ends = say("triche.table.detail.conquer")
    elif choice.forced:
        ends = say("triche.table.detail.forced", who=now.names[now.public.owners[carre]])
    where = say(f"triche.table.cell.{cell}")
    forms = [say("triche.table.detail.whole", cell=where, lines=lines, ends=ends)]
    forms += [say("triche.table.detail.brief", lines=some, ends=ends) for some in (lines, decided, scored)]
    return fitting(cells, *(_tidy(form) for form in forms))


def _tidy(words: str) -> str:
    """Without a separator at the end."""
    return words.strip().removesuffix(say("triche.table.line.between").rstrip())
