"""A person's settings, in one TOML file that people may also edit."""

import contextlib
import os
import re
import tempfile
import tomllib
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from triqueta_protocol.internal.languages import LANGUAGES

Help = Literal["points", "cells", "nothing"]
"""What is worked out for a player: where a piece may lie and what it scores, only where, or nothing."""

BotSpeed = Literal["instant", "brisk", "relaxed"]

PACES: Final[dict[BotSpeed, int]] = {"instant": 0, "brisk": 600, "relaxed": 1500}
"""Milliseconds that bots wait before they move."""


class GameSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is remembered of one game."""

    level: str = "normal"
    players: Annotated[int, Meta(ge=2, le=16)] = 3
    """Including the person at the keyboard."""
    guided_offered: bool = False


class DailyResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What came of the last position of the day."""

    date: str = ""
    """As in 2026-11-19; empty before the first one."""
    marks: str = ""
    """One for each answer."""
    streak: int = 0
    """Days in a row on which the answer was found."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    name: str = ""
    """What the others call you. Empty: the name you have on this machine."""
    language: Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)}|)$")] = ""
    """Empty: the language your terminal asks for."""
    theme: str = ""
    """The colours. Empty: what suits the terminal."""
    tiles: Literal["auto", "pictures", "letters"] = "auto"
    """Pieces as little pictures or as letters; ``auto`` draws pictures where there is room."""
    motion: bool | None = None
    """Small movements on the table. Not set: on, but off over SSH."""
    turn_alert: bool = True
    """When it becomes your turn and the window is not in front: the bell, and the terminal's notification."""
    confirm: bool = True
    """Ask for a second press before what cannot be taken back."""
    help: Help = "points"
    """How much Tripitz works out for you; see ``Help``."""
    bot_speed: BotSpeed = "brisk"
    """How long bots wait before they move: in games on this machine, and at new tables for friends."""
    server: str = ""
    """The address that was joined last."""
    game: str = ""
    """The game that was played last."""
    games: dict[str, GameSettings] = {}
    daily: DailyResult = DailyResult()
    keys: dict[str, str] = {}
    """Other keys for commands: ``"table.leave" = "q,x"``. The ids are in ``docs/keys.md``."""

    @property
    def pace(self) -> int:
        """Milliseconds that bots wait before they move."""
        return PACES[self.bot_speed]


class Problem(Struct, frozen=True):
    """Why a settings file cannot be read, and where."""

    path: Path
    line: int | None
    why: str


class SettingsStore(ABC):
    problem: Problem | None = None
    """Why the settings could not be read or written."""
    kept_by_server: bool = False
    """Whether a server keeps the settings of its guest."""

    def forget(self) -> None:
        """Delete what a server keeps of its guest."""
        raise RuntimeError("only a server's guest can be forgotten")

    @abstractmethod
    def read(self) -> Settings: ...

    @abstractmethod
    def write(self, settings: Settings) -> bool:
        """Save the settings; False if that is not possible."""


class SettingsFile(SettingsStore):
    """The file: read once, written when a setting changes, and never overwritten while it is broken."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Settings:
        """The settings. If the file is broken: the defaults, and ``problem`` says why."""
        self.problem = None
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Settings()
        except (OSError, UnicodeDecodeError) as error:
            self.problem = Problem(self.path, None, str(error))
            return Settings()
        try:
            return parse(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+)", str(error))
            why = re.sub(r" \(at .*\)$", "", str(error))
            self.problem = Problem(self.path, int(found[1]) if found else None, why)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$.")
            self.problem = Problem(self.path, _line_of(text, where.rstrip("`") or _field_in(what)), what)
        return Settings()

    def write(self, settings: Settings) -> bool:
        """Put the changes into the file; comments and order are kept. False if that is not possible."""
        before = self.read()
        if self.problem is not None:
            return False
        if settings == before:
            return True
        # Only people who change a setting pay for this import.
        import tomlkit

        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        document = tomlkit.parse(text)
        _merge(document, msgspec.to_builtins(before), msgspec.to_builtins(settings))
        try:
            write_atomically(self.path, tomlkit.dumps(document).encode())
        except OSError as error:
            self.problem = Problem(self.path, None, error.strerror or str(error))
            return False
        return True


def parse(text: str) -> Settings:
    """Settings from TOML; raises ``TOMLDecodeError`` or ``ValidationError``."""
    return msgspec.convert(tomllib.loads(text), Settings)


def write_atomically(path: Path, content: bytes, mode: int = 0o644, *, flush: bool = True) -> None:
    """Replace a file as a whole: a reader sees the old content or the new, never a part.

    Without ``flush`` the new content may be lost with the power.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(content)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def _merge(document: Any, before: dict[str, Any], after: dict[str, Any]) -> None:
    for name, value in after.items():
        was = before.get(name)
        if value == was:
            continue
        if value is None:
            document.pop(name, None)
        elif isinstance(value, dict):
            _merge(document.setdefault(name, {}), was or {}, value)
        else:
            document[name] = value
    for name in before.keys() - after.keys():
        document.pop(name, None)


def _field_in(message: str) -> str:
    found = re.search(r"unknown field `([^`]+)`", message)
    return found[1] if found else ""


def _line_of(text: str, where: str) -> int | None:
    """The line of a key such as ``bots.players``; the TOML parser does not keep it."""
    name = re.escape(where.rpartition(".")[2].partition("[")[0])
    for number, line in enumerate(text.splitlines(), 1):
        if name and re.match(rf"""\s*["']?{name}["']?\s*=""", line):
            return number
    return None
