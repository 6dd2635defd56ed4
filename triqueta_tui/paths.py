"""Where the program keeps things: settings, what it remembers of servers, games against bots, and its log."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

_NAME: Final = "triqueta"


@dataclass(frozen=True)
class Paths:
    """The folders of one person."""

    config: Path
    data: Path
    state: Path

    @classmethod
    def of_this_machine(cls) -> Self:
        """The folders this platform has for such things."""
        from platformdirs import PlatformDirs

        dirs = PlatformDirs(_NAME, appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path)

    @classmethod
    def under(cls, folder: Path) -> Self:
        """All of them in one folder."""
        return cls(folder / "config", folder / "data", folder / "state")

    @property
    def settings(self) -> Path:
        """What a person likes."""
        return self.config / "settings.toml"

    @property
    def servers(self) -> Path:
        """Tokens and waiting games, by server."""
        return self.data / "servers.json"

    @property
    def games(self) -> Path:
        """The games against bots on this machine."""
        return self.data / "games"

    @property
    def hosted(self) -> Path:
        """The games this machine is host of."""
        return self.data / "hosted"

    @property
    def log(self) -> Path:
        """What went wrong."""
        return self.state / "triqueta.log"

    @property
    def server_log(self) -> Path:
        """What the server that this program has started has to say."""
        return self.state / "server.log"
