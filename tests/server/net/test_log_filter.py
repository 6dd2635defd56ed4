"""What the log keeps of the WebSocket library: one line about strangers, everything about our own faults."""

import logging

import pytest

from server.log_limit import BURST, LineLimit
from server.net.log_filter import HANDSHAKE_FAILED, websocket_logger


def complain(what: str) -> None:
    try:
        raise EOFError("stream ends \x1b[31min the middle\nof a line")
    except EOFError:
        websocket_logger().error(what, exc_info=True)


def test_a_stranger_is_worth_one_quiet_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        complain(HANDSHAKE_FAILED)
    (record,) = caplog.records
    assert record.levelno == logging.INFO
    assert caplog.text.count("\n") == 1
    assert "stream ends [31min the middle" in caplog.text  # without what would paint on a terminal


def test_a_fault_of_ours_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    complain("connection handler failed")
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "Traceback" in caplog.text


def test_what_is_said_in_passing_is_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger=websocket_logger().name):
        websocket_logger().info("connection open")
    assert not caplog.records


def test_strangers_who_are_hung_up_on_for_different_reasons_are_alike_to_the_limit() -> None:
    limit, written = LineLimit(lambda: 0.0), 0
    logger = websocket_logger()
    for number in range(1000):
        try:
            raise EOFError(f"words of a stranger, {number}")
        except EOFError as error:
            trouble = (type(error), error, error.__traceback__)
        record = logger.makeRecord(logger.name, logging.ERROR, "", 0, HANDSHAKE_FAILED, (), trouble)
        assert logger.filter(record)
        assert record.getMessage() == f"{HANDSHAKE_FAILED}: words of a stranger, {number}"
        written += bool(limit.filter(record))
    assert written == BURST
