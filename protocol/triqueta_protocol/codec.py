"""Encodes and decodes messages: msgpack bytes, validated by msgspec."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgpack
import msgspec
from msgspec import Struct

from triqueta_protocol import events, requests
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.tagged import Tagged, UnknownTagError

MAX_FRAME: Final = 16 * 1024
"""Bytes of the largest frame a client may send."""

_REQUESTS: Final = Tagged[requests.FromClient](requests.FromClient)
_MESSAGES: Final = Tagged[events.FromServer](events.FromServer)

pack: Final[Callable[[Any], bytes]] = msgpack.Packer(use_bin_type=True, autoreset=True).pack
"""Encode plain maps, lists and numbers."""

encode: Final[Callable[[Any], bytes]] = msgspec.msgpack.Encoder().encode
"""Encode messages and their parts; the same as ``pack(plain(…))``."""

_decode_request: Final[Callable[[bytes], requests.FromClient]] = msgspec.msgpack.Decoder(
    requests.FromClient
).decode


def plain(thing: Any) -> Any:
    """Convert structs to maps and lists; bytes stay bytes."""
    return msgspec.to_builtins(thing, builtin_types=(bytes,))


def decode_request(frame: bytes | str) -> requests.FromClient:
    """Decode a client's frame; raises a refusal that says what is wrong with it.

    The refusal's detail has the request's ``id`` if it can be read.
    """
    if isinstance(frame, bytes) and len(frame) <= MAX_FRAME:
        try:
            return _decode_request(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass  # the steps below find out what is wrong
    raw = _unpack(frame)
    try:
        return _REQUESTS.convert(raw)
    except UnknownTagError:
        raise _refusal(Code.UNKNOWN_TYPE, raw) from None
    except msgspec.ValidationError as error:
        raise _refusal(Code.BAD_FIELDS, raw, why=str(error)) from None


LONGEST_STRING: Final = 4096
"""Bytes of a string that a server sends. A line of chat with a mark on each letter has fewer."""


def decode_message(frame: bytes) -> events.FromServer:
    """Decode a server's frame.

    Raises ``UnknownTagError`` for an unknown type, otherwise ``msgspec.ValidationError`` or a ``ValueError``.
    """
    raw = msgpack.unpackb(frame, max_str_len=LONGEST_STRING)
    if not isinstance(raw, dict) or not isinstance(raw.get("t"), str):
        raise msgspec.ValidationError("a message is a map with its type in it")
    return _MESSAGES.convert(raw)


class Body:
    """The common part of an event, encoded once; each viewer's number and own part are added to it.

    An event is the map ``{t, table, n, what?, room?, public?, mine?, accepted?}``. All but the number and the
    last two are the same for all viewers.
    """

    __slots__ = ("_after", "_fields", "_table")

    def __init__(
        self,
        table: str,
        what: Sequence[Struct] = (),
        room: Mapping[str, Any] | None = None,
        public: Mapping[str, Any] | None = None,
    ) -> None:
        parts: dict[str, Any] = {}
        if what:
            parts["what"] = what
        if room:
            parts["room"] = room
        if public:
            parts["public"] = public
        self._fields = _FIXED_FIELDS + len(parts)
        self._table = table
        self._after = encode(parts)[1:]

    def for_viewer(self, mine: Mapping[str, Any] | None, accepted: int | None = None) -> "ViewerBody":
        """Add the viewer's own view, and the id of the request that the event answers."""
        own, fields = b"", self._fields
        if mine:
            own = _MINE + encode(mine)
            fields += 1
        if accepted is not None:
            own += _ACCEPTED + encode(accepted)
            fields += 1
        return ViewerBody(_before_number(self._table, fields), self._after, own)


class ViewerBody(Struct, frozen=True, gc=False):
    """An event for one viewer, without its number. It shares the common part with other viewers."""

    before: bytes
    common: bytes
    own: bytes

    def numbered(self, n: int) -> bytes:
        return b"".join((self.before, encode(n), self.common, self.own))


_MINE: Final = pack("mine")
_ACCEPTED: Final = pack("accepted")
_FIXED_FIELDS: Final = 3
_SMALL_MAP: Final = tuple(bytes([0x80 | size]) for size in range(16))
"""The header byte of a small map."""


@lru_cache(maxsize=1 << 12)
def _before_number(table: str, fields: int) -> bytes:
    """The bytes of an event before its number."""
    return _SMALL_MAP[fields] + pack("t") + pack("event") + pack("table") + pack(table) + pack("n")


def _unpack(frame: bytes | str) -> dict[str, Any]:
    if isinstance(frame, str):
        raise RefusalError(Code.TEXT_FRAME)
    if len(frame) > MAX_FRAME:
        raise RefusalError(Code.TOO_LARGE, limit=MAX_FRAME)
    try:
        raw = msgpack.unpackb(frame)
    except msgpack.StackError:
        raise RefusalError(Code.TOO_DEEP) from None
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError):
        raise RefusalError(Code.NOT_MSGPACK) from None
    if not isinstance(raw, dict):
        raise RefusalError(Code.UNKNOWN_TYPE)
    return raw


def _refusal(code: Code, raw: dict[str, Any], **detail: str | int) -> RefusalError:
    identifier = raw.get("id")
    if isinstance(identifier, int) and not isinstance(identifier, bool) and 1 <= identifier < 2**53:
        detail["id"] = identifier
    return RefusalError(code, **detail)
