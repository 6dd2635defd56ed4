"""From typed messages to bytes and back: msgpack carries, msgspec checks."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgpack
import msgspec
from msgspec import Struct

from protocol import events, requests
from protocol.errors import Code, Refusal
from protocol.tagged import Tagged, UnknownTag

MAX_FRAME: Final = 16 * 1024
"""The largest frame a client may send."""

_REQUESTS: Final = Tagged[requests.FromClient](requests.FromClient)
_MESSAGES: Final = Tagged[events.FromServer](events.FromServer)

pack: Final[Callable[[Any], bytes]] = msgpack.Packer(use_bin_type=True, autoreset=True).pack
"""The bytes of plain maps, lists and numbers."""

encode: Final[Callable[[Any], bytes]] = msgspec.msgpack.Encoder().encode
"""The bytes of messages and whatever they are made of; the same as ``pack`` of what is ``plain``."""

_decode_request: Final[Callable[[bytes], requests.FromClient]] = msgspec.msgpack.Decoder(
    requests.FromClient
).decode


def plain(thing: Any) -> Any:
    """Structs as maps and lists; bytes stay bytes."""
    return msgspec.to_builtins(thing, builtin_types=(bytes,))


def decode_request(frame: bytes | str) -> requests.FromClient:
    """A client's frame as a typed request, or a refusal that says what is wrong with it.

    The refusal's detail carries the request's ``id`` if the frame was sound enough to have one.
    """
    if isinstance(frame, bytes) and len(frame) <= MAX_FRAME:
        try:
            return _decode_request(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass  # what is wrong with it is found out step by step
    raw = _unpack(frame)
    try:
        return _REQUESTS.convert(raw)
    except UnknownTag:
        raise _refusal(Code.UNKNOWN_TYPE, raw) from None
    except msgspec.ValidationError as error:
        raise _refusal(Code.BAD_FIELDS, raw, why=str(error)) from None


def decode_message(frame: bytes) -> events.FromServer:
    """A server's frame as a typed message.

    Raises ``UnknownTag`` for a kind that is not known here, otherwise ``msgspec.ValidationError`` or another
    ``ValueError``.
    """
    raw = msgpack.unpackb(frame)
    if not isinstance(raw, dict) or not isinstance(raw.get("t"), str):
        raise msgspec.ValidationError("a message is a map with its type in it")
    return _MESSAGES.convert(raw)


class Body:
    """What an event says, packed once for all viewers; each viewer's own part and number are put to it.

    An event is the map ``{t, table, n, what?, room?, public?, mine?, accepted?}``. All but the number and the
    last two is the same for all viewers, so it is not packed again for each of them.
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
        """With what this viewer alone may know, and the id of the request of theirs that it answers."""
        own, fields = b"", self._fields
        if mine:
            own = _MINE + encode(mine)
            fields += 1
        if accepted is not None:
            own += _ACCEPTED + encode(accepted)
            fields += 1
        return ViewerBody(_before_number(self._table, fields), self._after, own)


class ViewerBody(Struct, frozen=True, gc=False):
    """What one viewer is told, but for its number. What all are told is there once for all of them."""

    before: bytes
    common: bytes
    own: bytes

    def numbered(self, n: int) -> bytes:
        return b"".join((self.before, encode(n), self.common, self.own))


_MINE: Final = pack("mine")
_ACCEPTED: Final = pack("accepted")
_FIXED_FIELDS: Final = 3
_SMALL_MAP: Final = tuple(bytes([0x80 | size]) for size in range(16))
"""The one byte that begins a map of so few fields; the fields themselves follow."""


@lru_cache(maxsize=1 << 12)
def _before_number(table: str, fields: int) -> bytes:
    """Everything of an event that stands before its number."""
    return _SMALL_MAP[fields] + pack("t") + pack("event") + pack("table") + pack(table) + pack("n")


def _unpack(frame: bytes | str) -> dict[str, Any]:
    if isinstance(frame, str):
        raise Refusal(Code.TEXT_FRAME)
    if len(frame) > MAX_FRAME:
        raise Refusal(Code.TOO_LARGE, limit=MAX_FRAME)
    try:
        raw = msgpack.unpackb(frame)
    except msgpack.StackError:
        raise Refusal(Code.TOO_DEEP) from None
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError):
        raise Refusal(Code.NOT_MSGPACK) from None
    if not isinstance(raw, dict):
        raise Refusal(Code.UNKNOWN_TYPE)
    return raw


def _refusal(code: Code, raw: dict[str, Any], **detail: str | int) -> Refusal:
    identifier = raw.get("id")
    if isinstance(identifier, int) and not isinstance(identifier, bool) and 1 <= identifier < 2**53:
        detail["id"] = identifier
    return Refusal(code, **detail)
