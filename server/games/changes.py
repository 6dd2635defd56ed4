"""The fields of a view that changed since it was last told."""

from typing import Any

from msgspec import Struct, structs


class Changes:
    """Remembers the last version of a struct and gives the fields that are new since."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, ...] | None = None

    def since_last(self, now: Struct) -> dict[str, Any]:
        """The fields that changed, by name."""
        values = structs.astuple(now)
        last, self._last = self._last, values
        names = now.__struct_fields__
        if last is None:
            return dict(zip(names, values, strict=True))
        if values == last:
            return {}
        # Most fields are the very objects that they were.
        return {
            name: value
            for name, value, before in zip(names, values, last, strict=True)
            if value is not before and value != before
        }
