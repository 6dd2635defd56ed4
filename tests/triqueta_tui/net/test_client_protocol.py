"""The conversation with a server, without a server: greeting, numbering, resuming, resending."""

import pytest

from protocol.codec import encode, pack
from protocol.errors import Code
from protocol.events import (
    Accepted,
    Bye,
    Closed,
    Event,
    LobbyGone,
    LobbyNow,
    LobbyTable,
    OwnSeat,
    Refused,
    Rejected,
    TableLine,
)
from protocol.games import VOCABULARIES
from protocol.games.offer import offer_of
from protocol.happenings import LinkLost, Said
from protocol.requests import Act, Chat, Create, Hello, History, Join, Leave, Lobby, Ready, Resume, Watch
from protocol.version import PROTOCOL, capabilities
from tests.triqueta_tui.net.told import event, greeted, sent, table_now, welcome
from triqueta_tui.net.client_protocol import ClientProtocol, End, NonsenseError
from triqueta_tui.net.error_words import reason
from triqueta_tui.net.messages import (
    HistoryTold,
    LobbyChanged,
    RequestAccepted,
    RequestRejected,
    RequestUnsent,
    TableChanged,
    TableClosed,
    TableUnknown,
    Welcomed,
)

LINE = TableLine(table="OAKS", game="triqueta", host="Bo", players=("Bo",), seats=4, status="waiting")


def reconnect(session: ClientProtocol, *, next_id: int) -> None:
    session.disconnected()
    session.connected()
    sent(session)
    session.receive(welcome(next_id=next_id))


def test_a_connection_begins_with_a_hello_that_carries_token_and_password() -> None:
    session = ClientProtocol("Ana", token="known", password="secret")
    session.connected()
    assert sent(session) == [
        Hello(version=PROTOCOL, name="Ana", capabilities=capabilities(), token="known", password="secret")
    ]


def test_the_welcome_gives_name_token_and_waiting_seats() -> None:
    session = ClientProtocol("ana ")
    session.connected()
    seat = OwnSeat("KNOT", "triqueta", 1)
    (told,) = session.receive(welcome(seats=(seat,)))
    games = tuple(offer_of(one) for one in VOCABULARIES.values())
    assert told == Welcomed("Ana", "hearth", (seat,), games=games, capabilities=capabilities())
    assert (session.token, session.name, session.greeted) == ("a-token", "Ana", True)


def test_nothing_can_be_asked_before_the_first_welcome() -> None:
    session = ClientProtocol("Ana")
    with pytest.raises(RuntimeError):
        session.send(Lobby)


def test_ids_begin_where_the_server_says_and_grow() -> None:
    session = greeted(next_id=7)
    assert [session.send(Lobby), session.send(Ready, table="KNOT")] == [7, 8]
    assert sent(session) == [Lobby(id=7), Ready(id=8, table="KNOT")]


def test_frames_are_handed_out_once() -> None:
    session = greeted()
    session.send(Ready, table="KNOT")
    assert len(session.outgoing()) == 1
    assert session.outgoing() == []


def test_an_answer_goes_back_to_its_request() -> None:
    session = greeted()
    one = session.send(Ready, table="KNOT")
    two = session.send(Chat, table="KNOT", text="hi")
    (rejected,) = session.receive(encode(Rejected(id=two, code=Code.CHAT_TOO_FAST, detail={"seconds": 2})))
    (accepted,) = session.receive(encode(Accepted(id=one, table="KNOT")))
    assert rejected == RequestRejected(
        Chat(id=two, table="KNOT", text="hi"), Code.CHAT_TOO_FAST, {"seconds": 2}
    )
    assert accepted == RequestAccepted(Ready(id=one, table="KNOT"), "KNOT")


def test_a_second_answer_to_the_same_request_is_not_told_again() -> None:
    session = greeted()
    identifier = session.send(Ready, table="KNOT")
    session.receive(encode(Accepted(id=identifier)))
    assert session.receive(encode(Accepted(id=identifier))) == []


def test_an_event_may_be_the_answer_to_its_request() -> None:
    session = greeted()
    session.receive(table_now())
    first, second = (session.send(Act, table="KNOT", action={"do": "draw"}) for _ in range(2))
    answering = encode(Event(table="KNOT", n=4, accepted=first))
    changed, accepted = session.receive(answering)
    assert isinstance(changed, TableChanged)
    assert isinstance(accepted, RequestAccepted)
    assert (accepted.request.id, accepted.table) == (first, "KNOT")
    assert session.receive(answering) == []
    session.disconnected()
    session.connected()
    sent(session)
    session.receive(welcome(next_id=second + 1))
    assert [one.id for one in sent(session) if isinstance(one, Act)] == [second]


