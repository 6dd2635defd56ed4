"""Strangers cannot fill the disk with log."""

import logging

from server.log_limit import BURST, RATE, LineLimit


def test_lines_that_are_alike_are_limited_and_their_number_is_told() -> None:
    time = 0.0
    limit = LineLimit(lambda: time)
    written: list[str] = []

    def say(text: str, *values: object) -> None:
        record = logging.LogRecord("server", logging.INFO, "", 0, text, values, None)
        if limit.filter(record):
            written.append(record.getMessage())

    for port in range(10_000):
        say("%s knocks", port)
    assert len(written) == BURST
    say("somebody else is there")
    assert written[-1] == "somebody else is there"
    time += 1 / RATE
    say("%s knocks", "again")
    assert written[-1] == f"again knocks ({10_000 - int(BURST)} lines like this one were left out)"


def test_texts_without_number_do_not_fill_the_memory() -> None:
    limit = LineLimit(lambda: 0.0)
    for number in range(5000):
        limit.filter(logging.LogRecord("server", logging.INFO, "", 0, f"line {number}", (), None))
    assert len(limit._kinds) <= 1000
