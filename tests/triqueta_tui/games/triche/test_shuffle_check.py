"""A fair shuffle of several rounds and redraws is recognised, and so is every kind of cheating."""

import hashlib
from random import Random

import pytest
from msgspec import structs

from tests.server.games.triche.play import random_action
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Room, SeatInfo, Shuffle
from triqueta_protocol.games.triche import Opened, Options, Placed
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import GameBegan, TableEvent
from triqueta_server.bots.triche import LEVELS
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.shuffles import SeededShuffles
from triqueta_tui.games.triche import shuffle_check
from triqueta_tui.games.triche.shuffle_check import TricheShuffleCheck
from triqueta_tui.games.triche.view import View
from triqueta_tui.session.feed import Advanced, Reset
from triqueta_tui.session.view import TableView
from triqueta_tui.table.shuffle_check import Verdict

SEED = hashlib.sha256(b"a quiet table").digest()
SALT = b"sixteen bytes of"
COMMITMENT = hashlib.sha256(SEED + SALT).digest()


def view(position: Position, options: Options, seat: int | None, shuffle: Shuffle) -> View:
    seats = tuple(SeatInfo(kind="player", name=f"P{at}", player=f"p{at}") for at in range(position.seats))
    room = Room(
        table="KNRT",
        epoch="e",
        game="triche",
        settings=TableSettings(seats=position.seats),
        options=plain(options),
        seats=seats,
        host="p0",
        watchers=(),
        status="playing",
        games=1,
        shuffle=shuffle,
    )
    mine = None if seat is None else RULES.mine(position, seat)
    return TableView("KNRT", room, RULES.public(position), mine, seat)


Story = list[tuple[View, tuple[TableEvent, ...]]]


def told(
    seats: int, options: Options, seat: int | None = None, cheat: SeededShuffles | None = None
) -> tuple[Position, Story]:
    """A whole game and what a viewer saw of it, move by move."""
    rng = Random(f"{seats} {options}")
    position = RULES.begin(seats, options, SEED)
    if cheat is not None:
        position.shuffles = cheat
        position._deal()
    promised = Shuffle(COMMITMENT)
    began = GameBegan(number=1, commitment=COMMITMENT)
    story: Story = [(view(position, options, seat, promised), (began,))]
    while position.owing:
        mover = rng.choice(position.owing)
        what: list[TableEvent] = []
        position.apply(mover, random_action(position, mover, rng), what)
        story.append((view(position, options, seat, promised), tuple(what)))
    return position, story


def verdict(
    seats: int,
    options: Options,
    *,
    seat: int | None = None,
    cheat: SeededShuffles | None = None,
    skip: int = 0,
    seed: bytes = SEED,
    changed: int | None = None,
) -> Verdict:
    """What a viewer finds who has missed the first so many moves, or was told of another card once."""
    position, story = told(seats, options, seat, cheat)
    check = TricheShuffleCheck()
    for at, (now, what) in enumerate(story[skip:]):
        if at == changed:
            [placed] = what
            assert isinstance(placed, Placed)
            check.see(now, (structs.replace(placed, card=(placed.card + 1) % 3),))
        else:
            check.see(now, what)
    found = check.verdict(view(position, options, seat, Shuffle(COMMITMENT, seed, SALT)))
    assert found is not None
    return found


FORMS = [Options(target=15), Options(expansion=True), Options(expansion=True, start=1)]


