"""A finished game as plain text for a chat: players, date, points, scoresheet, and a short story."""

from collections.abc import Sequence

from triqueta_protocol.archive import ArchivedGame
from triqueta_tui.archive.game_list import marks_of
from triqueta_tui.archive.game_timeline import GameTimeline
from triqueta_tui.archive.seat_words import by_place, described
from triqueta_tui.archive.story import Story, story
from triqueta_tui.game import Game
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import duration, listed, number
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.dates import date_and_time


def title(game: Game, about: ArchivedGame) -> str:
    return say("exports.text.title", game=game.title, when=date_and_time(about.ended_at))


def headline(about: ArchivedGame) -> str:
    """The winners."""
    winners = [seat for seat in about.seats if seat.place == 1]
    who = listed(described(about.game, seat) for seat in winners)
    points = winners[0].points if winners else 0
    key = "score.shared" if len(winners) > 1 else "score.wins"
    return plural(key, points, who=who, points=number(points))


def minutes(about: ArchivedGame) -> str:
    return duration(max(1, round((about.ended_at - about.begun_at) / 60)) * 60)


def game_text(game: Game, timeline: GameTimeline) -> str:
    """Runs in the app: the scoresheet is drawn in its theme, without the colours."""
    about = timeline.game
    parts = [[title(game, about), *_circumstances(game, about)], _places(about), sheet_lines(game, timeline)]
    short = story(timeline.scores)
    if short is not None:
        names = [seat.name for seat in timeline.end.room.seats]
        parts.append(_story(short, names, len(timeline.scores) - 1))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _circumstances(game: Game, about: ArchivedGame) -> list[str]:
    words = [minutes(about), *game.load_set_up().words(about.options), marks_of(about)]
    return [listed(filter(None, words))]


def _places(about: ArchivedGame) -> list[str]:
    return [
        say(
            "exports.text.place",
            place=seat.place,
            name=described(about.game, seat),
            points=number(seat.points),
        )
        for seat in by_place(about)
    ]


def sheet_lines(game: Game, timeline: GameTimeline) -> list[str]:
    """The scoresheet in letters, without margins."""
    sheet = game.load_sheet()
    board = sheet.board(timeline.end)
    if board is None:
        return []
    canvas = Canvas(*sheet.cells(len(timeline.game.seats), text=True))
    board.draw(canvas)
    lines = ["".join(text for text, _ in line).rstrip() for line in canvas.cells]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[margin:] for line in lines]


def _story(short: Story, names: Sequence[str], decisions: int) -> list[str]:
    lines = [
        say("exports.text.round", round=round_, standing=_standing(points, names))
        for round_, points in enumerate(short.rounds, 1)
    ]
    best = short.best
    if best is not None:
        key = "exports.text.best_in_round" if best.round else "exports.text.best"
        gaps = {"name": names[best.seat], "points": best.points}
        lines.append(say(key, **gaps, **({"round": best.round} if best.round else {})))
    if short.changes:
        lines.append(plural("exports.text.changes", short.changes))
    if short.ahead_round:
        lines.append(say("exports.text.ahead_round", name=names[short.leader], round=short.ahead_round))
    elif short.ahead_since is not None:
        moment = {"decision": short.ahead_since, "decisions": decisions}
        lines.append(say("exports.text.ahead", name=names[short.leader], **moment))
    return lines


def _standing(points: Sequence[int], names: Sequence[str]) -> str:
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    return listed(say("my_games.scored", name=names[seat], points=number(points[seat])) for seat in order)
