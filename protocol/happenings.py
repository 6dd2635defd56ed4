"""What can happen at a table besides the moves of its game. Entries of ``event.what``."""

from typing import Literal

from msgspec import Struct


class Happening(Struct, frozen=True, gc=False, tag_field="is", omit_defaults=True):
    """Something that happened, told to everybody who is there. Never holds a secret."""


class Joined(Happening, frozen=True, tag="joined"):
    """A player sat down."""

    seat: int
    name: str


class GotUp(Happening, frozen=True, tag="got_up"):
    """A player left the seat, was sent away, or was gone for so long that the seat was freed."""

    seat: int
    name: str
    kicked: bool = False
    gone: bool = False


class CameToWatch(Happening, frozen=True, tag="came_to_watch"):
    """A watcher arrived."""

    name: str


class StoppedWatching(Happening, frozen=True, tag="stopped_watching"):
    """A watcher left."""

    name: str
    kicked: bool = False


class BotAdded(Happening, frozen=True, tag="bot_added"):
    """A bot was put on a seat."""

    seat: int
    name: str


class BotRemoved(Happening, frozen=True, tag="bot_removed"):
    """A bot was taken from its seat."""

    seat: int
    name: str


class ReadyChanged(Happening, frozen=True, tag="ready"):
    """A player is ready, or no longer."""

    seat: int
    ready: bool


class RulesChanged(Happening, frozen=True, tag="rules_changed"):
    """The host changed the table's rules or options, or the game that is played at it."""

    game: str | None = None
    """The new game, if it is another one."""
    series: bool = False
    """Whether the score of a series that had begun does not count any more."""


class DoorChanged(Happening, frozen=True, tag="door_changed"):
    """The host changed who may come to the table: ``room.locked`` and ``room.nobody_new`` say it."""

    locked: bool = False
    nobody_new: bool = False


class HostChanged(Happening, frozen=True, tag="host_changed"):
    """The host's role went to another player."""

    name: str


class LinkLost(Happening, frozen=True, tag="link_lost"):
    """A player's connection is gone; the seat is kept."""

    seat: int


class LinkBack(Happening, frozen=True, tag="link_back"):
    """A player is back at the seat."""

    seat: int


class BotSatIn(Happening, frozen=True, tag="bot_sat_in"):
    """A bot plays for the seat until its owner comes back."""

    seat: int
    why: Literal["gone", "left", "clock", "kicked"]


class TimeRanOut(Happening, frozen=True, tag="time_ran_out"):
    """A seat's time is used up; the greedy bot takes this one decision."""

    seat: int
    in_a_row: int


class GameBegan(Happening, frozen=True, tag="game_began"):
    """A game begins; ``commitment`` is the promise of its shuffle."""

    number: int
    commitment: bytes


class TookBack(Happening, frozen=True, tag="took_back"):
    """A seat took back its last decision: the game is where it was before, and so is its history."""

    seat: int


class GameOver(Happening, frozen=True, tag="game_over"):
    """A game is over; seed and salt open the promise."""

    winners: tuple[int, ...]
    seed: bytes
    salt: bytes


class BackToRoom(Happening, frozen=True, tag="back_to_room"):
    """A rematch is being prepared."""

    rotated: bool = False


class Said(Happening, frozen=True, tag="said"):
    """Somebody said something."""

    name: str
    text: str
    to: Literal["all", "players", "watchers"] = "all"


class Paused(Happening, frozen=True, tag="paused"):
    """The server cannot store moves at the moment; nothing is lost, the table waits."""


class WentOn(Happening, frozen=True, tag="went_on"):
    """The table goes on after a pause."""


TableHappening = (
    Joined
    | GotUp
    | CameToWatch
    | StoppedWatching
    | BotAdded
    | BotRemoved
    | ReadyChanged
    | RulesChanged
    | DoorChanged
    | HostChanged
    | LinkLost
    | LinkBack
    | BotSatIn
    | TimeRanOut
    | GameBegan
    | TookBack
    | GameOver
    | BackToRoom
    | Said
    | Paused
    | WentOn
)
