"""What changed since the last telling: patches put on top of each other give the whole thing."""

from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from triqueta_protocol.events import Clocks, Room, SeatInfo, Shuffle
from triqueta_protocol.settings import TableSettings
from triqueta_server.games.changes import Changes

seats = st.builds(
    SeatInfo,
    kind=st.sampled_from(["open", "player", "bot"]),
    name=st.text(max_size=3),
    player=st.none() | st.text(max_size=3),
    level=st.sampled_from([None, "easy", "normal"]),
    ready=st.booleans(),
    present=st.booleans(),
)
rooms = st.builds(
    Room,
    table=st.just("KNOT"),
    epoch=st.just("e"),
    game=st.just("triqueta"),
    settings=st.builds(TableSettings, seats=st.integers(2, 5), private=st.booleans()),
    options=st.dictionaries(st.sampled_from(["start", "variant"]), st.none() | st.integers(0, 4)),
    seats=st.lists(seats, max_size=3).map(tuple),
    host=st.sampled_from([None, "a", "b"]),
    watchers=st.lists(st.sampled_from("xyz"), max_size=2).map(tuple),
    status=st.sampled_from(["waiting", "playing", "over"]),
    games=st.integers(0, 2),
    shuffle=st.none() | st.builds(Shuffle, commitment=st.binary(max_size=2), seed=st.none() | st.binary()),
    clocks=st.none() | st.just(Clocks(bank=(1, 2), turn=(None, 3))),
)


@given(st.lists(rooms, min_size=1, max_size=8))
def test_patches_on_top_of_each_other_give_the_whole_struct(told: list[Room]) -> None:
    changes = Changes()
    copy: dict[str, Any] = {}
    for room in told:
        copy |= changes.since_last(room)
        assert msgspec.convert(copy, Room) == room


@given(st.lists(rooms, min_size=2, max_size=8))
def test_a_patch_holds_what_changed_and_nothing_else(told: list[Room]) -> None:
    changes = Changes()
    changes.since_last(told[0])
    for before, now in pairwise(told):
        changed = {name for name in now.__struct_fields__ if getattr(now, name) != getattr(before, name)}
        patch = changes.since_last(now)
        assert patch == {name: getattr(now, name) for name in changed}
