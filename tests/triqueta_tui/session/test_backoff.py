"""Waiting before another attempt."""

import random

from triqueta_tui.session.backoff import ATTEMPTS, FIRST, LONGEST, delays


def test_the_wait_doubles_up_to_a_limit_and_ends() -> None:
    waits = list(delays(random.Random(1)))
    assert len(waits) == ATTEMPTS
    ceilings = [min(LONGEST, FIRST * 2**number) for number in range(ATTEMPTS)]
    assert all(ceiling / 2 <= wait <= ceiling for wait, ceiling in zip(waits, ceilings, strict=True))


def test_two_clients_do_not_come_back_in_step() -> None:
    assert list(delays(random.Random(1))) != list(delays(random.Random(2)))
