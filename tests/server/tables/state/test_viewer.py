"""Events of one viewer: numbered without gaps, and the last ones told again to whoever comes back."""

import pytest

from triqueta_protocol.codec import Body, decode_message
from triqueta_protocol.events import Event
from triqueta_server.tables.state.viewer import KEPT, Feed


def told(feed: Feed, how_many: int) -> list[bytes]:
    return [
        feed.add(Body("KNOT", room={"games": feed.n + 1}).for_viewer({"drawn": [feed.n % 6]}))
        for _ in range(how_many)
    ]


def numbers(frames: list[bytes] | None) -> list[int]:
    assert frames is not None
    events = [decode_message(frame) for frame in frames]
    return [event.n for event in events if isinstance(event, Event)]


def test_events_are_numbered_from_one_without_gaps() -> None:
    assert numbers(told(Feed(), 100)) == list(range(1, 101))


@pytest.mark.parametrize("missed", [0, 1, KEPT - 1, KEPT])
def test_what_was_missed_is_told_again_byte_for_byte(missed: int) -> None:
    feed = Feed()
    frames = told(feed, KEPT + 10)
    assert feed.since(feed.n - missed) == frames[len(frames) - missed :]


def test_whoever_missed_more_than_is_kept_needs_a_fresh_view() -> None:
    feed = Feed()
    told(feed, KEPT + 10)
    assert feed.since(feed.n - KEPT - 1) is None
    assert feed.since(0) is None


def test_the_very_first_events_can_be_told_again() -> None:
    feed = Feed()
    frames = told(feed, 3)
    assert feed.since(0) == frames


def test_a_feed_that_begins_later_knows_nothing_of_before() -> None:
    feed = Feed(11)
    assert feed.since(10) is None
    assert numbers(told(feed, 3)) == [12, 13, 14]
    assert feed.since(10) is None
    assert numbers(feed.since(11)) == [12, 13, 14]


def test_a_number_from_the_future_needs_a_fresh_view() -> None:
    feed = Feed()
    told(feed, 3)
    assert feed.since(4) is None
