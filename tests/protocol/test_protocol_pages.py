"""The protocol pages are true: their bytes are the real ones, and nothing that can be sent is missing."""

import ast
import hmac
import re
from typing import Any

import msgpack
import msgspec
import pytest

from tests.protocol.pages import PAGES, chapter
from triqueta_protocol import archive, events, replay, requests, table_events
from triqueta_protocol.advice import Advice, Promise, Reason
from triqueta_protocol.codec import MAX_FRAME, decode_message, decode_request, encode
from triqueta_protocol.errors import Code
from triqueta_protocol.games import (
    triche,
    triche_cards,
    tripitz,
    tripitz_board,
    tripitz_stones,
    triqueta,
    views,
)
from triqueta_protocol.games.offer import GameOffer, OptionOffer
from triqueta_protocol.login import Exchange, KeyPair, check_server, fingerprint
from triqueta_protocol.series import SeriesNow, SeriesRule, SeriesScore
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.tagged import Tagged
from triqueta_protocol.text import CHAT_CELLS, NAME_CELLS
from triqueta_protocol.version import PROTOCOL

PAGE = "\n".join(PAGES.values())
EXAMPLES = re.findall(r"^```bytes\n(.+?)\n([0-9a-f]+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
WORDS = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize(("literal", "digits"), EXAMPLES)
def test_an_example_has_the_bytes_it_shows(literal: str, digits: str) -> None:
    message: dict[str, Any] = ast.literal_eval(literal)
    frame = bytes.fromhex(digits)
    assert msgpack.unpackb(frame) == message
    assert msgpack.packb(message) == frame


@pytest.mark.parametrize("digits", [digits for _, digits in EXAMPLES])
def test_an_example_is_a_message_that_both_sides_understand(digits: str) -> None:
    frame = bytes.fromhex(digits)
    tag = msgpack.unpackb(frame)["t"]
    typed = decode_request(frame) if tag in _tags(requests.FromClient) else decode_message(frame)
    again = encode(typed)
    read_again = decode_request(again) if tag in _tags(requests.FromClient) else decode_message(again)
    assert read_again == typed


@pytest.mark.parametrize(
    "kind",
    [
        *requests.FromClient.__args__,
        *events.FromServer.__args__,
        *table_events.AnyTableEvent.__args__,
        *triqueta.AnyAction.__args__,
        *triqueta.AnyEvent.__args__,
        TableSettings,
        ClockRule,
        events.TableLine,
        events.OwnSeat,
        events.Room,
        events.SeatInfo,
        events.Shuffle,
        events.Clocks,
        SeriesRule,
        SeriesNow,
        SeriesScore,
        Advice,
        Promise,
        Reason,
        *archive.Found.__args__,
        archive.ArchivedGame,
        archive.ArchivedSeat,
        archive.GameStatistics,
        archive.HeadToHead,
        replay.ReplayPart,
        replay.ReplayHead,
        replay.ReplayStep,
        GameOffer,
        OptionOffer,
        views.Pick,
        triqueta.Options,
        triqueta.Public,
        triqueta.Mine,
        triqueta.Worth,
        triqueta.Choice,
        triqueta.SeatScore,
        *triche.AnyAction.__args__,
        *triche.AnyEvent.__args__,
        triche.Options,
        triche.Public,
        triche.Mine,
        triche.Choice,
        triche.CarreSheet,
        triche.LaidCard,
        triche.SeatScore,
        *tripitz.AnyAction.__args__,
        *tripitz.AnyEvent.__args__,
        tripitz.Options,
        tripitz.Public,
        tripitz.Mine,
        tripitz.Choice,
        tripitz.LaidStone,
        tripitz.SeatScore,
        tripitz_board.Sum,
    ],
    ids=lambda kind: kind.__name__,
)
def test_every_type_and_field_is_on_the_page(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    needed = set(kind.__struct_encode_fields__) | ({tag} if tag else set())
    assert needed <= WORDS, f"missing: {needed - WORDS}"


def test_the_replay_of_the_page_is_one() -> None:
    found = [ast.literal_eval(literal).get("found") for literal, _ in EXAMPLES if '"found"' in literal]
    (packed,) = (one["packed"] for one in found if one["is"] == "replay")
    (step,) = replay.read_part(packed).steps
    assert step.what[-1]["is"] == "game_over"
    assert f"{requests.MOST_FILE:,} bytes at most" in PAGE


def test_every_code_is_on_the_page_and_no_other() -> None:
    rows = [
        line.split("|")[1] for line in chapter("requests", "Codes").splitlines() if line.startswith("| `")
    ]
    named = {code for row in rows for code in re.findall(r"`([a-z_]+)`", row)}
    assert named == {code.value for code in Code}


def test_the_numbers_on_the_page_are_the_programs() -> None:
    assert f"protocol number **{PROTOCOL}**" in PAGE
    assert f"{MAX_FRAME:,} bytes at most" in PAGE
    assert f"at most {NAME_CELLS} terminal cells" in PAGE
    assert f"at most {CHAT_CELLS} cells" in PAGE
    defaults = TableSettings()
    assert f"| `seats` | int = {defaults.seats} |" in PAGE
    assert f"| `pace` | int = {defaults.pace} |" in PAGE


def test_the_shuffle_of_the_page_is_the_shuffle() -> None:
    block = re.search(r"^```shuffle\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    lines = dict(re.split(r":? (?=\S+$)|: ", line, maxsplit=1) for line in block[1].splitlines())
    order, rock = triqueta.deal(bytes.fromhex(lines["seed"]), int(lines["seats"]))
    towers = [[int(animal) for animal in lines[f"tower {tower}"].split()] for tower in range(4)]
    assert [animal for tower in towers for animal in tower] == list(order)
    assert int(lines["rock"]) == rock


def test_the_login_of_the_page_is_what_both_ends_do() -> None:
    block = re.search(r"^```login\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    told = dict(line.split(": ") for line in block[1].splitlines())
    server, player = (KeyPair(bytes.fromhex(told[f"{one} private key"])) for one in ("server", "player"))
    secret = bytes.fromhex(told["player's secret"])
    derived = hmac.digest(secret, b"triqueta/1 player key " + server.public + b"0 main", "sha256")
    assert told["player private key"] == derived.hex()
    assert player.public == KeyPair.derive(secret, server.public, "main", 0).public
    challenge = bytes.fromhex(told["client challenge"])
    exchange = check_server(challenge, told["header"])
    assert exchange == Exchange(server.public, challenge, bytes.fromhex(told["server challenge"]))
    assert told["header"].split()[2] == server.sign(exchange, "server").hex()
    assert told["signed by the player"] == exchange.signed("player").hex()
    assert (told["key"], told["signature"]) == (player.public.hex(), player.sign(exchange).hex())
    assert told["fingerprint"] == fingerprint(server.public)
    hellos = [ast.literal_eval(literal) for literal, _ in EXAMPLES]
    signed = next(hello for hello in hellos if "key" in hello)
    assert (signed["key"], signed["signature"]) == (player.public, player.sign(exchange))


def test_the_shuffles_of_the_page_are_the_shuffles() -> None:
    block = re.search(r"^```triche-shuffle\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    first, starts, *orders = block[1].splitlines()
    seed = bytes.fromhex(first.removeprefix("seed "))
    told = [int(seat) for seat in starts.partition(": ")[2].split()]
    assert told == [triche_cards.first_start(seed, seats) for seats in triche.SEATS]
    assert len(orders) == 3
    for line in orders:
        name, _, cards = line.partition(": ")
        round_, shuffle, deck = map(int, re.findall(r"\d+", name))
        assert [int(card) for card in cards.split()] == triche_cards.shuffled(seed, round_, shuffle, deck)


def test_the_cards_of_the_page_are_the_cards() -> None:
    rows = re.findall(
        r"^\| ([CHÉ]) \| `(.)`.* \| (\d+): (\w+) upper (\w+), (\w+) .* \| (\d+) \|$", PAGE, re.MULTILINE
    )
    assert len(rows) == 6
    for letter, cut, dealt, upper, _, lower, turned in rows:
        assert triche_cards.NAMES[int(dealt)] == triche_cards.NAMES[int(turned)] == letter + cut
        assert triche_cards.WAYS[int(dealt)] == (int(dealt), int(turned))
        faces = triche_cards.FACES[int(dealt)]
        assert [faces[triche_cards.NORTH], faces[triche_cards.SOUTH]] == [
            triche_cards.Colour[upper.upper()],
            triche_cards.Colour[lower.upper()],
        ]


def test_the_chance_in_tripitz_is_what_the_page_says() -> None:
    block = re.search(r"^```tripitz-shuffle\n(.+?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert block is not None
    first, *starts, starter, one, other = block[1].splitlines()
    seed = bytes.fromhex(first.removeprefix("seed "))
    for line, how in zip(starts, ("all_different", "four_colours", "random"), strict=True):
        name, _, stones = line.partition(": ")
        assert name == f"start stones {how}"
        found = tripitz_stones.start_stones(lambda attempt: tripitz_stones.start_order(seed, attempt), how)  # type: ignore[arg-type]
        assert [int(stone) for stone in stones.split()] == list(found)
    assert int(starter.removeprefix("starter: ")) == tripitz_stones.starter_number(seed)
    for line, shuffle, jokers in ((one, 0, False), (other, 1, True)):
        name, _, pieces = line.partition(": ")
        assert name == f"shuffle {shuffle} of {68 if jokers else 64}"
        order = tripitz_stones.bag_order(seed, shuffle, jokers=jokers)
        assert [int(piece) for piece in pieces.split()] == order


def test_the_board_of_tripitz_is_the_one_of_the_page() -> None:
    assert f"The board has {tripitz_board.CELLS} cells" in PAGE
    assert f"The {len(tripitz_board.EDGE)} cells with fewer than six neighbours" in PAGE
    [cells] = re.findall(r"The start stones lie on the cells (\d+), (\d+), (\d+) and (\d+)", PAGE)
    assert tuple(map(int, cells)) == tripitz_board.CENTRE


def test_the_actions_of_the_page_are_actions() -> None:
    games = [Tagged[Any](one.AnyAction) for one in (triqueta, triche, tripitz)]
    acts = [ast.literal_eval(literal) for literal, _ in EXAMPLES if '"t": "act"' in literal]
    assert {act["action"]["do"] for act in acts} >= {"place", "set_up", "redraw", "exchange"}
    for act in acts:
        assert any(_reads(words, act["action"]) for words in games)


def _reads(words: Tagged[Any], action: dict[str, Any]) -> bool:
    try:
        words.convert(action)
    except (ValueError, msgspec.ValidationError):
        return False
    return True


def _tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in union.__args__}
