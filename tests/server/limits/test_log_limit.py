"""Strangers cannot fill the disk with log."""

import logging

from triqueta_server.limits.declared import LogLimits
from triqueta_server.limits.log_limit import LineLimit

LINES = LogLimits().lines


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
    assert len(written) == LINES.at_once
    say("somebody else is there")
    assert written[-1] == "somebody else is there"
    time += 1 / LINES.per_second
    say("%s knocks", "again")
    assert written[-1] == f"again knocks ({10_000 - int(LINES.at_once)} lines like this one were left out)"


def test_texts_without_number_do_not_fill_the_memory() -> None:
    limit = LineLimit(lambda: 0.0)
    for number in range(5000):
        limit.filter(logging.LogRecord("server", logging.INFO, "", 0, chr(0x4E00 + number), (), None))
    assert len(limit._kinds) <= 1000


def test_texts_that_differ_in_addresses_only_are_alike() -> None:
    limit = LineLimit(lambda: 0.0)
    text = "Fatal error: protocol.data_received() call failed.\nprotocol: <WebSocket object at {:#x}>"
    written = [
        limit.filter(logging.LogRecord("asyncio", logging.ERROR, "", 0, text.format(number), (), None))
        for number in range(0xA000, 0xA000 + 1500)
    ]
    assert sum(written) == LINES.at_once
