"""Dates in the player's language: ``12 Nov, 20:41``, ``12 Nov 2025, 20:41``."""

from datetime import datetime

from triqueta_tui.locale import say


def date_and_time(timestamp: float) -> str:
    when = datetime.fromtimestamp(timestamp)
    return say("dates.full", time=f"{when:%H:%M}", **_day(when))


def brief_date(timestamp: float, now: float) -> str:
    """For lists: the time for a date of this year, else the year."""
    when, today = (datetime.fromtimestamp(one) for one in (timestamp, now))
    if when.year != today.year:
        return say("dates.older", **_day(when))
    return say("dates.this_year", time=f"{when:%H:%M}", month=_month(when), day=when.day)


def day_and_month(timestamp: float) -> str:
    """The short form."""
    when = datetime.fromtimestamp(timestamp)
    return say("dates.day", month=_month(when), day=when.day)


def _day(when: datetime) -> dict[str, object]:
    return {"day": when.day, "month": _month(when), "year": when.year}


def _month(when: datetime) -> str:
    return say(f"dates.months.{when.month}")
