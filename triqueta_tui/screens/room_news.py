"""What happens in the waiting room, as sentences for those who are there."""

from msgspec import Struct

from protocol import happenings as at_table
from protocol.mirror import Mirror
from triqueta_tui.locale import say


def news(mirror: Mirror, happening: Struct, title: str) -> str | None:
    """A sentence, or None for what the seats show anyway; ``title`` is that of the game."""
    match happening:
        case at_table.Joined() if happening.seat != mirror.seat:
            return say("log.joined", who=happening.name)
        case at_table.GotUp():
            how = "sent_away" if happening.kicked else "gone" if happening.gone else "got_up"
            return say(f"log.{how}", who=happening.name)
        case at_table.CameToWatch():
            return say("log.came_to_watch", who=happening.name)
        case at_table.StoppedWatching():
            return say("log.stopped_watching", who=happening.name)
        case at_table.HostChanged():
            if mirror.room.host == mirror.you:
                return say("rooms.news.you_host")
            return say("log.host_changed", who=happening.name)
        case at_table.LinkLost() if happening.seat < len(mirror.room.seats):
            return say("log.link_lost.room", who=_subject(mirror, happening.seat))
        case at_table.LinkBack() if happening.seat < len(mirror.room.seats):
            return say("log.link_back", who=_subject(mirror, happening.seat))
        case at_table.RulesChanged():
            anew = [say("series.anew.news")] if happening.series else []
            if happening.game is not None:
                anew.insert(0, say("log.game_changed", game=title))
            return "\n".join(anew) or say("rooms.news.rules")
    return None


def _subject(mirror: Mirror, seat: int) -> str:
    if seat == mirror.seat:
        return say("log.subject.you")
    return say("log.subject.other", name=mirror.room.seats[seat].name)
