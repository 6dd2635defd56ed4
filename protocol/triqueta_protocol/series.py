"""A series: games of one kind at one table whose wins are added up."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

SeriesKind = Literal["best_of", "games"]
"""``best_of``: the series ends when no player can catch up with the leader. After ``length`` games, more are
played until one player leads alone. ``games``: exactly ``length`` games; the lead may be shared."""

BEST_OF: Final = (3, 5, 7)
"""The lengths of ``best_of`` that clients offer."""

SeriesLength = Annotated[int, Meta(ge=2, le=99)]


class SeriesRule(Struct, frozen=True):
    """The settings of a series."""

    kind: SeriesKind
    length: SeriesLength


class SeriesScore(Struct, frozen=True, omit_defaults=True):
    """A participant of a series, who may have left."""

    name: str
    points: int = 0
    """Games won; a shared win counts for all winners."""
    player: str | None = None
    level: str | None = None
    """The level of a bot."""
    seat: int | None = None
    """The participant's seat; None after leaving."""


class SeriesNow(Struct, frozen=True, omit_defaults=True):
    """The state of a series."""

    kind: SeriesKind
    length: int
    game: int
    """The number of the current, last or next game."""
    scores: tuple[SeriesScore, ...]
    """In the order in which they joined the series."""
    games: tuple[tuple[int, ...], ...] = ()
    """For each finished game: the winners, as indices in ``scores``."""
    winners: tuple[int, ...] = ()
    """The winners of the series, as indices in ``scores``; empty until it is decided."""
