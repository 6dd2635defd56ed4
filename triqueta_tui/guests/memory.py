"""A guest's tokens, in memory only, and a guest's settings, which the door keeps if it can."""

import contextlib
import os
from pathlib import Path
from typing import Any

import msgspec

from protocol.internal.guest import LONGEST_NOTE, GuestNote, Kept
from triqueta_tui.net.known_servers import Memory, Remembered
from triqueta_tui.settings import Settings, SettingsFile

NOWHERE = Path("/nowhere")


class GuestMemory(Memory):
    """Keeps tokens and seats while the client runs, and writes no file."""

    def __init__(self, identity: str | None) -> None:
        super().__init__(NOWHERE)
        self.identity = identity
        """The guest's token, under whatever name."""
        self._kept = Remembered()

    def _read(self) -> Remembered:
        return self._kept

    def _write(self, remembered: Remembered) -> None:
        self._kept = remembered


class GuestSettings(SettingsFile):
    """Tells the door what to keep; a guest's client can write no file."""

    def __init__(self, kept: Kept, notes: int | None = None) -> None:
        """``notes`` is the file that the door listens to."""
        super().__init__(NOWHERE)
        self._settings = settings_of(kept)
        self._notes = notes
        self._told = to_keep(self._settings)
        if notes is not None:
            # A door that does not listen must not keep the game waiting.
            os.set_blocking(notes, False)

    def read(self) -> Settings:
        return self._settings

    def write(self, settings: Settings) -> bool:
        """Have them kept, if they differ from what is kept already."""
        kept = to_keep(settings)
        if kept != self._told:
            self._told = kept
            self._tell(GuestNote(keep=kept))
        return True

    def forget(self) -> None:
        self._told = {}
        self._tell(GuestNote(forget=True))

    def _tell(self, note: GuestNote) -> None:
        line = msgspec.json.encode(note) + b"\n"
        if self._notes is not None and len(line) <= LONGEST_NOTE:
            with contextlib.suppress(OSError):
                os.write(self._notes, line)


def to_keep(settings: Settings) -> Kept:
    """What differs from the usual. The server's address is of no use to a guest, who has no other."""
    usual: Kept = msgspec.to_builtins(Settings())
    every: Kept = msgspec.to_builtins(settings)
    return {name: value for name, value in every.items() if value != usual[name] and name != "server"}


def settings_of(kept: Kept) -> Settings:
    """The settings that were kept, perhaps by another version: those that make no sense here are left out."""
    sound: dict[str, Any] = {}
    for name, value in kept.items():
        with contextlib.suppress(msgspec.ValidationError):
            sound[name] = getattr(msgspec.convert({name: value}, Settings), name)
    return Settings(**sound)
