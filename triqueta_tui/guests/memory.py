"""What a guest's client remembers: nothing that outlives it."""

from pathlib import Path

from triqueta_tui.net.memory import Memory, Remembered
from triqueta_tui.settings import Settings, SettingsFile

NOWHERE = Path("/nowhere")


class GuestMemory(Memory):
    """Tokens and waiting seats, kept in memory."""

    def __init__(self, identity: str | None) -> None:
        super().__init__(NOWHERE)
        self.identity = identity
        """The guest's token, whatever name the guest takes."""
        self._kept = Remembered()

    def _read(self) -> Remembered:
        return self._kept

    def _write(self, remembered: Remembered) -> None:
        self._kept = remembered


class GuestSettings(SettingsFile):
    """Settings that last as long as the visit."""

    def __init__(self) -> None:
        super().__init__(NOWHERE)

    def read(self) -> Settings:
        """What is usual."""
        return Settings()

    def write(self, settings: Settings) -> bool:
        """The app has them; that is enough."""
        return True
