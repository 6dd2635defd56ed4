"""Faults that tests plant."""

from typing import Any


class PlantedError(Exception):
    """The fault that a test plants."""


def failing(*_arguments: Any, **_options: Any) -> Any:
    raise PlantedError
