"""Events of a table as sentences for the log. A game adds sentences for its events."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from triqueta_protocol import table_events as at_table
from triqueta_tui.locale import parts, say
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.players import ink
from triqueta_tui.widgets.prose import Line, Piece, Sentence, line

NAME: Final = "$primary"
"""The ink of the names of people without a seat."""

OWN: Final = "$my-turn"
"""The ink of the viewer's name."""

Gap = str | int | Line
"""A value for a gap of a sentence, coloured or plain."""


class LogText:
    """Events as sentences for one viewer, oldest first."""

    def __init__(self, view: AnyView, *, live: bool = False) -> None:
        """``live``: the view is that right after the events, not a later one."""
        self.view = view
        self.live = live

    def tell(self, event: Struct) -> str | None:
        """A sentence, or None for what the screen already shows."""
        match event:
            case at_table.Joined():
                return sentence("log.joined", who=named(event.name))
            case at_table.GotUp():
                how = "sent_away" if event.kicked else "gone" if event.gone else "got_up"
                return sentence(f"log.{how}", who=named(event.name))
            case at_table.CameToWatch():
                return sentence("log.came_to_watch", who=named(event.name))
            case at_table.StoppedWatching():
                key = "log.sent_away" if event.kicked else "log.stopped_watching"
                return sentence(key, who=named(event.name))
            case at_table.AccessChanged():
                access = "nobody" if event.nobody_new else "password" if event.locked else "anybody"
                return sentence(f"log.access.{access}")
            case at_table.HostChanged():
                return sentence("log.host_changed", who=named(event.name))
            case at_table.LinkLost():
                rule = self.view.room.settings.substitute
                return self.about(event.seat, f"log.link_lost.{rule}", "log.brief.link_lost")
            case at_table.LinkBack():
                return self.about(event.seat, "log.link_back", "log.brief.link_back")
            case at_table.FellAsleep(seat=None):
                return sentence("log.all_gone", "log.brief.all_gone")
            case at_table.FellAsleep(seat=int(seat)):
                return self.about(seat, "log.fell_asleep", "log.brief.fell_asleep")
            case at_table.WokeUp():
                return self.about(event.seat, "log.woke_up", "log.brief.woke_up")
            case at_table.BotSatIn():
                return self.about(event.seat, "log.bot_sat_in", "log.brief.bot_sat_in")
            case at_table.TimeRanOut():
                return self.about(event.seat, "log.time_ran_out", "log.brief.time_ran_out")
            case at_table.GameBegan():
                seal = event.commitment.hex()[:8]
                table = self.view.room.settings
                kind = "game_began" + ("_rated" if table.rated else "_coached" if table.coach else "")
                return sentence(f"log.{kind}", f"log.brief.{kind}", seal=seal)
            case at_table.TookBack():
                return self.about(event.seat, "log.took_back", "log.brief.took_back")
            case at_table.GameOver():
                winners = joined(say("numbers.and"), map(self.who, event.winners))
                return sentence("log.game_over", "log.brief.game_over", who=winners)
            case at_table.SettingsChanged() if event.game is not None:
                return sentence("log.game_changed", game=say(f"{event.game}.game.name"))
            case at_table.Said():
                return sentence("log.said", who=named(event.name), text=event.text)
            case at_table.Paused():
                return sentence("log.paused", "log.brief.paused")
            case at_table.WentOn():
                return sentence("log.went_on")
        return None

    def about(
        self, seat: int, key: str, brief: str = "", count: int | None = None, /, **gaps: Gap
    ) -> Sentence:
        """A sentence about a seat's action; see ``sentence``.

        ``who`` is the seat as the start of the sentence, ``name`` is only its name.
        """
        return sentence(key, brief, count, who=self.subject(seat), name=self.who(seat), **gaps)

    def who(self, seat: int) -> Line:
        """The seat's name, or "you" for the reader's own."""
        return line((self.view.who(seat), ink(seat, self.view.reader)))

    def subject(self, seat: int) -> Line:
        """The start of a sentence about a seat; see ``TableView.subject``."""
        if seat == self.view.reader:
            return line((self.view.subject(seat), OWN))
        name = line((self.view.names[seat], ink(seat, self.view.reader)))
        return _filled("log.subject.other", {"name": name})


def named(name: str) -> Line:
    return line((name, NAME))


def sentence(key: str, brief: str = "", count: int | None = None, /, **gaps: Gap) -> Sentence:
    """A sentence of the catalogue with its gaps filled; with a number, the form for it.

    ``brief`` is the key of the brief form.
    """
    if count is not None:
        gaps["count"] = count
    return Sentence(_filled(key, gaps, count), _filled(brief, gaps) if brief else ())


def _filled(key: str, gaps: Mapping[str, Gap], count: int | None = None) -> Line:
    pieces: list[Piece] = []
    for text, gap in parts(key, count):
        value = gaps[gap] if gap else text
        pieces += value if isinstance(value, tuple) else [(str(value), "")]
    return line(*pieces)


def joined(between: str, lines: Iterable[Line]) -> Line:
    """Lines joined with these words between them."""
    pieces: Line = ()
    for one in lines:
        pieces += (((between, ""),) if pieces else ()) + one
    return pieces
