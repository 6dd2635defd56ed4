"""A finished game fetched from the server: its end, and the scores after each decision."""

from msgspec import Struct, structs

from triqueta_protocol.archive import ArchivedGame, ReplayFound
from triqueta_protocol.events import Event, TableNow
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.replay import ReplayHead, ReplayStep, read_part
from triqueta_protocol.requests import Replay
from triqueta_tui.app import TriquetaApp
from triqueta_tui.archive.asking import find
from triqueta_tui.game import FinalSheet
from triqueta_tui.locale import say
from triqueta_tui.session.error_words import LinkGoneError


class Score(Struct, frozen=True):
    """The state after a decision."""

    points: tuple[int, ...]
    rounds_over: int


class GameTimeline(Struct, frozen=True):
    game: ArchivedGame
    end: Mirror
    scores: tuple[Score, ...]
    """From before the first decision to the end."""


async def fetch_timeline(app: TriquetaApp, identifier: str, sheet: FinalSheet) -> GameTimeline:
    """Fetch a game part by part; raises one of ``net.error_words.TROUBLES``."""
    steps: list[ReplayStep] = []
    head: ReplayHead | None = None
    total = 1
    while len(steps) < total:
        found = await find(app, Replay, game=identifier, start=len(steps))
        if not isinstance(found, ReplayFound):
            raise LinkGoneError("nonsense")
        try:
            part = read_part(found.packed)
        except ValueError:
            raise LinkGoneError("nonsense") from None
        total, head = found.total, part.head or head
        steps += part.steps
        if not part.steps:
            raise LinkGoneError("nonsense")
    if head is None:
        raise LinkGoneError("nonsense")
    return _timeline(head, steps, sheet)


def _timeline(head: ReplayHead, steps: list[ReplayStep], sheet: FinalSheet) -> GameTimeline:
    nameless = say("my_games.somebody")
    seats = tuple(structs.replace(one, name=one.name or nameless) for one in head.room.seats)
    room = structs.replace(head.room, seats=seats)
    you = str(head.seat) if head.seat is not None else ""
    mirror = Mirror(TableNow(table=room.table, n=0, you=you, room=room, public=steps[0].public))
    scores = [_score(mirror, sheet)]
    for number, step in enumerate(steps[1:], 1):
        mirror.apply(Event(table=room.table, n=number, public=step.public))
        scores.append(_score(mirror, sheet))
    return GameTimeline(head.game, mirror, tuple(scores))


def _score(mirror: Mirror, sheet: FinalSheet) -> Score:
    return Score(tuple(sheet.points(mirror.public)), sheet.rounds_over(mirror.public))
