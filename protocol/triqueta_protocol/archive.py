"""Answers about finished games, in ``accepted.found``: lists, replays, files, statistics."""

from typing import Any, Literal

from msgspec import Struct

from triqueta_protocol.advice import Advice


class ArchivedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a finished game, and its result."""

    name: str
    level: str | None = None
    """The level of the server's bot that began on the seat."""
    points: int = 0
    place: int = 1
    """From 1 for winners; equal seats share a place."""
    you: bool = False
    bot: bool = False
    """Whether the player was a connected program."""


class ArchivedGame(Struct, frozen=True, omit_defaults=True):
    """A line of a list of games."""

    id: str
    game: str
    begun_at: float
    """Seconds since 1970, like ``ended_at``."""
    ended_at: float
    seats: tuple[ArchivedSeat, ...]
    options: dict[str, Any] = {}
    rated: bool = False
    practice: bool = False
    coach: bool = False
    abandoned: bool = False
    imported: bool = False
    series: str | None = None
    """The id of the first game of its series, if it has one."""
    series_number: int | None = None
    """Its number in the series, from 1."""


class Answer(Struct, frozen=True, tag_field="is", omit_defaults=True, kw_only=True):
    """An answer."""


class GamesFound(Answer, frozen=True, tag="games"):
    """Lines of a list, the newest first."""

    games: tuple[ArchivedGame, ...]
    total: int
    more: int | None = None
    """Where the next page begins; None on the last one."""


class OwnTable(Struct, frozen=True, omit_defaults=True):
    """A table that keeps a seat for you: its game, or the series, is not over."""

    table: str
    game: str
    seat: int
    """Yours."""
    names: tuple[str, ...]
    """By seat."""
    status: Literal["waiting", "playing", "over"] = "playing"
    bots: tuple[int, ...] = ()
    """The seats without a player."""
    owing: tuple[int, ...] = ()
    """The seats that owe a decision."""
    yours: bool = False
    """Whether you owe one: no bot fills in for you."""
    since: float | None = None
    """Seconds since 1970: when something happened in the game last."""
    asleep: bool = False
    """The game is stopped until a player joins again."""
    until: float | None = None
    """Seconds since 1970 until which it may sleep."""


class TablesFound(Answer, frozen=True, tag="tables"):
    """Your tables, and finished games whose result you have not seen, the newest first."""

    tables: tuple[OwnTable, ...]
    results: tuple[ArchivedGame, ...] = ()


class ReplayFound(Answer, frozen=True, tag="replay"):
    """Some steps of a game; the next request begins where these end."""

    total: int
    """The number of steps of the whole game, including the one before the first decision."""
    start: int
    packed: bytes
    """A ``triqueta_protocol.replay.ReplayPart``."""


class FileFound(Answer, frozen=True, tag="file"):
    """A game as a file."""

    name: str
    """A suggested file name."""
    data: bytes


class RatedPlayer(Struct, frozen=True, omit_defaults=True):
    """A line of the leaderboard."""

    name: str
    """Empty for one of the server's bots."""
    rating: int
    doubt: int
    """The uncertainty of the rating; 0 for the server's bots, whose ratings are fixed."""
    games: int
    wins: int
    place: int = 0
    """From 1, equal ratings share a place; 0 after too few games."""
    level: str | None = None
    """The level of a bot of the server."""
    bot: bool = False
    """Whether it is a connected program."""
    you: bool = False


class LeaderboardFound(Answer, frozen=True, tag="leaderboard"):
    """Lines of the leaderboard: the best first, those without a place last."""

    lines: tuple[RatedPlayer, ...]
    total: int
    """The number of all lines."""
    own: RatedPlayer | None = None
    """The line of the player who asks, on whatever page."""


class HeadToHead(Struct, frozen=True, omit_defaults=True):
    """The games with one opponent, or with all bots of a level."""

    name: str
    """Empty for bots and deleted players."""
    games: int
    wins: int
    """Games in which the player came out ahead."""
    level: str | None = None
    """The level of the bots."""


class GameStatistics(Struct, frozen=True, omit_defaults=True):
    """A player's statistics of one game with this number of seats."""

    game: str
    seats_class: str
    """``2``, or ``3+`` for more."""
    games: int
    wins: int
    mean_points: float = 0.0
    """Of the games that the player finished, like the next field and the points."""
    best_points: int = 0
    streak: int = 0
    """The current streak of wins; negative: losses."""
    best_streak: int = 0
    slips: dict[str, int] = {}
    """The game's words for mistakes, and their numbers."""
    points: tuple[int, ...] = ()
    """Points of the last games, the newest last."""
    won: tuple[bool, ...] = ()
    """Whether these were won."""
    against: tuple[HeadToHead, ...] = ()
    """The most frequent opponents first."""
    rating: int | None = None
    """None without a rated game of the kind."""
    doubt: int = 0
    """The uncertainty of the rating."""


class StatisticsFound(Answer, frozen=True, tag="statistics"):
    """The player's statistics, without imported and practice games."""

    games: tuple[GameStatistics, ...]


class Forgotten(Answer, frozen=True, tag="forgotten"):
    """The player's data is deleted; the connection ends, and the token is invalid."""


class Dropped(Answer, frozen=True, tag="dropped"):
    """An imported game was removed."""


class AssessmentFound(Answer, frozen=True, tag="assessment"):
    """The expert's judgement of a position, and of the decision that was taken there."""

    step: int
    """The number of decisions before it."""
    total: int
    """The number of all steps, as in ``ReplayFound``; at the last one nothing is decided."""
    chances: tuple[float, ...]
    """By seat: the chance to win, together 1, with everything open except what is still to be drawn."""
    seat: int = 0
    """The seat that decided."""
    action: dict[str, Any] | None = None
    """The decision; None at the end."""
    advice: Advice | None = None
    """What the expert would have done on that seat, with what the seat saw."""
    lost: float = 0.0
    """The chance to win that the decision lost, from the seat's view. Below 0 the decision was better than
    the expert's, or looks so by chance."""
    doubt: float = 0.0
    """The standard error of ``lost``."""
    draws: tuple[float, ...] = ()
    """By seat: what the draw or deal added to its chance; empty if nothing was drawn."""


Found = (
    GamesFound
    | TablesFound
    | ReplayFound
    | FileFound
    | Dropped
    | StatisticsFound
    | Forgotten
    | LeaderboardFound
    | AssessmentFound
)
"""The answer to a request about finished games."""
