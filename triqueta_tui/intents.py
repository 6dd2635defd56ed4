"""What a person starts the program for, or picks on the home screen."""

from dataclasses import dataclass, field
from typing import Any

from protocol.requests import TableRules
from triqueta_tui.net.address import Address
from triqueta_tui.net.memory import WaitingSeat


@dataclass(frozen=True)
class PlayNow:
    """A game on this machine: against bots, and with the others who sit here too."""

    game: str
    bots: tuple[str, ...] = ("normal", "normal")
    """Their levels."""
    seed: str | None = None
    people: tuple[str, ...] = ()
    """Who else sits at this terminal."""
    options: dict[str, Any] = field(default_factory=dict)
    guided: bool = False
    """With hints over the table for somebody who is new to the game."""


@dataclass(frozen=True)
class HostTable:
    """A server on this machine that friends can reach, and a seat at a fresh table of it."""

    game: str
    rules: TableRules = field(default_factory=TableRules)
    options: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    """Levels of the bots that sit there from the start."""
    password: str | None = None
    """For the table."""
    port: int | None = None
    """None: the usual one, or the next that is free."""
    doors: dict[str, int] = field(default_factory=dict)
    """Ports of the front doors to open, by kind."""


@dataclass(frozen=True)
class GoTo:
    """A server that is there already: to a table of it, or to look at its tables."""

    address: Address
    table: str | None = None
    watch: bool = False
    password: str | None = None
    """For whoever asks for one: the server, or the table."""


@dataclass(frozen=True)
class AskWhere:
    """A server that is there already, but which one has to be asked."""

    code: str = ""
    watch: bool = False


@dataclass(frozen=True)
class GoBack:
    """The seat in a game that was left behind."""

    seat: WaitingSeat


Intent = PlayNow | HostTable | GoTo | AskWhere | GoBack

ServerIntent = PlayNow | HostTable | GoTo | GoBack
"""The intents that lead to a server."""
