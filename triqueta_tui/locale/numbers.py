"""Numbers, places, percentages, spans, lists and durations, as the language writes them."""

from collections.abc import Iterable

from triqueta_tui.locale import say


def number(value: int | float) -> str:  # noqa: PYI041 - an integer has all its digits
    """With a minus that is as wide as the plus."""
    return (f"{value:g}" if isinstance(value, float) else str(value)).replace("-", "−")


def signed(value: int) -> str:
    """With its sign; the minus is as wide as the plus."""
    return f"+{value}" if value > 0 else number(value)


def decimal(value: float) -> str:
    """With one decimal."""
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−").replace(".", say("numbers.decimal"))


def percent(share: float) -> str:
    """A share from 0 to 1."""
    return percentage(round(100 * share))


def percentage(value: int, *, with_sign: bool = False) -> str:
    return say("numbers.percent", number=signed(value) if with_sign else number(value))


def ordinal(value: int) -> str:
    """A place in a list of players."""
    return say("numbers.place", number=value)


def span(first: object, last: object) -> str:
    return say("numbers.span", first=first, last=last)


def listed(parts: Iterable[str]) -> str:
    return say("numbers.comma").join(parts)


def all_of(parts: Iterable[str]) -> str:
    """A list with “and” before its last part."""
    *others, last = [*parts] or [""]
    return say("numbers.and").join([listed(others), last]) if others else last


def duration(seconds: int) -> str:
    """As in ``1 min 30 s``."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return say("numbers.seconds", seconds=rest)
    if not rest:
        return say("numbers.minutes", minutes=minutes)
    return say("numbers.both", minutes=minutes, seconds=rest)


def on_clock(seconds: float) -> str:
    """As in ``2:05``."""
    left = max(0, round(seconds))
    return f"{left // 60}:{left % 60:02}"
