"""What a server says of itself on the local network, by mDNS: enough for a list, and nothing secret."""

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from protocol.errors import Refusal
from protocol.text import clean, clean_name
from protocol.version import PROTOCOL

SERVICE: Final = "_triqueta._tcp.local."
"""The type under which servers are announced."""


class Announcement(Struct, frozen=True):
    """The fields of the TXT record. Later versions may add some; unknown ones are passed over."""

    name: str
    """What the server is called. Several may have the same name: their addresses differ."""
    protocol: int = PROTOCOL
    version: str = ""
    """The program's version."""
    tables: Annotated[int, Meta(ge=0)] = 0
    """Listed tables with an open seat."""
    password: bool = False
    """Whether the server lets in only who knows its password."""
    tls: bool = False
    identity: Annotated[str, Meta(max_length=64)] = ""
    """The public key that the server proves to have when it is connected to, in hex. Empty: an older one."""

    def txt(self) -> dict[str, str]:
        """The fields as the record has them: text, with 1 and 0 for yes and no."""
        return {
            name: str(int(value) if isinstance(value, bool) else value)
            for name, value in msgspec.structs.asdict(self).items()
        }


def read_txt(txt: Mapping[bytes, bytes | None]) -> Announcement | None:
    """What somebody on the network announces; None if it makes no sense. Anybody can announce anything."""
    fields = {
        name.decode(errors="replace"): value.decode(errors="replace")
        for name, value in txt.items()
        if value is not None
    }
    try:
        said = msgspec.convert(fields, Announcement, strict=False)
        return msgspec.structs.replace(said, name=clean_name(said.name), version=clean(said.version))
    except (msgspec.ValidationError, Refusal):
        return None
