"""Fast conversion to unions of tagged structs.

``msgspec.convert`` analyses a union on each call. Looking the struct up by its tag first avoids that, and
distinguishes an unknown tag from a wrong field.
"""

from collections.abc import Mapping
from types import UnionType
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

StructT = TypeVar("StructT", bound=Struct)


class UnknownTagError(ValueError):
    """The map has no tag, or one that no struct of the union has."""


class Tagged(Generic[StructT]):
    __slots__ = ("_field", "_kinds")

    def __init__(self, *unions: UnionType) -> None:
        kinds: list[type[StructT]] = [kind for union in unions for kind in union.__args__]
        fields = {str(kind.__struct_config__.tag_field) for kind in kinds}
        assert len(fields) == 1, "the structs of a union share one tag field"
        self._field = fields.pop()
        self._kinds: dict[Any, type[StructT]] = {kind.__struct_config__.tag: kind for kind in kinds}

    def convert(self, raw: Mapping[str, Any]) -> StructT:
        """Convert a map to a struct; raises ``UnknownTagError`` or ``msgspec.ValidationError``."""
        tag = raw.get(self._field)
        kind = self._kinds.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise UnknownTagError(tag)
        return msgspec.convert(raw, kind)