def test_the_answer_counts_though_the_event_cannot_be_shown() -> None:
    session = greeted()
    session.receive(table_now())
    asked = session.send(Act, table="KNOT", action={"do": "draw"})
    (accepted,) = session.receive(encode(Event(table="KNOT", n=9, accepted=asked)))
    assert isinstance(accepted, RequestAccepted)


def test_a_refusal_without_id_is_told_all_the_same() -> None:
    session = greeted()
    assert session.receive(encode(Rejected(code=Code.FLOODING))) == [RequestRejected(None, Code.FLOODING)]


def test_what_was_not_answered_is_sent_again_with_the_same_id_and_before_anything_newer() -> None:
    session = greeted()
    session.receive(table_now(n=3))
    act = session.send(Act, table="KNOT", action={"do": "draw"})
    sent(session)
    session.disconnected()
    chat = session.send(Chat, table="KNOT", text="still here")
    assert session.outgoing() == []
    session.connected()
    assert isinstance(sent(session)[0], Hello)
    session.receive(welcome(next_id=act))
    assert sent(session) == [
        Act(id=act, table="KNOT", action={"do": "draw"}),
        Chat(id=chat, table="KNOT", text="still here"),
        Resume(id=chat + 1, table="KNOT", epoch="e1", last=3),
    ]


def test_what_was_answered_is_not_sent_again() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Ready, table="KNOT"))))
    reconnect(session, next_id=2)
    assert sent(session) == []


def test_a_server_that_was_started_anew_is_not_asked_twice() -> None:
    """It has forgotten its answers, so asking again could act twice; what never went out may go out."""
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Ready, table="KNOT"))))
    went_out = session.send(Act, table="KNOT", action={"do": "draw"})
    sent(session)
    session.disconnected()
    waits = session.send(Chat, table="KNOT", text="hello?")
    session.connected()
    sent(session)
    told = session.receive(welcome(next_id=1))
    assert RequestUnsent(Act(id=went_out, table="KNOT", action={"do": "draw"})) in told
    assert sent(session) == [Chat(id=waits, table="KNOT", text="hello?")]


def test_requests_of_another_player_are_dropped() -> None:
    """The token is not known any more and the server has made a new player of us."""
    session = greeted()
    session.disconnected()
    session.send(Chat, table="KNOT", text="hello?")
    session.connected()
    sent(session)
    told = session.receive(welcome(player="p9"))
    assert [type(message) for message in told] == [Welcomed, RequestUnsent]
    assert sent(session) == []


def test_giving_up_names_what_was_not_carried_out() -> None:
    session = greeted()
    session.send(Lobby)
    identifier = session.send(Ready, table="KNOT")
    assert session.give_up() == [RequestUnsent(Ready(id=identifier, table="KNOT"))]
    assert session.give_up() == []


def test_a_fresh_table_is_told_and_its_events_follow() -> None:
    session = greeted()
    (fresh,) = session.receive(table_now(n=3))
    assert isinstance(fresh, TableChanged)
    assert fresh.fresh
    assert fresh.mirror.seat == 0
    said = Said("Bo", "hi")
    (change,) = session.receive(event(4, "KNOT", said, room={"watchers": ["Zoë"]}))
    assert change == TableChanged(fresh.mirror, (said,), fresh=False)
    assert fresh.mirror.room.watchers == ("Zoë",)


def test_an_event_that_is_known_already_is_not_told_again() -> None:
    session = greeted()
    session.receive(table_now(n=3))
    assert session.receive(event(3, "KNOT", Said("Bo", "hi"))) == []


def test_a_gap_is_filled_by_resuming_and_asked_for_once() -> None:
    session = greeted()
    session.receive(table_now(n=3))
    assert session.receive(event(5)) == []
    assert session.receive(event(6)) == []
    (resume,) = sent(session)
    assert resume == Resume(
        id=resume.id if isinstance(resume, Resume) else 0, table="KNOT", epoch="e1", last=3
    )
    assert isinstance(resume, Resume)
    session.receive(event(4))
    session.receive(event(5))
    session.receive(encode(Accepted(id=resume.id)))
    assert session.mirrors["KNOT"].n == 5
    session.receive(event(9))
    assert [type(request) for request in sent(session)] == [Resume], "a new gap is asked for anew"


def asked_to_resume(session: ClientProtocol) -> Resume:
    reconnect(session, next_id=1)
    (resume,) = sent(session)
    assert isinstance(resume, Resume)
    return resume


def test_a_table_that_cannot_be_resumed_is_closed() -> None:
    session = greeted()
    session.receive(table_now())
    resume = asked_to_resume(session)
    told = session.receive(encode(Rejected(id=resume.id, code=Code.UNKNOWN_TABLE)))
    assert told == [TableClosed("KNOT", Code.UNKNOWN_TABLE)]
    assert session.mirrors == {}


