"""The turn clock: time for each decision, a bank behind it, several seats at once, and pauses."""

from triqueta_protocol.settings import ClockRule
from triqueta_server.tables.state.clock import Clock


def a_clock(turn: int = 30, bank: int = 60, seats: int = 3) -> Clock:
    return Clock(ClockRule(turn=turn, bank=bank), seats)


def test_a_decision_within_its_own_time_leaves_the_bank_alone() -> None:
    clock = a_clock()
    clock.set_owing([0], 100.0)
    clock.stop(0, 130.0)
    assert clock.bank == [60.0, 60.0, 60.0]


def test_what_a_decision_takes_beyond_its_own_time_comes_out_of_the_bank() -> None:
    clock = a_clock()
    clock.set_owing([1], 100.0)
    clock.stop(1, 145.0)
    assert clock.bank == [60.0, 45.0, 60.0]


def test_a_seat_is_out_of_time_when_turn_and_bank_are_used_up() -> None:
    clock = a_clock()
    clock.set_owing([0], 100.0)
    assert clock.next_deadline() == 190.0
    assert clock.expired(189.9) == []
    assert clock.expired(190.0) == [0]
    clock.stop(0, 195.0)
    assert clock.bank[0] == 0.0


def test_a_timer_that_fires_a_hair_early_still_counts() -> None:
    clock = a_clock()
    clock.set_owing([0], 100.0)
    assert clock.expired(189.9995) == [0]


def test_seats_that_owe_at_once_run_side_by_side() -> None:
    clock = a_clock()
    clock.set_owing([0, 2], 100.0)
    clock.set_owing([2], 140.0)
    assert clock.bank == [50.0, 60.0, 60.0]
    assert clock.next_deadline() == 190.0
    assert clock.reading(140.0).turn == (None, None, 0)


def test_owing_again_does_not_start_a_running_clock_anew() -> None:
    clock = a_clock()
    clock.set_owing([0], 100.0)
    clock.set_owing([0], 120.0)
    assert clock.next_deadline() == 190.0


def test_a_reading_shows_the_turn_first_and_then_the_bank_going_down() -> None:
    clock = a_clock(turn=30, bank=60, seats=2)
    clock.set_owing([0], 100.0)
    assert clock.reading(110.0).turn == (20_000, None)
    assert clock.reading(110.0).bank == (60_000, 60_000)
    assert clock.reading(150.0).turn == (0, None)
    assert clock.reading(150.0).bank == (40_000, 60_000)
    assert clock.reading(500.0).bank == (0, 60_000)


def test_time_stands_still_in_a_pause() -> None:
    clock = a_clock(seats=2)
    clock.set_owing([0], 100.0)
    clock.pause(110.0)
    clock.pause(120.0)
    assert clock.expired(10_000.0) == []
    assert clock.next_deadline() is None
    assert clock.reading(500.0).turn == (20_000, None)
    clock.resume(600.0)
    clock.resume(601.0)
    assert clock.next_deadline() == 680.0
    assert clock.reading(600.0).turn == (20_000, None)


def test_nobody_owing_means_nobody_runs_out() -> None:
    clock = a_clock()
    assert clock.next_deadline() is None
    clock.stop(0, 100.0)
    assert clock.bank == [60.0] * 3
