"""What a host decides about a table, whatever game is played at it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from triqueta_protocol.series import SeriesRule

Substitute = Literal["auto", "ask", "never"]
"""When an absent player is replaced after the grace time: automatically, when another player asks for it
(``sit_in``), or never. In a game a bot plays for them; in the waiting room their seat is freed."""


class ClockRule(Struct, frozen=True, gc=False):
    """Seconds for each decision, and a bank for the whole game that is used when they run out."""

    turn: Annotated[int, Meta(ge=5, le=3600)]
    bank: Annotated[int, Meta(ge=0, le=7200)] = 0


class TableSettings(Struct, frozen=True, gc=False):
    """The settings of one table, from the form to the store.

    The client's form has one line per field, in this order: a yes/no field needs only its words there.
    Unknown fields are ignored, so that a client can show the table of a newer server.
    """

    seats: Annotated[int, Meta(ge=0, le=15)] = 4
    series: SeriesRule | None = None
    """Play the games at the table as a series."""
    clock: ClockRule | None = None
    pace: Annotated[int, Meta(ge=0, le=5000)] = 600
    """Milliseconds a bot waits before it moves, so that people can follow."""
    substitute: Substitute = "auto"
    sleep_days: Annotated[int, Meta(ge=0, le=365)] = 30
    """Days for which a game may sleep when its players stop for tonight, or have all gone. 0: it cannot be
    stopped."""
    rated: bool = False
    """Games count for the ratings of their players."""
    coach: bool = False
    """Players may ask for advice."""
    watchers: bool = True
    private: bool = False
    """Not in the lobby; the code is the only way in."""
    practice: bool = False
    """A person alone with bots may also undo decisions after a draw."""
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """Words from which each game is shuffled, for a repeatable game. Everybody at the table sees them."""
