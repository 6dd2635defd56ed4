"""The conversation with a server, without a server: greeting, numbering, resuming, resending."""

from typing import Any

import pytest

from tests.triqueta_tui.session.told import event, greeted, sent, table_now, welcome
from triqueta_protocol.codec import encode, pack
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import (
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
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.games.offer import offer_of
from triqueta_protocol.login import KeyPair, check_server, new_challenge
from triqueta_protocol.requests import (
    Act,
    Chat,
    Create,
    Hello,
    History,
    Join,
    Leave,
    Lobby,
    Ready,
    Resume,
    Watch,
)
from triqueta_protocol.table_events import LinkLost, Said
from triqueta_protocol.version import PROTOCOL, capabilities
from triqueta_tui.session.client_protocol import ClientProtocol, End, NonsenseError, TableTold
from triqueta_tui.session.error_words import LinkGoneError, reason
from triqueta_tui.session.events import (
    LobbyChanged,
    TableClosed,
    TableUnknown,
    Welcomed,
)

Answers = list[Accepted | Exception]

LINE = TableLine(table="OAKS", game="triqueta", host="Bo", players=("Bo",), seats=4, status="waiting")


def reconnect(session: ClientProtocol, *, next_id: int) -> None:
    session.disconnected()
    session.connected()
    sent(session)
    session.receive(welcome(next_id=next_id))


def test_a_connection_begins_with_a_hello_that_carries_the_password() -> None:
    session = ClientProtocol("Ana", password="secret")
    session.connected()
    assert sent(session) == [Hello(PROTOCOL, "Ana", capabilities(), password="secret", client=session.client)]


def test_a_client_without_a_key_comes_back_with_its_token() -> None:
    session = greeted(token="a-token")
    session.disconnected()
    session.connected()
    assert sent(session) == [Hello(PROTOCOL, "Ana", capabilities(), token="a-token", client=session.client)]


def test_a_client_with_a_key_signs_for_each_connection_and_sends_no_token() -> None:
    server, key = KeyPair(bytes(32)), KeyPair(b"1" * 32)
    session = ClientProtocol("Ana", recall=lambda _: key)
    for challenge in (new_challenge(), new_challenge()):
        answered = server.answer(challenge.hex())
        assert answered is not None
        exchange = check_server(challenge, answered[0])
        session.connected(exchange)
        (hello,) = sent(session)
        assert isinstance(hello, Hello)
        assert (hello.token, hello.key) == (None, key.public)
        assert hello.signature is not None
        assert exchange.is_signed_by(key.public, hello.signature)
        session.receive(welcome(token=""))
        session.disconnected()


def test_the_welcome_gives_name_and_waiting_seats() -> None:
    session = ClientProtocol("ana ")
    session.connected()
    seat = OwnSeat("KNOT", "triqueta", 1)
    games = tuple(offer_of(one) for one in VOCABULARIES.values())
    (told,) = session.receive(welcome(seats=(seat,), games=games))
    assert told == Welcomed("Ana", "hearth", (seat,), games=games, capabilities=capabilities())
    assert (session.name, session.greeted) == ("Ana", True)


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


def refused(answers: Answers) -> tuple[str, dict[str, Any]]:
    """Code and detail of the refusal that is the only answer."""
    (refusal,) = answers
    assert isinstance(refusal, RefusalError)
    return refusal.code, refusal.detail


def gone(answers: Answers) -> list[str]:
    """Why requests were not carried out, if that is all that was answered."""
    return [answer.reason for answer in answers if isinstance(answer, LinkGoneError)]


def test_an_answer_goes_back_to_its_request() -> None:
    session = greeted()
    first: Answers = []
    second: Answers = []
    one = session.send(Ready, first.append, table="KNOT")
    two = session.send(Chat, second.append, table="KNOT", text="hi")
    session.receive(encode(Rejected(id=two, code=Code.CHAT_TOO_FAST, detail={"seconds": 2})))
    assert first == []
    session.receive(encode(Accepted(id=one)))
    assert first == [Accepted(id=one, table="KNOT")]
    assert refused(second) == (Code.CHAT_TOO_FAST, {"seconds": 2})


def test_an_answer_is_nobody_elses() -> None:
    session = greeted()
    one, two = (session.send(Ready, table="KNOT") for _ in range(2))
    assert session.receive(encode(Accepted(id=one))) == []
    assert session.receive(encode(Rejected(id=two, code=Code.NOT_AT_TABLE))) == []


def test_a_second_answer_to_the_same_request_is_not_told_again() -> None:
    session = greeted()
    answers: Answers = []
    identifier = session.send(Ready, answers.append, table="KNOT")
    for _ in range(2):
        session.receive(encode(Accepted(id=identifier)))
    assert len(answers) == 1


def test_an_event_may_be_the_answer_to_its_request() -> None:
    session = greeted()
    session.receive(table_now())
    answers: Answers = []
    first, second = (session.send(Act, answers.append, table="KNOT", action={"do": "draw"}) for _ in range(2))
    answering = encode(Event(table="KNOT", n=4, accepted=first))
    (changed,) = session.receive(answering)
    assert isinstance(changed, TableTold)
    assert answers == [Accepted(id=first, table="KNOT")]
    assert session.receive(answering) == []
    assert len(answers) == 1
    session.disconnected()
    session.connected()
    sent(session)
    session.receive(welcome(next_id=second + 1))
    assert [one.id for one in sent(session) if isinstance(one, Act)] == [second]


def test_the_answer_counts_though_the_event_cannot_be_shown() -> None:
    session = greeted()
    session.receive(table_now())
    answers: Answers = []
    asked = session.send(Act, answers.append, table="KNOT", action={"do": "draw"})
    assert session.receive(encode(Event(table="KNOT", n=9, accepted=asked))) == []
    assert answers == [Accepted(id=asked, table="KNOT")]


def test_a_refusal_without_id_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    session = greeted()
    answers: Answers = []
    session.send(Ready, answers.append, table="KNOT")
    assert session.receive(encode(Rejected(code=Code.FLOODING))) == []
    assert answers == []
    assert Code.FLOODING.value in caplog.text


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
    went_out: Answers = []
    session.send(Act, went_out.append, table="KNOT", action={"do": "draw"})
    sent(session)
    session.disconnected()
    later: Answers = []
    waits = session.send(Chat, later.append, table="KNOT", text="hello?")
    session.connected()
    sent(session)
    session.receive(welcome(next_id=1))
    assert gone(went_out) == ["started_anew"]
    assert later == []
    assert sent(session) == [Chat(id=waits, table="KNOT", text="hello?")]


def test_requests_of_another_player_are_dropped() -> None:
    """The server does not know us any more and has made a new player of us."""
    session = greeted()
    session.disconnected()
    answers: Answers = []
    session.send(Chat, answers.append, table="KNOT", text="hello?")
    session.connected()
    sent(session)
    told = session.receive(welcome(player="p9"))
    assert [type(message) for message in told] == [Welcomed]
    assert gone(answers) == ["started_anew"]
    assert sent(session) == []


def test_giving_up_answers_what_was_not_carried_out() -> None:
    session = greeted()
    session.send(Lobby)
    answers: Answers = []
    session.send(Ready, answers.append, table="KNOT")
    for _ in range(2):
        session.give_up("evicted")
    assert gone(answers) == ["evicted"]


def test_a_fresh_table_is_told_and_its_events_follow() -> None:
    session = greeted()
    (fresh,) = session.receive(table_now(n=3))
    assert isinstance(fresh, TableTold)
    assert fresh.fresh
    assert fresh.mirror.seat == 0
    said = Said("Bo", "hi")
    (change,) = session.receive(event(4, "KNOT", said, room={"watchers": ["Zoë"]}))
    assert change == TableTold(fresh.mirror, (said,), fresh=False)
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
    assert isinstance(told, TableTold)


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
    assert isinstance(told, TableTold)
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
    answers: Answers = []
    join = session.send(Join, answers.append, table="KNOT")
    assert session.receive(encode(Rejected(id=join, code=Code.TABLE_FULL))) == []
    assert refused(answers) == (Code.TABLE_FULL, {})
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


def test_the_history_comes_as_typed_events() -> None:
    session = greeted()
    session.receive(table_now())
    answers: Answers = []
    identifier = session.send(History, answers.append, table="KNOT")
    session.receive(encode(Accepted(id=identifier, history=({"is": "said", "name": "Bo", "text": "hi"},))))
    (accepted,) = answers
    assert isinstance(accepted, Accepted)
    assert session.mirrors["KNOT"].events(accepted.history or ()) == (Said("Bo", "hi"),)


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
    answers: Answers = []
    chat = session.send(Chat, answers.append, table="KNOT", text="hello")
    sent(session)
    session.receive(pack({"t": "rejected", "id": identifier, "code": "brand_new_code"}))
    session.receive(pack({"t": "rejected", "id": chat, "code": "brand_new_code"}))
    assert "brand_new_code" in reason(refused(answers)[0])


def test_events_of_a_newer_server_are_skipped(caplog: pytest.LogCaptureFixture) -> None:
    session = greeted()
    session.receive(table_now())
    what = ({"is": "juggled", "seat": 1}, {"is": "joined", "seat": "odd"}, {"is": "link_lost", "seat": 0})
    (told,) = session.receive(encode(Event(table="KNOT", n=4, what=what)))
    assert isinstance(told, TableTold)
    assert told.events == (LinkLost(0),)
    assert "juggled" in caplog.text


def test_a_server_that_insists_on_something_unknown_is_left() -> None:
    session = ClientProtocol("Ana")
    session.connected()
    assert session.receive(welcome(capabilities=("+telepathy",))) == []
    assert session.end == End(Code.MISSING_CAPABILITY, again=False, detail={"capability": "telepathy"})


@pytest.mark.parametrize("told", [table_now(game="chess"), encode(LobbyNow((LINE,))), encode(Accepted(id=1))])
def test_whatever_comes_before_the_welcome_is_nonsense(told: bytes) -> None:
    """A table of a game that nobody knows would be left, and there is no id yet to leave it with."""
    session = ClientProtocol("Ana")
    session.connected()
    with pytest.raises(NonsenseError):
        session.receive(told)
