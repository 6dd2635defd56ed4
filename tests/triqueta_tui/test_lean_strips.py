"""Strips without caches of their own are the same strips, and use a cache as soon as there is one to fill."""

import subprocess
import sys

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.cache import FIFOCache
from textual.strip import Strip

from triqueta_tui import lean_strips

STYLE = Style(bold=True)

TEXTUALS_OWN = """
from textual.cache import FIFOCache
from textual.strip import Strip
strip = Strip([])
for name in Strip.__slots__:
    value = getattr(strip, name)
    print(name, f"cache of {value._maxsize}" if isinstance(value, FIFOCache) else value)
"""


@pytest.fixture(autouse=True)
def lean() -> None:
    lean_strips.install()


def strip() -> Strip:
    return Strip([Segment("a bear", Style(color="red")), Segment("熊")], 8)


def caches(of: Strip) -> set[str]:
    """Those that are there, without asking for them."""
    slots = {name: Strip.__dict__[name] for name in Strip.__slots__}
    there = set()
    for name, slot in slots.items():
        try:
            value = slot.__get__(of)
        except AttributeError:
            continue
        if isinstance(value, FIFOCache):
            there.add(name)
    return there


def test_a_new_strip_has_no_cache() -> None:
    assert caches(strip()) == set()


def test_a_cache_is_made_when_it_is_needed_and_then_used() -> None:
    one = strip()
    cropped = one.crop(1, 4)
    assert caches(one) == {"_crop_cache"}
    assert one.crop(1, 4) is cropped
    assert one.divide([3, 8])[0] is one.divide([3, 8])[0]
    assert one.apply_style(STYLE) is one.apply_style(STYLE)


def test_every_part_of_a_strip_begins_as_textual_has_it() -> None:
    """In a process of its own, where Textual is as it was installed."""
    run = subprocess.run([sys.executable, "-c", TEXTUALS_OWN], capture_output=True, text=True, check=True)
    fresh = Strip([])
    lines = []
    for name in Strip.__slots__:
        value = getattr(fresh, name)
        lines.append(f"{name} {f'cache of {value._maxsize}' if isinstance(value, FIFOCache) else value}\n")
    assert "".join(lines) == run.stdout


def test_what_a_strip_does_not_have_is_still_an_error() -> None:
    with pytest.raises(AttributeError, match="'Strip' object has no attribute 'nonsense'"):
        _ = strip().nonsense  # type: ignore[attr-defined]
