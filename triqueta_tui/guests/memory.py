"""A guest's settings, which the gateway may keep."""

import contextlib
import os
from typing import Any

import msgspec

from triqueta_protocol.internal.guest import LONGEST_NOTE, GuestNote, Kept
from triqueta_tui.settings import Settings, SettingsStore


class GuestSettings(SettingsStore):
    """Asks the gateway to keep settings; a guest's client cannot write files."""

    def __init__(self, kept: Kept, notes: int | None = None, *, kept_by_server: bool = False) -> None:
        """``notes`` is the file that the gateway listens to."""
        self.kept_by_server = kept_by_server
        self._settings = settings_of(kept)
        self._notes = notes
        self._told = to_keep(self._settings)
        if notes is not None:
            # A gateway that does not read must not block the game.
            os.set_blocking(notes, False)

    def read(self) -> Settings:
        return self._settings

    def write(self, settings: Settings) -> bool:
        """Send them, if they changed."""
        kept = to_keep(settings)
        if kept != self._told:
            self._told = kept
            self._send(GuestNote(keep=kept))
        return True

    def forget(self) -> None:
        self._told = {}
        self._send(GuestNote(forget=True))

    def _send(self, note: GuestNote) -> None:
        line = msgspec.json.encode(note) + b"\n"
        if self._notes is not None and len(line) <= LONGEST_NOTE:
            with contextlib.suppress(OSError):
                os.write(self._notes, line)


def to_keep(settings: Settings) -> Kept:
    """The settings that are not default, without the server's address: a guest has only one."""
    usual: Kept = msgspec.to_builtins(Settings())
    every: Kept = msgspec.to_builtins(settings)
    return {name: value for name, value in every.items() if value != usual[name] and name != "server"}


def settings_of(kept: Kept) -> Settings:
    """The settings that were kept, perhaps by another version; invalid ones are left out."""
    sound: dict[str, Any] = {}
    for name, value in kept.items():
        with contextlib.suppress(msgspec.ValidationError):
            sound[name] = getattr(msgspec.convert({name: value}, Settings), name)
    return Settings(**sound)
