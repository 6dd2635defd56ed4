"""What the log keeps of the WebSocket library: one line about strangers, everything about our own faults."""

import logging

import pytest

from server.net.log_filter import HANDSHAKE_FAILED, LINES_AT_ONCE, AtMost, websocket_logger


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


def test_many_lines_of_one_kind_are_counted_instead(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    logger = logging.getLogger("tests.at_most")
    logger.addFilter(AtMost(lambda: now))
    with caplog.at_level(logging.INFO):
        for number in range(1000):
            logger.info("%s floods and is closed", number)
        logger.info("%s is somebody else", "this")
        logger.warning("%s matters", "that")
        assert len(caplog.records) == LINES_AT_ONCE + 2
        now = 2.0
        logger.info("%s floods and is closed", "the last one")
    assert caplog.messages[-1] == "the last one floods and is closed (and 940 more of this kind)"
