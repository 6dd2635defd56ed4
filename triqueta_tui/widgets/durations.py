"""Durations: ``45 s``, ``3 min``, ``1 min 30 s``, and on a clock ``2:05``."""

from triqueta_tui.locale import say


def duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return say("rooms.duration.seconds", seconds=rest)
    if not rest:
        return say("rooms.duration.minutes", minutes=minutes)
    return say("rooms.duration.both", minutes=minutes, seconds=rest)


def on_clock(seconds: float) -> str:
    left = max(0, round(seconds))
    return f"{left // 60}:{left % 60:02}"