def test_a_watcher_looks_on_again_at_a_server_that_was_started_anew() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Watch, table="KNOT", password="x"), table="KNOT")))
    session.receive(table_now())
    resume = asked_to_resume(session)
    assert session.receive(encode(Rejected(id=resume.id, code=Code.NOT_AT_TABLE))) == []
    (watch,) = sent(session)
    assert watch == Watch(id=resume.id + 1, table="KNOT", password="x")
    (told,) = session.receive(table_now(n=9))
    assert isinstance(told, TableChanged)


def test_a_watcher_who_is_no_longer_welcome_is_told_that_the_table_is_closed() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Watch, table="KNOT"), table="KNOT")))
    session.receive(table_now())
    resume = asked_to_resume(session)
    session.receive(encode(Rejected(id=resume.id, code=Code.NOT_AT_TABLE)))
    (watch,) = sent(session)
    assert isinstance(watch, Watch)
    assert session.receive(encode(Rejected(id=watch.id, code=Code.NO_WATCHING))) == [
        TableClosed("KNOT", Code.NO_WATCHING)
    ]
    assert session.mirrors == {}


def test_who_was_gone_for_too_long_sits_down_again_in_the_waiting_room() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Join, table="KNOT", password="x"), table="KNOT")))
    session.receive(table_now())
    resume = asked_to_resume(session)
    assert session.receive(encode(Rejected(id=resume.id, code=Code.NOT_AT_TABLE))) == []
    (join,) = sent(session)
    assert join == Join(id=resume.id + 1, table="KNOT", password="x")
    (told,) = session.receive(table_now(n=9))
    assert isinstance(told, TableChanged)
    session.receive(encode(Accepted(id=join.id, table="KNOT")))
    assert "KNOT" in session.mirrors


def test_who_finds_the_seat_taken_is_told_that_the_table_is_closed() -> None:
    session = greeted()
    session.receive(table_now())
    resume = asked_to_resume(session)
    session.receive(encode(Rejected(id=resume.id, code=Code.NOT_AT_TABLE)))
    (join,) = sent(session)
    assert isinstance(join, Join)
    assert session.receive(encode(Rejected(id=join.id, code=Code.TABLE_FULL))) == [
        TableClosed("KNOT", Code.TABLE_FULL)
    ]


def test_a_watcher_for_whom_there_is_no_seat_goes_on_watching() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Watch, table="KNOT"), table="KNOT")))
    session.receive(table_now())
    (told,) = session.receive(encode(Rejected(id=session.send(Join, table="KNOT"), code=Code.TABLE_FULL)))
    assert isinstance(told, RequestRejected)
    assert "KNOT" in session.mirrors


def test_being_sent_away_is_told_and_later_events_are_not() -> None:
    session = greeted()
    session.receive(table_now(n=3))
    assert session.receive(encode(Closed(table="KNOT", code=Code.KICKED))) == [
        TableClosed("KNOT", Code.KICKED)
    ]
    assert session.receive(event(4)) == []


def test_a_table_one_has_left_is_not_resumed() -> None:
    session = greeted()
    session.receive(table_now())
    session.receive(encode(Accepted(id=session.send(Leave, table="KNOT"))))
    reconnect(session, next_id=2)
    assert sent(session) == []


@pytest.mark.parametrize(("asked", "asks"), [(Join, Join), (Watch, Watch)])
def test_a_seat_whose_table_was_told_to_a_lost_connection_is_asked_for_again(
    asked: type[Join | Watch], asks: type[Join | Watch]
) -> None:
    session = greeted()
    first = session.send(asked, table="KNOT", password="x")
    sent(session)
    reconnect(session, next_id=first + 1)
    sent(session)
    session.receive(encode(Accepted(id=first, table="KNOT")))
    (again,) = sent(session)
    assert isinstance(again, asks)
    assert (again.table, again.password) == ("KNOT", "x")
    assert again.id > first


def test_a_table_that_was_opened_on_a_lost_connection_is_joined() -> None:
    session = greeted()
    first = session.send(Create, game="triqueta")
    sent(session)
    reconnect(session, next_id=first + 1)
    sent(session)
    session.receive(encode(Accepted(id=first, table="OAKS")))
    (join,) = sent(session)
    assert isinstance(join, Join)
    assert join.table == "OAKS"


def test_the_lobby_is_a_list_kept_up_to_date() -> None:
    session = greeted()
    session.send(Lobby)
    assert session.receive(encode(LobbyNow(tables=()))) == [LobbyChanged(())]
    assert session.receive(encode(LobbyTable(line=LINE))) == [LobbyChanged((LINE,))]
    assert session.receive(encode(LobbyGone(table="OAKS"))) == [LobbyChanged(())]


