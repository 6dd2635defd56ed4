"""A guest's tokens and settings, kept in memory only."""

from pathlib import Path

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
    def __init__(self) -> None:
        super().__init__(NOWHERE)

    def read(self) -> Settings:
        return Settings()

    def write(self, settings: Settings) -> bool:
        """The app keeps them."""
        return True
