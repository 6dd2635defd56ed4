"""Messages of every type, made up from the types themselves."""

import string
from types import UnionType
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from triqueta_protocol import archive, events, requests
from triqueta_protocol.advice import Advice, Promise, Reason
from triqueta_protocol.errors import Code
from triqueta_protocol.games import VOCABULARIES, triqueta
from triqueta_protocol.games.offer import offer_of
from triqueta_protocol.series import SeriesNow, SeriesRule, SeriesScore
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.table_events import AnyTableEvent, Said

whole = st.integers(0, 2**31)
words = st.text(string.ascii_letters, max_size=8)
plain_maps = st.dictionaries(
    words, st.none() | st.booleans() | whole | words | st.lists(whole, max_size=3), max_size=3
)


def _texts(most: int, least: int = 0) -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=least, max_size=most)


identifiers = st.integers(1, 2**53 - 1)
tables = _texts(12, 1)
seats = st.integers(0, 15)
substitutes = st.sampled_from(["auto", "ask", "never"])
series_kinds = st.sampled_from(["best_of", "games"])
clock_rules = st.builds(ClockRule, turn=st.integers(5, 3600), bank=st.integers(0, 7200))
table_settings = st.builds(
    TableSettings,
    seats=seats,
    series=st.none() | st.builds(SeriesRule, kind=series_kinds, length=st.integers(2, 99)),
    clock=st.none() | clock_rules,
    pace=st.integers(0, 5000),
    substitute=substitutes,
    rated=st.booleans(),
    coach=st.booleans(),
    watchers=st.booleans(),
    private=st.booleans(),
    practice=st.booleans(),
    seed=st.none() | _texts(64, 1),
)
_REQUEST_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "id": identifiers,
    "table": tables,
    "seat": seats,
    "settings": table_settings,
    "options": plain_maps,
    "action": plain_maps,
    "password": st.none() | _texts(1000, 1),
    "address": st.booleans(),
    "game": _texts(24),
    "level": _texts(24),
    "text": _texts(1000),
    "epoch": _texts(32),
    "hold": st.booleans(),
    "last": st.integers(0, 2**53 - 1),
    "version": st.integers(-(2**63), 2**63),
    "name": _texts(1000),
    "capabilities": st.lists(_texts(40), max_size=40).map(tuple),
    "token": st.none() | _texts(64),
    "client": st.binary(max_size=16),
    "take": st.booleans(),
    "key": st.none() | st.binary(min_size=32, max_size=32),
    "signature": st.none() | st.binary(min_size=64, max_size=64),
    "on": st.booleans(),
    "ready": st.booleans(),
    "rotate": st.booleans(),
    "nobody_new": st.booleans(),
    "seats_class": st.sampled_from(["2", "3+"]),
    "before": st.integers(0, 2**31),
    "start": st.integers(0, 2**31),
    "step": st.integers(0, 2**31),
    "file": st.binary(max_size=200),
    "keep": st.booleans(),
    "opponent": _texts(100, 1),
    "result": st.sampled_from(["won", "lost"]),
    "seen": st.lists(_texts(40, 1), max_size=3).map(tuple),
    "limit": st.integers(1, requests.MOST_LINES),
}
_ARCHIVE_FIELDS = _REQUEST_FIELDS | {"game": _texts(40, 1)}

