"""A server's mDNS announcement on the local network: enough for a list, and nothing secret."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from triqueta_protocol.errors import RefusalError
from triqueta_protocol.text import clean, clean_name
from triqueta_protocol.version import PROTOCOL

SERVICE: Final = "_triqueta._tcp.local."
"""The mDNS service type."""


class Announcement(Struct, frozen=True):
    """The fields of the TXT record. Later versions may add some; unknown ones are ignored."""

    name: str
    """The server's name. It need not be unique: addresses differ."""
    protocol: int = PROTOCOL
    version: str = ""
    """The program's version."""
    tables: Annotated[int, Meta(ge=0)] = 0
    """Listed tables with an open seat."""
    password: bool = False
    """Whether the server asks for a password."""
    tls: bool = False
    identity: Annotated[str, Meta(max_length=64)] = ""
    """The server's public key in hex, which it proves to have when a client connects."""

    def txt(self) -> dict[str, str]:
        """The fields as text, with 1 and 0 for yes and no."""
        return {
            name: str(int(value) if isinstance(value, bool) else value)
            for name, value in msgspec.structs.asdict(self).items()
        }


def read_txt(txt: Mapping[bytes, bytes | None]) -> Announcement | None:
    """Parse an announcement; None if it is malformed. Its content is untrusted."""
    fields = {
        name.decode(errors="replace"): value.decode(errors="replace")
        for name, value in txt.items()
        if value is not None
    }
    try:
        said = msgspec.convert(fields, Announcement, strict=False)
        return msgspec.structs.replace(said, name=clean_name(said.name), version=clean(said.version))
    except (msgspec.ValidationError, RefusalError):
        return None
