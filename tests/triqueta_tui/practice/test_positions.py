"""The positions that are shipped: real ones, each with one clear best answer and a reason in words."""

from collections import Counter
from datetime import date, timedelta

import msgspec
import pytest

from tests.positions.making import KINDS, LEAST, SURE, Maker, played
from triqueta_server.bots.reasons import GENERAL
from triqueta_server.games import RULES
from triqueta_tui.game import Games
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.practice.exercises import daily_game, daily_position, games_with_positions
from triqueta_tui.practice.feed import PracticeFeed
from triqueta_tui.practice.positions import DAYS, Practised, of_the_day, shipped

NAMES = ("triqueta", "triche", "tripitz")
A_DAY = date(2026, 11, 19)


def all_of(games: Games, game: str) -> tuple[Practised, ...]:
    path = games[game].positions
    assert path is not None
    found = shipped(path)
    return (*found.daily, *found.exercises)


@pytest.mark.parametrize("game", NAMES)
def test_every_position_comes_about_by_the_rules(games: Games, game: str) -> None:
    rules, words = RULES[game], RULES[game].vocabulary.words
    for one in all_of(games, game):
        position = played(game, one)
        assert one.seat in position.owing
        assert rules.public(position) == msgspec.convert(one.public, words.public)
        assert rules.mine(position, one.seat) == msgspec.convert(one.mine, words.mine)


@pytest.mark.parametrize("game", NAMES)
def test_every_answer_can_be_chosen_and_is_clearly_the_best(games: Games, game: str) -> None:
    words = RULES[game].vocabulary.words
    for one in all_of(games, game):
        mine = msgspec.convert(one.mine, words.mine)
        answers = [msgspec.convert(answer, words.action) for answer in one.answers]
        assert answers
        assert all(any(choice.covers(answer) for choice in mine.choices) for answer in answers)
        promised = [msgspec.convert(promise.action, words.action) for promise in one.advice.promises]
        assert promised[0] in answers
        assert any(action not in answers for action in promised[1:])
        assert one.lead >= max(LEAST, SURE * one.error)


@pytest.mark.parametrize("game", NAMES)
def test_no_position_comes_twice(games: Games, game: str) -> None:
    views = Counter(msgspec.msgpack.encode([one.public, one.mine]) for one in all_of(games, game))
    assert set(views.values()) == {1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_position_is_asked_about_and_explained_in_words(games: Games, game: str, language: str) -> None:
    use(language)
    parts = games[game].load_table()
    for one in all_of(games, game):
        feed = PracticeFeed(games[game].vocabulary, "Ana", one, lambda _: None)
        assert say(f"{game}.practice.question.{one.kind}")
        reason = one.advice.reason
        assert reason is not None
        assert reason.why not in GENERAL
        text = parts.advice_text(feed.view)
        assert text.reason(reason)
        assert all(text.in_full(answer) for answer in feed.answers)
        [(_, story)] = feed.told()
        assert bool(story) == bool(one.moves)
        assert {KINDS[game](feed.view.public, feed.view.mine)} == {one.kind}


def test_every_date_has_a_position_and_the_games_take_turns(games: Games) -> None:
    names = [game.name for game in games_with_positions(games)]
    days = [A_DAY + timedelta(at) for at in range(DAYS)]
    chosen = [of_the_day(day, names) for day in days]
    assert len(set(chosen)) == DAYS
    assert all(daily_position(games, day) for day in days)
    assert {tuple(one for one, _ in chosen[at : at + 3]) for at in range(0, DAYS, 3)} == {
        tuple(one for one, _ in chosen[:3])
    }
    assert of_the_day(A_DAY, names) == of_the_day(A_DAY, names) != of_the_day(days[1], names)
    assert daily_game(games, A_DAY).name == chosen[0][0]


def test_the_same_seed_makes_the_same_positions() -> None:
    first, second = (next(iter(Maker("tripitz", "test").positions())) for _ in range(2))
    assert first == second