@pytest.mark.parametrize("options", FORMS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_an_honest_game_is_found_fair(seats: int, options: Options) -> None:
    found = verdict(seats, options)
    assert found.fair
    rounds = len(told(seats, options)[0].rounds)
    assert found.seen == 9 * seats * rounds + (options.start is None)
    assert rounds > 1


def test_rounds_that_were_not_seen_from_their_beginning_are_left_out() -> None:
    whole, part = verdict(3, FORMS[1]), verdict(3, FORMS[1], skip=15)
    assert part.fair
    assert part.seen == whole.seen - 27


@pytest.mark.parametrize("options", FORMS)
def test_a_round_of_which_events_were_missed_is_left_out(options: Options) -> None:
    """The connection was gone from the middle of the first round to the middle of the second."""
    position, story = told(3, options)
    check = TricheShuffleCheck()
    began = [at for at, (_, what) in enumerate(story) if any(isinstance(one, Opened) for one in what)]
    gone, back = began[0] + 4, began[1] + 4
    for now, what in story[:gone]:
        check.follow(Advanced(what, now, None))
    check.follow(Reset("arrived", story[back][0], story[gone - 1][0]))
    for now, what in story[back + 1 :]:
        check.follow(Advanced(what, now, None))
    found = check.verdict(view(position, options, None, Shuffle(COMMITMENT, SEED, SALT)))
    assert found is not None
    assert found.fair
    assert found.seen == verdict(3, options).seen - 2 * 27


@pytest.mark.parametrize("options", FORMS)
def test_another_seed_is_noticed(options: Options) -> None:
    other = hashlib.sha256(b"another table").digest()
    found = verdict(3, options, seed=other)
    assert not found.promise_kept
    assert found.matching < found.seen


class Favoured(SeededShuffles):
    """As the seed says, but for one shuffle."""

    def __init__(self, round_: int, shuffle: int, *, expansion: bool) -> None:
        super().__init__(SEED, expansion=expansion)
        self._at = round_, shuffle

    def order(self, round_: int, shuffle: int) -> list[int]:
        order = list(super().order(round_, shuffle))
        return order[::-1] if (round_, shuffle) == self._at else order


@pytest.mark.parametrize(
    ("expansion", "round_", "shuffle"), [(False, 1, 0), (False, 2, 0), (True, 2, 0), (True, 1, 1)]
)
def test_a_shuffle_that_is_not_the_promised_one_is_noticed(
    expansion: bool, round_: int, shuffle: int
) -> None:
    options = Options(expansion=expansion)
    found = verdict(3, options, cheat=Favoured(round_, shuffle, expansion=expansion))
    assert found.promise_kept
    assert not found.fair


def test_whoever_redrew_notices_what_others_cannot() -> None:
    """What came with the second shuffle of round 2 went back at once, so only its seat has seen it."""
    cheat = Favoured(2, 2, expansion=True)
    assert verdict(3, FORMS[1], cheat=cheat).fair
    assert not verdict(3, FORMS[1], cheat=cheat, seat=1).fair


@pytest.mark.parametrize("options", FORMS[:2])
def test_a_single_other_card_is_noticed(options: Options) -> None:
    _, story = told(4, options)
    placements = [at for at, (_, what) in enumerate(story) if [type(one) for one in what] == [Placed]]
    for at in placements[:3]:
        assert not verdict(4, options, changed=at).fair


def test_a_player_finds_an_honest_game_fair() -> None:
    for seat in range(3):
        assert verdict(3, FORMS[1], seat=seat).fair


def test_views_that_are_ahead_of_what_is_told_raise_no_alarm() -> None:
    """After a lost link much is told at once, and the view is the last one all the time."""
    for seat in range(3):
        position, story = told(3, FORMS[1], seat)
        check = TricheShuffleCheck()
        last = view(position, FORMS[1], seat, Shuffle(COMMITMENT, SEED, SALT))
        for burst in range(0, len(story), 9):
            now = story[min(burst + 8, len(story) - 1)][0]
            check.see(now, tuple(one for _, what in story[burst : burst + 9] for one in what))
        found = check.verdict(last)
        assert found is not None
        assert found.fair
        check = TricheShuffleCheck()
        check.see(last, tuple(one for _, what in story for one in what))
        assert check.verdict(last) == found


def test_another_start_player_is_noticed() -> None:
    position, _ = told(3, FORMS[0])
    check = TricheShuffleCheck()
    now = view(position, FORMS[0], None, Shuffle(COMMITMENT, SEED, SALT))
    check.see(now, (GameBegan(number=1, commitment=COMMITMENT),))
    honest = check.verdict(now)
    assert honest is not None
    assert honest.fair
    position.start = (position.start + 1) % 3
    cheated = check.verdict(view(position, FORMS[0], None, Shuffle(COMMITMENT, SEED, SALT)))
    assert cheated is not None
    assert not cheated.fair


def test_the_search_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle_check, "MOST_TRIES", 5000)
    assert verdict(6, FORMS[1]).fair


def test_nobody_is_accused_where_it_cannot_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some rounds have more ways to redraw than can be tried: hands after a redraw count for nothing."""
    whole = verdict(3, FORMS[1])
    monkeypatch.setattr(shuffle_check, "MOST_TRIES", 1)
    part = verdict(3, FORMS[1])
    assert part.fair
    assert part.seen < whole.seen
    cheat = Favoured(2, 0, expansion=True)
    assert not verdict(3, FORMS[1], cheat=cheat).fair, "what was dealt is still compared"


def test_ways_that_lead_to_the_same_cards_are_gone_once() -> None:
    """Three seats redraw seven times in a round: without remembering, the tries are used up in vain."""
    rng = Random(7)
    seed, options = rng.randbytes(32), Options(expansion=True, target=15)
    position = RULES.begin(3, options, seed)
    what: list[TableEvent] = [GameBegan(1, COMMITMENT)]
    while position.owing:
        mover = rng.choice(position.owing)
        if mover == 1:
            action = random_action(position, mover, rng)
        else:
            chosen = LEVELS["normal"](RULES.public(position), RULES.mine(position, mover), mover, rng)
            action = RULES.read(position, mover, plain(chosen))
        position.apply(mover, action, what)
    check = TricheShuffleCheck()
    now = view(position, options, None, Shuffle(COMMITMENT, seed, SALT))
    check.see(now, tuple(what))
    assert check.compare(seed, now) == (1 + 27 * len(position.rounds),) * 2
