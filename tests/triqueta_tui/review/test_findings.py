"""What is added up from an expert's findings: costly decisions, luck and skill, the decisive moment."""

import pytest
from msgspec.structs import replace

from tests.triqueta_tui.review.assessed import COSTLY, DEAREST, a_game
from triqueta_tui.review.findings import SURE, Findings


def findings(known: int | None = None) -> Findings:
    recording, moments = a_game()
    found = Findings(recording.seats, recording.total)
    for moment in moments[:known]:
        found.add(moment)
    return found


def test_the_dearest_decisions_come_first_and_are_three() -> None:
    assert tuple(one.step for one in findings().costly()) == DEAREST


def test_one_seat_has_its_own() -> None:
    found = findings()
    for seat in range(3):
        dearest = sorted(COSTLY, key=lambda at: -COSTLY[at])
        own = [step for step in dearest if found.moments[step].seat == seat]
        assert [one.step for one in found.costly(seat)] == own[:3]


def test_what_may_be_chance_is_no_mistake() -> None:
    found = findings()
    noisy = Findings(found.seats, found.total)
    for moment in found.moments:
        noisy.add(replace(moment, doubt=1.01 * moment.lost / SURE))
    assert noisy.costly() == []


@pytest.mark.parametrize("known", [1, 2, 12, 40, None])
def test_luck_and_skill_add_up_to_the_chance(known: int | None) -> None:
    found = findings(known)
    for seat in range(3):
        one = found.balance(seat)
        assert one.start + one.draws + one.others - one.given == pytest.approx(one.now)
        assert one.now == found.moments[-1].chances[seat]
        assert one.given >= 0


def test_what_others_lose_is_none_of_ones_own() -> None:
    found = findings()
    given = [found.balance(seat).given for seat in range(3)]
    lost = [sum(one.lost for one in found.moments if one.action and one.seat == seat) for seat in range(3)]
    assert given == pytest.approx(lost)


def test_the_decisive_moment_is_the_greatest_change() -> None:
    assert findings(40).decisive is None
    found = findings()
    step = found.decisive
    assert step is not None

    def change(at: int) -> float:
        pairs = zip(found.moments[at - 1].chances, found.moments[at].chances, strict=True)
        return max(abs(later - earlier) for earlier, later in pairs)

    assert change(step) == max(change(at) for at in range(1, found.total))


def test_only_the_next_moment_is_taken() -> None:
    found = findings(5)
    _, moments = a_game()
    for wrong in (moments[4], moments[6], replace(moments[5], chances=(0.5, 0.5))):
        with pytest.raises(ValueError, match="not the next moment"):
            found.add(wrong)
