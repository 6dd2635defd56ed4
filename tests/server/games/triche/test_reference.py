"""The quick rules and the plain ones, played side by side."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.server.games.triche.play import random_action
from tests.server.games.triche.reference import CARDS, Carre, Reference, Word
from triqueta_protocol.games.triche import SEATS, Choice, Placed, RoundEnded
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche import actions
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.shuffles import SeededShuffles

FORMS = [(False, True), (True, True), (True, False)]
"""Whether it is the expansion, and whether diagonals are minded."""


def place_of(cell: int) -> tuple[int, int]:
    return divmod(cell, 3)


def word(action: int) -> Word:
    """An action in the reference's words."""
    match actions.write(action):
        case {"do": "place", "card": card, "carre": carre, "cell": cell}:
            return "place", card, carre, place_of(cell)
        case {"do": "set_up", "centre": centre, "cards": cards, "cells": cells}:
            return "set_up", centre, tuple(cards), tuple(map(place_of, cells))
        case {"do": "redraw", "cards": cards}:
            return "redraw", tuple(cards)
        case {"do": name, "yes": yes}:
            return name, yes
    raise AssertionError(action)


def cells_of(carre: Carre, centre: Any) -> tuple[int | None, ...]:
    laid = [carre.open.get(place_of(cell)) for cell in range(9)]
    return tuple(
        centre if cell == 4 else None if card is None else CARDS.index(card) for cell, card in enumerate(laid)
    )


def same(position: Position, reference: Reference) -> None:
    public = RULES.public(position)
    assert list(position.owing) == reference.owing()
    for seat in range(position.seats):
        legal = position.legal(seat)
        assert len(set(legal)) == len(legal)
        assert {word(action) for action in legal} == reference.legal(seat)
    assert public.phase == ("over" if reference.over else reference.phase)
    assert public.round == reference.round
    assert public.start == reference.start
    assert list(public.points) == reference.totals
    assert [list(points) for points in public.rounds] == reference.round_points
    if reference.over:
        return
    assert list(public.owners) == [carre.owner for carre in reference.carres]
    assert sorted(public.owners) == list(range(position.seats))
    assert [list(redraws) for redraws in public.redraws] == reference.returned
    if reference.phase != "set_up":
        assert list(public.carres) == [cells_of(carre, -1) for carre in reference.carres]
        assert public.turn == reference.turn
        assert public.pile == len(reference.pile)
    for seat in range(position.seats):
        assert list(RULES.mine(position, seat).hand) == reference.hand(seat)
        assert public.hands[seat] == len(reference.hands[seat])


def same_choices(position: Position, reference: Reference, seat: int) -> None:
    """The choices of a view are the legal actions, each once, and say what each placement does."""
    choices = RULES.mine(position, seat).choices
    for action in position.legal(seat):
        typed = actions.typed(action)
        [choice] = [choice for choice in choices if choice.covers(typed)]
        if reference.phase == "place":
            same_effect(choice, reference, seat, word(action))
    assert sum(map(family_size, choices)) == len(position.legal(seat))


def family_size(choice: Choice) -> int:
    if choice.pick is None:
        return 1
    return {"cells": 28, "cards": 64, "cell": len(choice.pick.values)}[choice.pick.field]


def same_effect(choice: Choice, reference: Reference, seat: int, action: Word) -> None:
    _, card, carre, cell = action
    laid = Carre(0, reference.carres[carre].open | {cell: CARDS[card]})
    completed = laid.completed(cell)
    foreign = carre != reference.own(seat)
    assert sorted((line.line, line.points) for line in choice.lines) == completed
    assert choice.forced == (foreign and not reference._fits(action))
    assert choice.conquer == (foreign and not choice.forced and bool(completed))
    assert choice.points == (0 if foreign else sum(points for _, points in completed))


def side_by_side(seats: int, expansion: bool, diagonals: bool, game: int, target: int) -> Counter[str]:
    rng = Random(f"{seats} {expansion} {diagonals} {game}")
    shuffles = SeededShuffles(b"side by side %d" % game, expansion=expansion)
    form = {"expansion": expansion, "diagonals": diagonals, "target": target}
    position = Position(seats, shuffles, game % seats, **form)  # type: ignore[arg-type]
    reference = Reference(seats, shuffles, game % seats, **form)  # type: ignore[arg-type]
    phases: Counter[str] = Counter()
    same(position, reference)
    while position.owing:
        phases[position.phase] += 1
        seat = rng.choice(position.owing)
        if rng.random() < 0.15:
            same_choices(position, reference, seat)
        action = random_action(position, seat, rng)
        told: list[TableEvent] = []
        position.apply(seat, action, told)
        reference.apply(seat, word(action))
        phases["forced"] += any(isinstance(one, Placed) and one.forced for one in told)
        for one in told:
            if isinstance(one, RoundEnded):
                same_sheet(one, reference)
        same(position, reference)
    scores = RULES.public(position).scores
    assert scores is not None
    assert [score.total for score in scores] == reference.totals
    ranking = reference.ranking()
    assert [scores[seat].rank for seat in ranking] == list(range(1, seats + 1))
    assert list(RULES.winners(position)) == ranking[:1]
    return phases


def same_sheet(ended: RoundEnded, reference: Reference) -> None:
    for sheet, carre in zip(ended.carres, reference.ended, strict=True):
        centre, lines = carre.lines()
        assert sheet.cells == cells_of(carre, CARDS.index(centre))
        assert list(sheet.lines) == lines
        assert (sheet.owner, sheet.points) == (carre.owner, sum(lines))
        assert sheet.points != 7 or any(card >= 3 for card in sheet.cells)


@pytest.mark.parametrize(("expansion", "diagonals"), FORMS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats: int, expansion: bool, diagonals: bool) -> None:
    phases: Counter[str] = Counter()
    for game in range(3):
        phases += side_by_side(seats, expansion, diagonals, game, target=15)
    assert {"set_up", "place", "conquer"} <= set(phases)
    assert ("redraw" in phases) == expansion


@pytest.mark.slow
@pytest.mark.parametrize(("expansion", "diagonals"), FORMS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game_many_times(seats: int, expansion: bool, diagonals: bool) -> None:
    for game in range(40):
        side_by_side(seats, expansion, diagonals, 1000 + game, target=21)


def test_forced_cards_and_swaps_are_compared_too() -> None:
    phases: Counter[str] = Counter()
    for game in range(6):
        phases += side_by_side(2, False, True, 100 + game, target=21)
    assert phases["swap"] == phases["forced"] > 3
