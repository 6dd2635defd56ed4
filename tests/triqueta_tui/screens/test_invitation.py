"""The lines that bring friends to a table, for each kind of friend."""

from collections.abc import Mapping

from triqueta_tui.screens.waiting_room import invitation


def lines(ways: Mapping[str, tuple[str, ...]], *, watch: bool = False) -> list[str]:
    return [line for _, line in invitation(ways, "KNRT", watch=watch)]


def test_friends_are_told_every_address_that_may_work_and_every_open_gateway() -> None:
    ways = {
        "play": ("ws://192.168.1.20:4456", "ws://10.0.0.7:4456"),
        "ssh": ("ssh://192.168.1.20:2222",),
        "web": ("http://192.168.1.20:8080",),
    }
    assert lines(ways, watch=True) == [
        "triqueta join 192.168.1.20:4456 KNRT",
        "triqueta join 10.0.0.7:4456 KNRT",
        "triqueta watch 192.168.1.20:4456 KNRT",
        "ssh -p 2222 KNRT@192.168.1.20",
        "http://192.168.1.20:8080/KNRT",
    ]


def test_what_a_program_knows_by_itself_is_left_out() -> None:
    ways = {
        "play": ("ws://game.example.org:4455",),
        "ssh": ("ssh://game.example.org:22",),
        "web": ("https://game.example.org:443",),
    }
    assert lines(ways) == [
        "triqueta join game.example.org KNRT",
        "ssh KNRT@game.example.org",
        "https://game.example.org/KNRT",
    ]


def test_a_name_behind_a_proxy_keeps_its_path() -> None:
    ways = {"play": ("wss://game.example.org/play",), "web": ("https://game.example.org",)}
    assert lines(ways) == [
        "triqueta join wss://game.example.org/play KNRT",
        "https://game.example.org/KNRT",
    ]


def test_addresses_of_the_new_kind_are_written_as_each_program_wants_them() -> None:
    ways = {
        "play": ("ws://[2001:db8::1]:4455",),
        "ssh": ("ssh://[2001:db8::1]:2222",),
        "web": ("http://[2001:db8::1]:80",),
    }
    assert lines(ways) == [
        "triqueta join [2001:db8::1] KNRT",
        "ssh -p 2222 KNRT@2001:db8::1",
        "http://[2001:db8::1]/KNRT",
    ]


def test_without_any_way_there_is_nothing_to_tell() -> None:
    assert lines({}, watch=True) == []
