"""Events at a table besides those of its game: entries of ``event.what``."""

from typing import Literal

from msgspec import Struct


class TableEvent(Struct, frozen=True, gc=False, tag_field="is", omit_defaults=True):
    """Something that happened, sent to all viewers. It never holds a secret."""


class Joined(TableEvent, frozen=True, tag="joined"):
    """A player sat down."""

    seat: int
    name: str


class GotUp(TableEvent, frozen=True, tag="got_up"):
    """A player left the seat, was sent away, or was absent until the seat was freed."""

    seat: int
    name: str
    kicked: bool = False
    gone: bool = False


class CameToWatch(TableEvent, frozen=True, tag="came_to_watch"):
    """A watcher arrived."""

    name: str


class StoppedWatching(TableEvent, frozen=True, tag="stopped_watching"):
    """A watcher left."""

    name: str
    kicked: bool = False


class BotAdded(TableEvent, frozen=True, tag="bot_added"):
    """A bot was put on a seat."""

    seat: int
    name: str


class BotRemoved(TableEvent, frozen=True, tag="bot_removed"):
    """A bot was taken from its seat."""

    seat: int
    name: str


class ReadyChanged(TableEvent, frozen=True, tag="ready"):
    """A player is ready, or no longer."""

    seat: int
    ready: bool


class SettingsChanged(TableEvent, frozen=True, tag="settings_changed"):
    """The host changed the table's settings, options or game."""

    game: str | None = None
    """The new game, if it is another one."""
    series: bool = False
    """Whether the score of a series was reset."""


class AccessChanged(TableEvent, frozen=True, tag="access_changed"):
    """The host changed the access to the table: see ``room.locked`` and ``room.nobody_new``."""

    locked: bool = False
    nobody_new: bool = False


class HostChanged(TableEvent, frozen=True, tag="host_changed"):
    """Another player became the host."""

    name: str


class LinkLost(TableEvent, frozen=True, tag="link_lost"):
    """A player lost the connection; the seat is kept."""

    seat: int


class LinkBack(TableEvent, frozen=True, tag="link_back"):
    """A player is back at the seat."""

    seat: int


class FellAsleep(TableEvent, frozen=True, tag="fell_asleep"):
    """The game stops until a player joins again: this one has stopped it for tonight, or all have gone."""

    seat: int | None = None


class WokeUp(TableEvent, frozen=True, tag="woke_up"):
    """The game goes on: the player of this seat is back."""

    seat: int


class BotSatIn(TableEvent, frozen=True, tag="bot_sat_in"):
    """A stand-in bot plays for the seat until its owner is back."""

    seat: int
    why: Literal["gone", "left", "clock", "kicked"]


class TimeRanOut(TableEvent, frozen=True, tag="time_ran_out"):
    """A seat ran out of time; the stand-in bot takes this decision."""

    seat: int
    in_a_row: int


class GameBegan(TableEvent, frozen=True, tag="game_began"):
    """A game begins; ``commitment`` binds the server to its shuffle."""

    number: int
    commitment: bytes


class TookBack(TableEvent, frozen=True, tag="took_back"):
    """A seat undid its last decision: game and history are as before it."""

    seat: int


class GameOver(TableEvent, frozen=True, tag="game_over"):
    """A game is over; seed and salt open the commitment."""

    winners: tuple[int, ...]
    seed: bytes
    salt: bytes


class BackToRoom(TableEvent, frozen=True, tag="back_to_room"):
    """A rematch is being prepared."""

    rotated: bool = False


class Said(TableEvent, frozen=True, tag="said"):
    """A chat line."""

    name: str
    text: str
    to: Literal["all", "players", "watchers"] = "all"


class Paused(TableEvent, frozen=True, tag="paused"):
    """The game is paused: the server cannot store moves for now. Nothing is lost."""


class WentOn(TableEvent, frozen=True, tag="went_on"):
    """The table goes on after a pause."""


AnyTableEvent = (
    Joined
    | GotUp
    | CameToWatch
    | StoppedWatching
    | BotAdded
    | BotRemoved
    | ReadyChanged
    | SettingsChanged
    | AccessChanged
    | HostChanged
    | LinkLost
    | LinkBack
    | FellAsleep
    | WokeUp
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
