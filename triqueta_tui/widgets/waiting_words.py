"""What waits for a player, in words: whose turn it is, who plays, and since when."""

from triqueta_tui.locale import knows, say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.known_servers import HERE
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat
from triqueta_tui.widgets.dates import brief_date

Waiting = WaitingSeat | UnseenResult


def in_order(seats: list[WaitingSeat], results: list[UnseenResult]) -> list[Waiting]:
    """What the player can do something about comes first, then the latest."""

    def rank(one: Waiting) -> tuple[bool, bool, float]:
        here = one.server.startswith(HERE)
        ready = isinstance(one, UnseenResult) or one.yours
        return not ready, here, -(one.since or 0)

    return sorted([*seats, *results], key=rank)


def title(game: str) -> str:
    """A game's name in the player's language; as on the wire for one that this program does not know."""
    return say(f"{game}.game.name") if knows(f"{game}.game.name") else game


def state(one: Waiting) -> str:
    """Whose turn it is, or how the game ended."""
    if isinstance(one, UnseenResult):
        if one.won:
            return say("home.waiting.won")
        return say("home.waiting.over", who=listed(one.names[at] for at in one.winners))
    match one.status:
        case "waiting":
            return say("home.waiting.room")
        case "over":
            return say("home.waiting.series")
    if one.server.startswith(HERE):
        return say("home.waiting.left")
    if one.yours:
        return say("home.waiting.yours")
    who = listed(one.awaited)
    return say("home.waiting.theirs", who=who) if who else say("home.waiting.stopped")


def company(one: Waiting) -> str:
    """The other people; empty for a game against bots."""
    return say("home.waiting.with", who=listed(one.others)) if one.others else ""


def since(one: Waiting, now: float) -> str:
    return say("home.waiting.since", when=brief_date(one.since, now)) if one.since is not None else ""


def note(one: Waiting, now: float) -> str:
    """All of it in a line."""
    place = one.table if isinstance(one, WaitingSeat) and not one.server.startswith(HERE) else ""
    return " · ".join(filter(None, (state(one), company(one), place, since(one, now))))
