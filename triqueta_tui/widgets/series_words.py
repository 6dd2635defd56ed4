"""A series in words: its rule, game number, score, leader and winner."""

from collections.abc import Sequence

from triqueta_protocol.series import SeriesNow, SeriesRule, SeriesScore
from triqueta_tui.locale import plural, say
from triqueta_tui.locale.numbers import listed


def rule_words(rule: SeriesRule | SeriesNow | None) -> str:
    return say("series.single") if rule is None else say(f"series.{rule.kind}", length=rule.length)


def series_facts(series: SeriesNow) -> list[str]:
    """The series and its score, for the waiting room."""
    return [
        say(f"series.fact.{series.kind}", length=series.length),
        *([score_words(series)] if series.games else []),
    ]


def game_words(series: SeriesNow, game: int | None = None) -> str:
    """The number of the game, or of a later one."""
    number = game or series.game
    if number > series.length:
        return say("series.game.decider", game=number)
    return say("series.game.numbered", game=number, length=series.length)


def name_of(one: SeriesScore) -> str:
    """A player whose data was deleted keeps the points."""
    return one.name or say("my_games.somebody")


def by_points(series: SeriesNow) -> list[int]:
    """The indices in ``scores``, leaders first; players who left without a point are skipped."""
    counts = [at for at, one in enumerate(series.scores) if one.seat is not None or one.points]
    return sorted(counts, key=lambda at: -series.scores[at].points)


def score_words(series: SeriesNow) -> str:
    """All points: "Ana 2 : 1 Bo", or of more than two "Ana 2 · Bo 1 · Cy 0"."""
    best = [series.scores[at] for at in by_points(series)]
    if len(best) == 2:
        return f"{name_of(best[0])} {_numbers(best)} {name_of(best[1])}"
    return say("series.between").join(
        say("series.name", name=name_of(one), points=one.points) for one in best
    )


def numbers(series: SeriesNow) -> str:
    """The points without names, leaders first."""
    return _numbers([series.scores[at] for at in by_points(series)])


def tally_words(series: SeriesNow | None, seat: int) -> str:
    """The games a seat has won; empty if it plays no series."""
    found = (one.points for one in series.scores if one.seat == seat) if series is not None else iter(())
    return next((plural("series.tally", points) for points in found), "")


def own_score(series: SeriesNow, seat: int | None) -> str:
    """The points of two players, a seat's first; empty for a watcher, and for more players."""
    counted = [series.scores[at] for at in by_points(series)]
    if len(counted) != 2 or seat not in {one.seat for one in counted} or not series.games:
        return ""
    return _numbers(sorted(counted, key=lambda one: one.seat != seat))


def lead_words(series: SeriesNow, seat: int | None) -> str:
    """The leader, from a seat's view; empty before the first point."""
    best = [series.scores[at] for at in by_points(series)]
    first = [one for one in best if best and one.points == best[0].points]
    if not first or not first[0].points:
        return ""
    points, two = first[0].points, len(best) == 2
    score = _numbers(best)
    if len(first) == len(best):
        return say("series.lead.level_two", score=score) if two else say("series.lead.level", points=points)
    if len(first) > 1:
        return say("series.lead.some", who=_names(first), points=points)
    who = "you" if seat is not None and first[0].seat == seat else "other"
    key = f"series.lead.{who}_two" if two else f"series.lead.{who}"
    return say(key, who=name_of(first[0]), score=score, points=points)


def won_words(series: SeriesNow, seat: int | None) -> str:
    """The winner of a decided series, from a seat's view."""
    first = [series.scores[at] for at in series.winners]
    if len(first) > 1:
        return say("series.won.shared", who=_names(first), points=first[0].points)
    best = [series.scores[at] for at in by_points(series)]
    who = "you" if seat is not None and first[0].seat == seat else "other"
    key = f"series.won.{who}_two" if len(best) == 2 else f"series.won.{who}"
    gaps = {"points": first[0].points, "games": len(series.games), "score": _numbers(best)}
    return say(key, who=name_of(first[0]), **gaps)


def result_words(series: SeriesNow) -> str:
    """The result of a game in its series, and what comes next."""
    score = score_words(series)
    if series.winners:
        return say("series.result.over", score=score)
    return say("series.result.next", score=score, game=game_words(series, series.game + 1))


def again_word(series: SeriesNow) -> str:
    """The footer's word for another game at the table."""
    return say("series.commands.new" if series.winners else "series.commands.next")


def _numbers(best: Sequence[SeriesScore]) -> str:
    return (" : " if len(best) == 2 else ":").join(str(one.points) for one in best)


def _names(several: Sequence[SeriesScore]) -> str:
    return listed(map(name_of, several))
