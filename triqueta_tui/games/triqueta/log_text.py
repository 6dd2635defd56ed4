"""What happened, as sentences for the log."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatchmethod

from msgspec import Struct

from protocol import happenings as at_table
from protocol.games import triqueta
from protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.numbers import signed
from triqueta_tui.games.triqueta.token import name as animal_name
from triqueta_tui.locale import plural, say


@dataclass(frozen=True)
class LogText:
    """Tells one viewer about a table: ``seat`` is called "you"."""

    names: tuple[str, ...]
    seat: int | None

    def who(self, seat: int) -> str:
        """A seat's name as this viewer says it."""
        return say("log.you") if seat == self.seat else self.names[seat]

    def tell(self, happening: Struct) -> str | None:
        """A sentence, or None for what needs none."""
        return self._tell(happening)

    @singledispatchmethod
    def _tell(self, happening: Struct) -> str | None:
        """Draws, talk and what the screen shows anyway are not told."""
        return None

    @_tell.register
    def _(self, it: triqueta.Placed) -> str:
        return say("log.placed", who=self.who(it.seat), animal=animal_name(it.animal), row=it.row + 1)

    @_tell.register
    def _(self, it: triqueta.Kept) -> str:
        return say("log.kept", who=self.who(it.seat))

    @_tell.register
    def _(self, it: triqueta.Boxed) -> str:
        return say("log.boxed", who=self.who(it.seat))

    @_tell.register
    def _(self, it: triqueta.Took) -> str:
        if not it.animals:
            return say("log.took_empty", who=self.who(it.seat), row=it.row + 1)
        return say(
            "log.took",
            who=self.who(it.seat),
            row=it.row + 1,
            animals=counted(it.animals),
            points=signed(it.points),
        )

    @_tell.register
    def _(self, it: triqueta.RoundEnded) -> str:
        return say("log.round_ended", who=self.who(it.seat), round=it.round)

    @_tell.register
    def _(self, it: triqueta.TowerChosen) -> str:
        return say("log.tower_chosen", who=self.who(it.seat), tower=it.tower + 1, round=it.round)

    @_tell.register
    def _(self, it: triqueta.Decided) -> str:
        return say("log.decided", who=self.who(it.seat))

    @_tell.register
    def _(self, it: triqueta.Revealed) -> str:
        if not it.added:
            return plural("log.returned", it.returned, who=self.who(it.seat))
        if not it.returned:
            return say("log.added", who=self.who(it.seat), animals=counted(it.added))
        return plural("log.revealed", it.returned, who=self.who(it.seat), animals=counted(it.added))

    @_tell.register
    def _(self, it: at_table.Joined) -> str:
        return say("log.joined", who=it.name)

    @_tell.register
    def _(self, it: at_table.GotUp) -> str:
        return say("log.sent_away" if it.kicked else "log.got_up", who=it.name)

    @_tell.register
    def _(self, it: at_table.CameToWatch) -> str:
        return say("log.came_to_watch", who=it.name)

    @_tell.register
    def _(self, it: at_table.StoppedWatching) -> str:
        return say("log.stopped_watching", who=it.name)

    @_tell.register
    def _(self, it: at_table.HostChanged) -> str:
        return say("log.host_changed", who=it.name)

    @_tell.register
    def _(self, it: at_table.LinkLost) -> str:
        return say("log.link_lost", who=self.who(it.seat))

    @_tell.register
    def _(self, it: at_table.LinkBack) -> str:
        return say("log.link_back", who=self.who(it.seat))

    @_tell.register
    def _(self, it: at_table.BotSatIn) -> str:
        return say("log.bot_sat_in", who=self.who(it.seat))

    @_tell.register
    def _(self, it: at_table.TimeRanOut) -> str:
        return say("log.time_ran_out", who=self.who(it.seat))

    @_tell.register
    def _(self, it: at_table.GameBegan) -> str:
        return say("log.game_began", seal=it.commitment.hex()[:8])

    @_tell.register
    def _(self, it: at_table.GameOver) -> str:
        return say("log.game_over", who=", ".join(self.who(seat) for seat in it.winners))

    @_tell.register
    def _(self, it: at_table.Said) -> str:
        return say("log.said", who=it.name, text=it.text)

    @_tell.register
    def _(self, it: at_table.Paused) -> str:
        return say("log.paused")

    @_tell.register
    def _(self, it: at_table.WentOn) -> str:
        return say("log.went_on")


def counted(animals: Iterable[int]) -> str:
    """Animals as "2 owls, 1 bear"."""
    return say("log.comma").join(
        plural(f"animals.{Animal(animal).name.lower()}.count", count)
        for animal, count in sorted(Counter(animals).items())
    )
