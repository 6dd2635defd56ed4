"""The fields of a view that changed since it was last told."""

from typing import Any

from msgspec import Struct, structs

from protocol.codec import plain


class Changes:
    """Remembers the last version of a struct and gives the fields that are new since."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, ...] | None = None

    def since_last(self, now: Struct) -> dict[str, Any]:
        """The fields that changed, as plain maps and lists."""
        values = structs.astuple(now)
        last, self._last = self._last, values
        if last is None:
            return dict(zip(now.__struct_fields__, plain(values), strict=True))
        changed = {
            name: value
            for name, value, before in zip(now.__struct_fields__, values, last, strict=True)
            if value is not before and value != before
        }
        return plain(changed) if changed else changed
