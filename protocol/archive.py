"""Words about games that are over: lines of a list, replays, files. They come in ``accepted.found``."""

from typing import Any

from msgspec import Struct

from protocol.advice import Advice


class ArchivedSeat(Struct, frozen=True, omit_defaults=True):
    """Who sat on a seat, and what came of it."""

    name: str
    level: str | None = None
    """Of the server's bot that had the seat from the beginning."""
    points: int = 0
    place: int = 1
    """From 1, which has won; equal ones share it."""
    you: bool = False
    bot: bool = False
    """The owner was a program that somebody had connected."""


class ArchivedGame(Struct, frozen=True, omit_defaults=True):
    """A line of a list of games."""

    id: str
    game: str
    begun_at: float
    """Seconds since 1970, like the next one."""
    ended_at: float
    seats: tuple[ArchivedSeat, ...]
    options: dict[str, Any] = {}
    rated: bool = False
    practice: bool = False
    coach: bool = False
    abandoned: bool = False
    imported: bool = False
    series: str | None = None
    """The id of the first game of the series that it was played in, if it was in one."""
    series_number: int | None = None
    """Which game of the series it was, from 1."""


class Answer(Struct, frozen=True, tag_field="is", omit_defaults=True, kw_only=True):
    """What was found."""


class GamesFound(Answer, frozen=True, tag="games"):
    """Lines of a list, the newest first."""

    games: tuple[ArchivedGame, ...]
    total: int
    more: int | None = None
    """Where the next page begins; None on the last one."""


class ReplayFound(Answer, frozen=True, tag="replay"):
    """Some steps of a game; the next ones begin where these end."""

    total: int
    """Steps of the whole game, the one before the first decision included."""
    start: int
    packed: bytes
    """A ``protocol.replay.ReplayPart``."""


class FileFound(Answer, frozen=True, tag="file"):
    """A game as a file."""

    name: str
    """What the file could be called."""
    data: bytes


class RatedPlayer(Struct, frozen=True, omit_defaults=True):
    """A line of the list of ratings."""

    name: str
    """Empty for one of the server's bots."""
    rating: int
    doubt: int
    """The true rating may well be so much more or less; 0 for the server's bots, whose ratings are fixed."""
    games: int
    wins: int
    place: int = 0
    """From 1, equal ones share it; 0 for whoever has played too few games for one."""
    level: str | None = None
    """Of one of the server's bots."""
    bot: bool = False
    """A program that somebody has connected."""
    you: bool = False


class LeaderboardFound(Answer, frozen=True, tag="leaderboard"):
    """Lines of the list of ratings: the best first, and those without a place behind them."""

    lines: tuple[RatedPlayer, ...]
    total: int
    """Of all lines, not only those that are here."""
    own: RatedPlayer | None = None
    """The line of whoever asks, wherever it is."""


class HeadToHead(Struct, frozen=True, omit_defaults=True):
    """The games with somebody, or with all bots of a level."""

    name: str
    """Empty for bots, and for people who wanted to be forgotten."""
    games: int
    wins: int
    """How often the own place was the better one."""
    level: str | None = None
    """Of the bots."""


class GameStatistics(Struct, frozen=True, omit_defaults=True):
    """How somebody has fared at one game, with so many at the table."""

    game: str
    seats_class: str
    """``2``, or ``3+`` for more."""
    games: int
    wins: int
    mean_points: float = 0.0
    """Of the games that were played to their end; so is the next one, and the points."""
    best_points: int = 0
    streak: int = 0
    """Games won in a row until now; negative: lost."""
    best_streak: int = 0
    slips: dict[str, int] = {}
    """Mistakes that the game has words for, and how many."""
    points: tuple[int, ...] = ()
    """Of the last games, the newest last."""
    won: tuple[bool, ...] = ()
    """Which of these were won."""
    against: tuple[HeadToHead, ...] = ()
    """Those met most often come first."""
    rating: int | None = None
    """None for whoever has played no rated game of the kind."""
    doubt: int = 0
    """The true rating may well be so much more or less."""


class StatisticsFound(Answer, frozen=True, tag="statistics"):
    """The own games, counted. Imported ones and practice are left out."""

    games: tuple[GameStatistics, ...]


class Forgotten(Answer, frozen=True, tag="forgotten"):
    """The name and the statistics are gone; the connection ends, and the token is of no use any more."""


class Dropped(Answer, frozen=True, tag="dropped"):
    """An imported game is gone."""


class AssessmentFound(Answer, frozen=True, tag="assessment"):
    """What an expert thinks of a moment of a game, and of the decision that was taken there."""

    step: int
    """How many decisions came before."""
    total: int
    """Of all steps, as in ``ReplayFound``: the last one is the end, where nothing is decided."""
    chances: tuple[float, ...]
    """By seat, to win from here; together 1. Everything is open but what is still to be drawn."""
    seat: int = 0
    """Who decided."""
    action: dict[str, Any] | None = None
    """What was decided; None at the end."""
    advice: Advice | None = None
    """What the expert would have done on that seat, with what it saw then."""
    lost: float = 0.0
    """The chance to win that the decision gave away, as the seat could see it. Below 0 it was better than
    what the expert would have done, or chance makes it look so."""
    doubt: float = 0.0
    """The standard error of ``lost``."""
    draws: tuple[float, ...] = ()
    """By seat: what its chance has gained by what was drawn or dealt then; empty where nothing was."""


Found = (
    GamesFound
    | ReplayFound
    | FileFound
    | Dropped
    | StatisticsFound
    | Forgotten
    | LeaderboardFound
    | AssessmentFound
)
"""The answer to a request about finished games."""
