"""A server that cleans nothing, as somebody who wants to do harm might write one."""

import sys
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from triqueta_protocol import text

HARM = "\x1b]0;owned\x07\x9b31m\u202eevE\u2066\x1b[5m\r\x00[red]"
"""Sets the title, colours, turns text round, blinks, goes back to the left margin, and is markup."""

SHORT_HARM = "\x1b[5m\u202e\x07\x9b1mevE"
"""As much of it as fits into a name that others clean."""


def _hostile_name(tell: Callable[..., Any], field: str) -> Callable[..., Any]:
    """Something that is told of a server, with another name in it: the real one would not be announced."""

    def told(*about: Any, **fields: Any) -> Any:
        said = tell(*about, **fields)
        if isinstance(said, dict):
            return said | {field: SHORT_HARM + said[field]}
        return replace(said, **{field: SHORT_HARM + getattr(said, field)})

    return told


if __name__ == "__main__":
    vars(text).update(clean=str, cells=lambda _typed: 1)
    from triqueta_protocol.announcement import Announcement
    from triqueta_protocol.events import Welcome
    from triqueta_server.cli import main
    from triqueta_server.tables import handshake

    setattr(Announcement, "txt", _hostile_name(Announcement.txt, "name"))  # noqa: B010
    vars(handshake)["Welcome"] = _hostile_name(Welcome, "server")
    sys.exit(main())
