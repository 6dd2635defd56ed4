"""What the log keeps of the WebSocket library: everything about our own faults, one line about strangers."""

import logging

import pytest

from triqueta_server.net.websocket import _protocol_log, innermost


def test_a_fault_of_ours_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise EOFError("in the middle")
    except EOFError:
        _protocol_log.error("parser failed", exc_info=True)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "Traceback" in caplog.text


def test_what_is_said_in_passing_is_not_kept(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        _protocol_log.info("connection open")
    assert not caplog.records


def test_what_a_stranger_causes_is_told_in_one_line_that_paints_on_no_terminal() -> None:
    error = ValueError("did not receive a valid request")
    error.__cause__ = EOFError("stream ends \x1b[31min the middle\nof a line")
    assert innermost(error) == "stream ends [31min the middle"
