"""What our own programs agree on: default ports, names of environment variables, and a word on a pipe."""

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
"""Holds the password of a server, where other users of the machine do not see it."""

LAN_VARIABLE: Final = "TRIQUETA_LAN"
"""Says which network interfaces count: their addresses or names, with commas between."""

LAN_OFF: Final = "off"
"""The value of ``LAN_VARIABLE`` for none at all."""

PUBLIC_VARIABLES: Final = {
    "play": "TRIQUETA_PUBLIC_URL",
    "ssh": "TRIQUETA_PUBLIC_SSH",
    "web": "TRIQUETA_PUBLIC_WEB",
}
"""Say under which addresses a server is reached from anywhere, by kind of way in."""

PUBLIC_OPTIONS: Final = {kind: f"--public-{kind}" for kind in ("ssh", "web")} | {"play": "--public-url"}
"""The same on the command line."""

STAY: Final = b"stay\n"
"""The last input of an embedded server that is to go on without the program that started it."""

LOOKER: Final = "looker-"
"""How the names begin under which programs look at a server's tables without a person who plays."""
