"""Shared constants: default ports, file names, environment variables, and a word on a pipe."""

from typing import Final

GAME_PORT: Final = 4455
SSH_PORT: Final = 2222
WEB_PORT: Final = 8080

STORE_FILE: Final = "triqueta.db"
HOST_KEY_FILE: Final = "ssh_host_ed25519_key"
"""Names of files in a server's data folder."""

FOLDER_IN_USE: Final = 3
"""The exit status of a server whose data folder another server is using."""

PASSWORD_VARIABLE: Final = "TRIQUETA_PASSWORD"  # noqa: S105 - the variable's name
"""The password of a server; other users of the machine cannot see it."""

LAN_VARIABLE: Final = "TRIQUETA_LAN"
"""The network interfaces to use: addresses or names, separated by commas."""

LAN_OFF: Final = "off"
"""The value of ``LAN_VARIABLE`` for no interface."""

PUBLIC_VARIABLES: Final = {
    "play": "TRIQUETA_PUBLIC_URL",
    "ssh": "TRIQUETA_PUBLIC_SSH",
    "web": "TRIQUETA_PUBLIC_WEB",
}
"""The public addresses of a server, by kind of gateway."""

PUBLIC_OPTIONS: Final = {kind: f"--public-{kind}" for kind in ("ssh", "web")} | {"play": "--public-url"}
"""The same on the command line."""

STAY: Final = b"stay\n"
"""The last input of an embedded server that shall outlive the program that started it."""

LOOKER: Final = "looker-"
"""The prefix of the names of programs that only look at a server's tables."""

MAIN_PROFILE: Final = "main"
"""The profile of a player who names none."""
