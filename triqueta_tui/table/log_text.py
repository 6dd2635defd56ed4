"""What happened at a table, as sentences for the log. A game adds sentences for its own happenings."""

from msgspec import Struct

from protocol import happenings as at_table
from triqueta_tui.locale import say
from triqueta_tui.table.view_model import AnyView


class LogText:
    def __init__(self, view: AnyView) -> None:
        self.view = view

    def tell(self, happening: Struct) -> str | None:
        """A sentence, or None for what the screen shows anyway."""
        subject = self.view.subject
        match happening:
            case at_table.Joined():
                return say("log.joined", who=happening.name)
            case at_table.GotUp():
                return say("log.sent_away" if happening.kicked else "log.got_up", who=happening.name)
            case at_table.CameToWatch():
                return say("log.came_to_watch", who=happening.name)
            case at_table.StoppedWatching():
                key = "log.sent_away" if happening.kicked else "log.stopped_watching"
                return say(key, who=happening.name)
            case at_table.DoorChanged():
                door = "nobody" if happening.nobody_new else "password" if happening.locked else "anybody"
                return say(f"log.door.{door}")
            case at_table.HostChanged():
                return say("log.host_changed", who=happening.name)
            case at_table.LinkLost():
                return say("log.link_lost", who=subject(happening.seat))
            case at_table.LinkBack():
                return say("log.link_back", who=subject(happening.seat))
            case at_table.BotSatIn():
                return say("log.bot_sat_in", who=subject(happening.seat))
            case at_table.TimeRanOut():
                return say("log.time_ran_out", who=subject(happening.seat))
            case at_table.GameBegan():
                return say("log.game_began", seal=happening.commitment.hex()[:8])
            case at_table.GameOver():
                return say("log.game_over", who=say("log.and").join(map(self.view.who, happening.winners)))
            case at_table.RulesChanged() if happening.game is not None:
                return say("log.game_changed", game=say(f"{happening.game}.game.name"))
            case at_table.Said():
                return say("log.said", who=happening.name, text=happening.text)
            case at_table.Paused():
                return say("log.paused")
            case at_table.WentOn():
                return say("log.went_on")
        return None
