"""The fields of a view that changed since it was last sent."""

from typing import Any

from msgspec import Struct, structs


class Changes:
    """Keeps the last version of a struct and returns what changed since."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Any, ...] | None = None

    def since_last(self, now: Struct) -> dict[str, Any]:
        """The changed fields, by name."""
        values = structs.astuple(now)
        last, self._last = self._last, values
        names = now.__struct_fields__
        if last is None:
            return dict(zip(names, values, strict=True))
        if values == last:
            return {}
        # Most fields are the same objects as before.
        return {
            name: value
            for name, value, before in zip(names, values, last, strict=True)
            if value is not before and value != before
        }
