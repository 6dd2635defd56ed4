"""Waiting before another attempt."""

import random
from itertools import count, islice

from triqueta_tui.session.backoff import FIRST, GIVE_UP_AFTER, LONGEST, delays


def test_the_wait_doubles_up_to_a_limit() -> None:
    waits = list(islice(delays(random.Random(1)), 20))
    ceilings = [min(LONGEST, FIRST * 2**number) for number in range(20)]
    assert all(ceiling / 2 <= wait <= ceiling for wait, ceiling in zip(waits, ceilings, strict=True))


def test_after_some_time_there_is_no_further_attempt() -> None:
    seconds = count(step=GIVE_UP_AFTER / 10)
    assert len(list(delays(now=lambda: next(seconds)))) == 9


def test_two_clients_do_not_come_back_in_step() -> None:
    first, second = (list(islice(delays(random.Random(seed)), 20)) for seed in (1, 2))
    assert first != second
