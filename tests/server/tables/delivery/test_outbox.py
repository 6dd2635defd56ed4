"""Stored, then told: deliveries wait for the records before them, and keep their order."""

from functools import partial

import pytest

from triqueta_server.tables.delivery.outbox import Outbox


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def faults() -> list[Exception]:
    return []


@pytest.fixture
def outbox(faults: list[Exception]) -> Outbox:
    return Outbox(faults.append)


def test_what_waits_for_no_record_is_told_at_once(outbox: Outbox, told: list[str]) -> None:
    outbox.post(partial(told.append, "a"))
    assert told == ["a"]


def test_nothing_overtakes_a_record_that_is_being_written(outbox: Outbox, told: list[str]) -> None:
    outbox.record_written()
    outbox.post(partial(told.append, "a"))
    outbox.record_written()
    outbox.post(partial(told.append, "b"))
    assert (told, outbox.holding) == ([], True)
    outbox.record_stored()
    assert (told, outbox.holding) == (["a"], True)
    outbox.record_stored()
    assert (told, outbox.holding) == (["a", "b"], False)


def test_what_a_delivery_says_comes_after_what_was_said_before(outbox: Outbox, told: list[str]) -> None:
    outbox.record_written()
    outbox.post(lambda: outbox.post(partial(told.append, "last")))
    outbox.post(partial(told.append, "first"))
    outbox.record_stored()
    assert told == ["first", "last"]


def test_what_a_delivery_writes_holds_back_what_it_says(outbox: Outbox, told: list[str]) -> None:
    def go_on() -> None:
        outbox.record_written()
        outbox.post(partial(told.append, "of the second record"))

    outbox.record_written()
    outbox.post(go_on)
    outbox.post(partial(told.append, "of the first record"))
    outbox.record_stored()
    assert told == ["of the first record"]
    outbox.record_stored()
    assert told == ["of the first record", "of the second record"]


def test_a_delivery_that_fails_keeps_no_other_from_going_out(
    outbox: Outbox, told: list[str], faults: list[Exception]
) -> None:
    outbox.record_written()
    outbox.post(lambda: told.append(str(1 // 0)))
    outbox.post(partial(told.append, "the answer"))
    outbox.record_stored()
    assert told == ["the answer"]
    assert [type(fault) for fault in faults] == [ZeroDivisionError]


def test_what_was_built_on_a_record_that_is_refused_is_never_told(outbox: Outbox, told: list[str]) -> None:
    outbox.record_written()
    outbox.post(partial(told.append, "a move"))
    outbox.post(partial(told.append, "accepted"), instead=partial(told.append, "rejected"))
    outbox.give_up()
    assert told == ["rejected"]
    outbox.post(partial(told.append, "closed"))
    outbox.record_stored()
    assert told == ["rejected", "closed"]