def test_whoever_looked_at_the_lobby_looks_again_after_a_lost_link() -> None:
    session = greeted()
    session.receive(encode(Accepted(id=session.send(Lobby))))
    reconnect(session, next_id=2)
    assert [type(request) for request in sent(session)] == [Lobby]
    session.send(Lobby, on=False)
    assert session.receive(encode(LobbyTable(line=LINE))) == []


def test_the_history_comes_as_typed_happenings() -> None:
    session = greeted()
    session.receive(table_now())
    identifier = session.send(History, table="KNOT")
    told = session.receive(
        encode(Accepted(id=identifier, history=({"is": "said", "name": "Bo", "text": "hi"},)))
    )
    assert told == [HistoryTold("KNOT", (Said("Bo", "hi"),))]


def test_a_refused_greeting_ends_it() -> None:
    session = ClientProtocol("Ana")
    session.connected()
    session.receive(encode(Refused(code=Code.NAME_TAKEN, text="taken", detail={"limit": 3})))
    assert session.end is not None
    assert (session.end.code, session.end.again, session.end.detail) == (
        Code.NAME_TAKEN,
        False,
        {"limit": 3},
    )


def test_a_closing_server_is_worth_coming_back_to() -> None:
    session = greeted()
    session.receive(encode(Bye(code=Code.SERVER_CLOSING, again=True)))
    assert session.end is not None
    assert session.end.again
    session.connected()
    assert session.end is None


def test_a_refusal_that_will_pass_is_worth_another_attempt() -> None:
    session = greeted()
    session.connected()
    session.receive(encode(Refused(code=Code.SERVER_CLOSING, text="")))
    assert session.end is not None
    assert session.end.again


@pytest.mark.parametrize("frame", ["text", b"\xc1", b"\x81\xa1t\x05", b"\x90"])
def test_what_is_not_the_protocol_is_nonsense(frame: bytes | str) -> None:
    with pytest.raises(NonsenseError):
        greeted().receive(frame)


def test_a_table_of_an_unknown_game_is_left_and_the_link_lives() -> None:
    session = greeted()
    (told,) = session.receive(table_now(game="whist"))
    assert told == TableUnknown("KNOT", "whist")
    assert session.mirrors == {}
    (leave,) = sent(session)
    assert isinstance(leave, Leave)


def test_a_table_whose_host_chooses_an_unknown_game_is_left() -> None:
    session = greeted()
    session.receive(table_now())
    (told,) = session.receive(encode(Event(table="KNOT", n=4, room={"game": "whist"})))
    assert told == TableUnknown("KNOT", "whist")
    (leave,) = sent(session)
    assert isinstance(leave, Leave)


def test_messages_of_a_newer_server_are_skipped(caplog: pytest.LogCaptureFixture) -> None:
    assert greeted().receive(pack({"t": "weather", "rain": True})) == []
    assert "weather" in caplog.text


def test_a_code_of_a_newer_server_is_told_as_it_is() -> None:
    session = greeted()
    identifier = session.send(Lobby)
    chat = session.send(Chat, table="KNOT", text="hello")
    sent(session)
    session.receive(pack({"t": "rejected", "id": identifier, "code": "brand_new_code"}))
    (told,) = session.receive(pack({"t": "rejected", "id": chat, "code": "brand_new_code"}))
    assert isinstance(told, RequestRejected)
    assert "brand_new_code" in reason(told.code)


def test_happenings_of_a_newer_server_are_skipped(caplog: pytest.LogCaptureFixture) -> None:
    session = greeted()
    session.receive(table_now())
    what = ({"is": "juggled", "seat": 1}, {"is": "joined", "seat": "odd"}, {"is": "link_lost", "seat": 0})
    (told,) = session.receive(encode(Event(table="KNOT", n=4, what=what)))
    assert isinstance(told, TableChanged)
    assert told.happenings == (LinkLost(0),)
    assert "juggled" in caplog.text


def test_a_server_that_insists_on_something_unknown_is_left() -> None:
    session = ClientProtocol("Ana")
    session.connected()
    assert session.receive(welcome(capabilities=("+telepathy",))) == []
    assert session.end == End(Code.MISSING_CAPABILITY, again=False, detail={"capability": "telepathy"})


def test_an_older_server_offers_the_games_among_its_capabilities() -> None:
    session = ClientProtocol("Ana")
    session.connected()
    (told,) = session.receive(welcome(capabilities=("triqueta/1", "chat")))
    assert isinstance(told, Welcomed)
    assert [one.game for one in told.games] == ["triqueta"]


@pytest.mark.parametrize("told", [table_now(game="chess"), encode(LobbyNow((LINE,))), encode(Accepted(id=1))])
def test_whatever_comes_before_the_welcome_is_nonsense(told: bytes) -> None:
    """A table of a game that nobody knows would be left, and there is no id yet to leave it with."""
    session = ClientProtocol("Ana")
    session.connected()
    with pytest.raises(NonsenseError):
        session.receive(told)
