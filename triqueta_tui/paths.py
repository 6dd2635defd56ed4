"""Where files are: settings, memory of servers, data of games on this machine, and logs."""

from pathlib import Path
from typing import Final, Self

from msgspec import Struct

_NAME: Final = "triqueta"


class Paths(Struct, frozen=True):
    config: Path
    data: Path
    state: Path

    @classmethod
    def of_this_machine(cls) -> Self:
        from platformdirs import PlatformDirs

        dirs = PlatformDirs(_NAME, appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path)

    @classmethod
    def under(cls, folder: Path) -> Self:
        """All of them in one folder."""
        return cls(folder / "config", folder / "data", folder / "state")

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def identity(self) -> Path:
        """The secret by which servers know the player."""
        return self.data / "identity.json"

    @property
    def servers(self) -> Path:
        """Servers that were met, and seats in running games."""
        return self.data / "servers.json"

    @property
    def games(self) -> Path:
        """Data of the private servers for games on this machine."""
        return self.data / "games"

    @property
    def server(self) -> Path:
        """Data of the server for friends, and of ``triqueta-server`` unless it is told otherwise."""
        return self.data / "server"

    @property
    def hosted(self) -> Path:
        """Data of servers for friends that run beside that one."""
        return self.data / "hosted"

    @property
    def log(self) -> Path:
        return self.state / "triqueta.log"

    @property
    def server_log(self) -> Path:
        """The log of the servers that this program starts."""
        return self.state / "server.log"
