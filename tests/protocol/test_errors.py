"""Refusals on their way to the wire."""

from triqueta_protocol.errors import Code, RefusalError


def test_a_detail_that_quotes_what_was_sent_is_cut() -> None:
    refusal = RefusalError(Code.BAD_FIELDS, why="x" * 5000, limit=7)
    assert refusal.detail == {"why": "x" * 300, "limit": 7}
