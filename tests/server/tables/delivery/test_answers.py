"""One answer per request id: new, under way, answered, or too long ago to tell."""

from triqueta_server.tables.delivery.answers import KEPT, KEPT_BYTES, Answers, RequestState


def test_an_id_above_all_others_is_new() -> None:
    answers = Answers()
    assert answers.find(1) is RequestState.NEW
    answers.begin(7)
    assert answers.find(8) is RequestState.NEW
    assert answers.next_id == 8


def test_a_request_is_pending_until_it_is_settled() -> None:
    answers = Answers()
    answers.begin(1)
    assert answers.find(1) is RequestState.PENDING
    answers.settle(1, b"yes")
    assert answers.find(1) == b"yes"


def test_the_first_answer_stands() -> None:
    answers = Answers()
    answers.begin(1)
    assert answers.settle(1, b"no")
    assert not answers.settle(1, b"yes")
    assert answers.find(1) == b"no"


def test_an_id_that_was_skipped_is_stale() -> None:
    answers = Answers()
    answers.begin(5)
    answers.settle(5, b"yes")
    assert answers.find(3) is RequestState.STALE


def test_only_the_answers_to_the_newest_requests_are_kept() -> None:
    answers = Answers()
    for request in range(1, KEPT + 3):
        answers.begin(request)
        answers.settle(request, b"%d" % request)
    assert [answers.find(request) for request in (1, 2)] == [RequestState.STALE] * 2
    assert [answers.find(request) for request in (3, KEPT + 2)] == [b"3", b"%d" % (KEPT + 2)]


def test_long_answers_push_out_older_ones_but_for_the_last() -> None:
    answers = Answers()
    half = b"h" * (KEPT_BYTES // 2)
    for request, answer in enumerate((b"short", half, half, b"h" * (KEPT_BYTES + 1)), 1):
        answers.begin(request)
        answers.settle(request, answer)
        assert answers.find(request) == answer
        if request == 3:
            assert [answers.find(before) for before in (1, 2)] == [RequestState.STALE, half]
    assert [answers.find(before) for before in (1, 2, 3)] == [RequestState.STALE] * 3


def test_a_slow_answer_does_not_push_out_newer_ones() -> None:
    answers = Answers()
    answers.begin(1)
    for request in range(2, KEPT + 2):
        answers.begin(request)
        answers.settle(request, b"%d" % request)
    answers.settle(1, b"late")
    assert answers.find(2) == b"2"


def test_answers_remembered_from_the_store_are_found_again_in_whatever_order_they_came() -> None:
    answers = Answers()
    for request in (*range(200, 200 + KEPT), *range(1, 50)):
        answers.remember(request, b"%d" % request)
    assert answers.find(200 + KEPT - 1) == b"%d" % (200 + KEPT - 1)
    assert answers.find(200) == b"200"
    assert answers.next_id == 200 + KEPT