seat_infos = st.builds(
    events.SeatInfo,
    kind=st.sampled_from(["open", "player", "bot"]),
    name=words,
    player=st.none() | words,
    level=st.none() | words,
    ready=st.booleans(),
    present=st.booleans(),
)
rooms = st.builds(
    events.Room,
    table=tables,
    epoch=words,
    game=st.just("triqueta"),
    settings=table_settings,
    options=plain_maps,
    seats=st.lists(seat_infos, max_size=5).map(tuple),
    host=st.none() | words,
    watchers=st.lists(words, max_size=3).map(tuple),
    status=st.sampled_from(["waiting", "playing", "over"]),
    games=whole,
    locked=st.booleans(),
    nobody_new=st.booleans(),
    paused=st.sampled_from([None, Code.PAUSED]),
    shuffle=st.none() | st.builds(events.Shuffle, commitment=st.binary(), seed=st.none() | st.binary()),
    clocks=st.none()
    | st.builds(
        events.Clocks,
        bank=st.lists(whole, max_size=5).map(tuple),
        turn=st.lists(st.none() | whole, max_size=5).map(tuple),
    ),
    away=st.lists(st.builds(events.Away, seat=seats, since=whole, left=st.none() | whole), max_size=3).map(
        tuple
    ),
    rating_changes=st.lists(
        st.none() | st.builds(events.RatingChange, before=whole, after=whole), max_size=3
    ).map(tuple),
    series=st.none()
    | st.builds(
        SeriesNow,
        kind=series_kinds,
        length=whole,
        game=whole,
        scores=st.lists(st.builds(SeriesScore, name=words, points=whole, player=st.none() | words)).map(
            tuple
        ),
        games=st.lists(st.lists(seats, max_size=2).map(tuple), max_size=3).map(tuple),
        winners=st.lists(seats, max_size=2).map(tuple),
    ),
)
advice = st.builds(
    Advice,
    promises=st.lists(
        st.builds(
            Promise, action=plain_maps, chance=st.integers(0, 100), points=st.floats(-99.0, 99.0, width=32)
        ),
        max_size=3,
    ).map(tuple),
    reason=st.none() | st.builds(Reason, why=words, values=st.dictionaries(words, whole, max_size=3)),
)
rated_players = st.builds(
    archive.RatedPlayer,
    name=words,
    rating=whole,
    doubt=whole,
    games=whole,
    wins=whole,
    place=whole,
    level=st.none() | words,
    bot=st.booleans(),
    you=st.booleans(),
)
archived_games = st.builds(
    archive.ArchivedGame,
    id=words,
    game=words,
    begun_at=st.floats(0, 2e9),
    ended_at=st.floats(0, 2e9),
    seats=st.lists(
        st.builds(archive.ArchivedSeat, name=words, level=st.none() | words, points=whole), max_size=3
    ).map(tuple),
    options=plain_maps,
    imported=st.booleans(),
)
found = st.one_of(
    st.builds(
        archive.GamesFound,
        games=st.lists(archived_games, max_size=3).map(tuple),
        total=whole,
        more=st.none() | whole,
    ),
    st.builds(archive.ReplayFound, total=whole, start=whole, packed=st.binary(max_size=20)),
    st.builds(archive.FileFound, name=words, data=st.binary(max_size=20)),
    st.builds(archive.Dropped),
    st.builds(archive.Forgotten),
    st.builds(
        archive.StatisticsFound,
        games=st.lists(
            st.builds(
                archive.GameStatistics,
                game=words,
                seats_class=st.sampled_from(["2", "3+"]),
                games=whole,
                wins=whole,
                mean_points=st.floats(-100, 1000),
                slips=st.dictionaries(words, whole, max_size=2),
                rating=st.none() | whole,
                points=st.lists(whole, max_size=3).map(tuple),
                won=st.lists(st.booleans(), max_size=3).map(tuple),
                against=st.lists(
                    st.builds(
                        archive.HeadToHead, name=words, games=whole, wins=whole, level=st.none() | words
                    ),
                    max_size=2,
                ).map(tuple),
            ),
            max_size=2,
        ).map(tuple),
    ),
    st.builds(
        archive.AssessmentFound,
        step=whole,
        total=whole,
        chances=st.lists(st.floats(0, 1), min_size=2, max_size=3).map(tuple),
        seat=seats,
        action=st.none() | plain_maps,
        advice=st.none() | advice,
        lost=st.floats(-1, 1),
        doubt=st.floats(0, 1),
        draws=st.lists(st.floats(-1, 1), max_size=3).map(tuple),
    ),
    st.builds(
        archive.LeaderboardFound,
        lines=st.lists(rated_players, max_size=3).map(tuple),
        total=whole,
        own=st.none() | rated_players,
    ),
)
lines = st.builds(
    events.TableLine,
    table=tables,
    game=words,
    host=words,
    players=st.lists(words, max_size=5).map(tuple),
    seats=seats,
    status=st.sampled_from(["waiting", "playing"]),
    locked=st.booleans(),
    watchers=st.booleans(),
    nobody_new=st.booleans(),
)
_MESSAGE_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "chat": st.lists(st.builds(Said, _texts(16), _texts(240)), max_size=3).map(tuple),
    "id": identifiers,
    "table": tables,
    "n": st.integers(0, 2**40),
    "you": words,
    "room": rooms,
    "public": st.none() | plain_maps,
    "mine": st.none() | plain_maps,
    "code": st.sampled_from(Code),
    "text": _texts(100),
    "detail": st.dictionaries(words, whole | words, max_size=3),
    "version": whole,
    "capabilities": st.lists(words, max_size=4).map(tuple),
    "server": words,
    "player": words,
    "name": _texts(16),
    "token": words,
    "next_id": identifiers,
    "seats": st.lists(st.builds(events.OwnSeat, table=tables, game=words, seat=seats), max_size=2).map(tuple),
    "public_urls": st.dictionaries(words, words, max_size=3),
    "local_urls": st.dictionaries(words, st.lists(words, max_size=3).map(tuple), max_size=3),
    "games": st.lists(st.sampled_from([offer_of(one) for one in VOCABULARIES.values()]), max_size=2).map(
        tuple
    ),
    "again": st.booleans(),
    "tables": st.lists(lines, max_size=3).map(tuple),
    "line": lines,
    "advice": st.none() | advice,
    "found": st.none() | found,
    "history": st.none() | st.lists(plain_maps, max_size=3).map(tuple),
    "what": st.lists(plain_maps, max_size=3).map(tuple),
}
_EVENT_FIELDS = (
    _MESSAGE_FIELDS
    | dict.fromkeys(("room", "public", "mine"), plain_maps)
    | {"accepted": st.none() | st.integers(1, 2**53 - 1)}
)


