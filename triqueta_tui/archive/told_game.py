"""A finished game fetched from the server: how it ended, and how the points stood after each decision."""

from msgspec import Struct, structs

from protocol.archive import ArchivedGame, ReplayFound
from protocol.events import Event, TableNow
from protocol.mirror import Mirror
from protocol.replay import ReplayHead, ReplayStep, read_part
from protocol.requests import Replay
from triqueta_tui.archive.asking import find
from triqueta_tui.client import Client
from triqueta_tui.game import FinalSheet
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import LinkGoneError


class Moment(Struct, frozen=True):
    """How it stood after a decision."""

    points: tuple[int, ...]
    rounds_over: int


class ToldGame(Struct, frozen=True):
    game: ArchivedGame
    end: Mirror
    course: tuple[Moment, ...]
    """From before the first decision to the end."""


async def told_game(app: Client, identifier: str, sheet: FinalSheet) -> ToldGame:
    """Fetch a game part by part; raises one of ``net.error_words.TROUBLES``."""
    steps: list[ReplayStep] = []
    head: ReplayHead | None = None
    total = 1
    while len(steps) < total:
        found = await find(app, Replay, game=identifier, start=len(steps))
        try:
            assert isinstance(found, ReplayFound)
            part = read_part(found.packed)
        except (AssertionError, ValueError):
            raise LinkGoneError("nonsense") from None
        total, head = found.total, part.head or head
        steps += part.steps
        if not part.steps:
            raise LinkGoneError("nonsense")
    if head is None:
        raise LinkGoneError("nonsense")
    return _told(head, steps, sheet)


def _told(head: ReplayHead, steps: list[ReplayStep], sheet: FinalSheet) -> ToldGame:
    somebody = say("my_games.somebody")
    seats = tuple(structs.replace(one, name=one.name or somebody) for one in head.room.seats)
    room = structs.replace(head.room, seats=seats)
    you = str(head.seat) if head.seat is not None else ""
    mirror = Mirror(TableNow(table=room.table, n=0, you=you, room=room, public=steps[0].public))
    course = [_moment(mirror, sheet)]
    for number, step in enumerate(steps[1:], 1):
        mirror.apply(Event(table=room.table, n=number, public=step.public))
        course.append(_moment(mirror, sheet))
    return ToldGame(head.game, mirror, tuple(course))


def _moment(mirror: Mirror, sheet: FinalSheet) -> Moment:
    return Moment(tuple(sheet.points(mirror.public)), sheet.rounds_over(mirror.public))
