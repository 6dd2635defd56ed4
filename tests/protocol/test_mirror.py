"""A client's copy of a table: patched by events, deaf to repeats, and honest about gaps."""

import pytest

from triqueta_protocol.codec import plain
from triqueta_protocol.events import Event, Room, SeatInfo, TableNow
from triqueta_protocol.games.triqueta import Drew, Mine, Public
from triqueta_protocol.mirror import EventGapError, Mirror, UnknownGameError
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import BackToRoom, Joined

ROOM = Room(
    table="KNOT",
    epoch="e",
    game="triqueta",
    settings=TableSettings(seats=2),
    options={},
    seats=(SeatInfo(kind="player", name="Ana", player="a"), SeatInfo(kind="player", name="Bo", player="b")),
    host="a",
    watchers=(),
    status="playing",
)
PUBLIC = Public(
    round=1,
    phase="turn",
    owing=(0,),
    rows=((), ()),
    takers=(None, None),
    towers=(15, 15, 15, 15),
    trees=(False, True, True, True),
    tower=0,
    drawn=0,
    collections=((0,) * 6,) * 2,
    face_down=(0, 0),
    keeps_left=(2, 2),
    boxed=(0, 0),
    tree_tiles=(0, 0),
    rock=0,
    points=(0, 0),
)
MINE = Mine(drawn=(), face_down=(), boxed=(), worth=(None, None), choices=())


def a_mirror(you: str = "a", n: int = 4) -> Mirror:
    mine = plain(MINE) if you == "a" else None
    return Mirror(TableNow(table="KNOT", n=n, you=you, room=ROOM, public=plain(PUBLIC), mine=mine))


def test_a_fresh_view_is_typed_and_knows_the_own_seat() -> None:
    mirror = a_mirror()
    assert (mirror.room, mirror.public, mirror.mine) == (ROOM, PUBLIC, MINE)
    assert (mirror.seat, a_mirror("b").seat, a_mirror("eve").seat) == (0, 1, None)


def test_an_event_replaces_what_changed_and_nothing_else() -> None:
    mirror = a_mirror()
    happened = mirror.apply(
        Event(
            table="KNOT",
            n=5,
            what=(plain(Drew(0, 0, 14)),),
            room={"watchers": ["Eve"]},
            public={"drawn": 1, "phase": "place"},
            mine={"drawn": [3]},
        )
    )
    assert happened == (Drew(0, 0, 14),)
    assert mirror.n == 5
    assert mirror.room.watchers == ("Eve",)
    assert mirror.room.seats == ROOM.seats
    assert isinstance(mirror.public, Public)
    assert (mirror.public.drawn, mirror.public.phase, mirror.public.towers) == (1, "place", PUBLIC.towers)
    assert isinstance(mirror.mine, Mine)
    assert mirror.mine.drawn == (3,)


@pytest.mark.parametrize("n", [1, 4])
def test_an_event_that_is_known_already_changes_nothing(n: int) -> None:
    mirror = a_mirror()
    assert mirror.apply(Event(table="KNOT", n=n, what=({"is": "joined"},), room={"watchers": ["Eve"]})) == ()
    assert (mirror.n, mirror.room) == (4, ROOM)


def test_a_gap_is_noticed_and_changes_nothing() -> None:
    mirror = a_mirror()
    with pytest.raises(EventGapError):
        mirror.apply(Event(table="KNOT", n=6, room={"watchers": ["Eve"]}))
    assert (mirror.n, mirror.room) == (4, ROOM)
    mirror.apply(Event(table="KNOT", n=5))
    assert mirror.n == 5


def test_back_in_the_waiting_room_the_last_game_is_off_the_table() -> None:
    mirror = a_mirror()
    told = Event(table="KNOT", n=5, what=(plain(BackToRoom()),), room={"status": "waiting"})
    assert mirror.apply(told) == (BackToRoom(),)
    assert (mirror.public, mirror.mine) == (None, None)
    mirror.apply(Event(table="KNOT", n=6, room={"status": "playing"}, public=plain(PUBLIC), mine=plain(MINE)))
    assert (mirror.public, mirror.mine) == (PUBLIC, MINE)


def test_events_of_the_table_and_of_the_game_are_typed_alike() -> None:
    mirror = a_mirror()
    words = (Joined(1, "Bo"), Drew(1, 2, 9, 2))
    assert mirror.events(tuple(plain(words))) == words


def test_a_game_that_is_not_known_makes_no_mirror() -> None:
    room = Room(**{name: getattr(ROOM, name) for name in ROOM.__struct_fields__} | {"game": "chess"})
    with pytest.raises(UnknownGameError, match="chess"):
        Mirror(TableNow(table="KNOT", n=0, you="a", room=room))