_numbers = st.lists(seats, max_size=4).map(tuple)
_WORD_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": seats,
    "game": st.none() | words,
    "name": _texts(16),
    "text": _texts(240),
    "why": st.sampled_from(["gone", "left", "clock", "kicked"]),
    "to": st.sampled_from(["all", "players", "watchers"]),
    "in_a_row": whole,
    "number": whole,
    "points": st.integers(-50, 50),
    "row": st.integers(0, 4),
    "tower": st.integers(0, 3),
    "add": st.lists(st.booleans(), min_size=1, max_size=2).map(tuple),
    **dict.fromkeys(("kicked", "gone", "ready", "rotated", "locked", "nobody_new", "series"), st.booleans()),
    **dict.fromkeys(("commitment", "seed", "salt"), st.binary(max_size=32)),
    **dict.fromkeys(("winners", "animals", "added"), _numbers),
    **dict.fromkeys(("left", "count", "animal", "keeps_left", "round", "unseen", "returned"), seats),
}


def _made_of(kind: type[Struct], fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    return st.builds(kind, **{name: fields[name] for name in kind.__struct_fields__})


def members(union: UnionType) -> list[type[Struct]]:
    return list(union.__args__)


def a_request(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Requests of one type, with anything in their fields that the type allows."""
    # Most requests about finished games mean one of them by its id, and not a kind of game.
    of_archive = issubclass(kind, requests.ArchiveRequest) and kind not in {
        requests.Games,
        requests.Leaderboard,
    }
    return _made_of(kind, _ARCHIVE_FIELDS if of_archive else _REQUEST_FIELDS)


def a_message(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Messages of one type."""
    return _made_of(kind, _EVENT_FIELDS if kind is events.Event else _MESSAGE_FIELDS)


def a_word(kind: type[Struct]) -> st.SearchStrategy[Any]:
    """Events or actions of one type."""
    return _made_of(kind, _WORD_FIELDS)


REQUESTS = members(requests.FromClient)
MESSAGES = members(events.FromServer)
TABLE_EVENTS = members(AnyTableEvent) + members(triqueta.AnyEvent)
ACTIONS = members(triqueta.AnyAction)
