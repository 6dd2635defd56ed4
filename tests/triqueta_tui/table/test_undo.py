"""What a client makes of decisions that are taken back: its log, and its check of the shuffle."""

import asyncio
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from tests.server.tables.fake_client import FakeClient
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.events import Accepted
from triqueta_protocol.games.triqueta import Draw, Keep, Place
from triqueta_protocol.requests import Act, Request, Undo
from triqueta_protocol.table_events import TookBack
from triqueta_tui.games.triche.shuffle_check import TricheShuffleCheck
from triqueta_tui.games.tripitz.shuffle_check import TripitzShuffleCheck
from triqueta_tui.games.triqueta.shuffle_check import TriquetaShuffleCheck
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.session.feed import Advanced, Change, Reset
from triqueta_tui.session.live_feed import LiveFeed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.prompt import Prompt
from triqueta_tui.table.shuffle_check import ShuffleCheck

CHECKS: dict[str, tuple[type[ShuffleCheck], dict[str, Any]]] = {
    "triqueta": (TriquetaShuffleCheck, {"start": 0}),
    "triche": (TricheShuffleCheck, {"expansion": True, "target": 15}),
    "tripitz": (TripitzShuffleCheck, {"jokers": True}),
}


class Checking(FakeClient):
    """Follows a table as its screen does."""

    def __init__(self, server: FakeServer, check: ShuffleCheck) -> None:
        super().__init__(server, "Ana")
        self.check = check
        self.feeds: dict[str, LiveFeed] = {}

    def view(self, table: str) -> AnyView | None:
        return self.feeds[table].view

    def sentences(self, table: str) -> list[str]:
        """What the log tells."""
        view = self.view(table)
        assert view is not None
        told = (LogText(view).tell(one) for _, events in self.feeds[table].told() for one in events)
        return [sentence for sentence in told if sentence is not None]

    def _take(self, frame: bytes) -> None:
        heard, known = len(self.happened), {table: mirror.n for table, mirror in self.mirrors.items()}
        super()._take(frame)
        events = tuple(self.happened[heard:])
        for table, mirror in self.mirrors.items():
            if table not in self.feeds:
                self.feeds[table] = LiveFeed(mirror, self._ask_later)
                self.feeds[table].subscribe(self._check)
            elif known.get(table) != mirror.n:
                self.feeds[table].follow(events, fresh=False)

    async def has_read_history(self, table: str) -> None:
        feed, whole = self.feeds[table], asyncio.Event()
        end = feed.subscribe(lambda change: whole.set() if isinstance(change, Reset) else None)
        if feed.has_gap:
            await whole.wait()
        end()

    def _ask_later(self, kind: type[Request], **fields: Any) -> "asyncio.Future[Accepted]":
        return asyncio.ensure_future(self.ask(kind, **fields))

    def _check(self, change: Change) -> None:
        if change.view is None:
            return
        if isinstance(change, Advanced):
            self.check.see(change.view, change.events)
        elif change.reason == "undo":
            self.check.rewind(change.view, change.history)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", CHECKS)
async def test_the_shuffle_is_found_fair_after_second_thoughts(game: str, seed: int) -> None:
    kind, options = CHECKS[game]
    rng = Random(f"{game} {seed}")
    server = FakeServer(seed=f"{game} {seed}")
    ana = Checking(server, kind())
    await ana.arrive()
    rules: dict[str, Any] = {"private": True, "watchers": False, "pace": rng.choice([0, 600])}
    table = await ana.create(seats=2, game=game, options=options, practice=True, **rules)
    await ana.add_bot(table)
    await ana.start(table)
    taken_back = 0
    mirror = ana.mirrors[table]
    while mirror.room.status == "playing":
        server.advance(rng.choice([0.0, 0.7, 2.0]))
        assert mirror.mine is not None
        if mirror.room.undo and rng.random() < 0.25 and taken_back < 40:
            await ana.ask(Undo, table=table)
            await ana.has_read_history(table)
            taken_back += 1
        elif mirror.mine.choices:
            choices = mirror.mine.choices
            action = plain(rng.choice(choices if rng.random() < 0.3 else choices[:1]).action)
            await ana.ask(Act, table=table, action=action)
    assert taken_back >= 3
    view = ana.view(table)
    assert view is not None
    verdict = ana.check.verdict(view)
    assert verdict is not None
    assert verdict.fair, verdict
    assert verdict.seen >= (1 if game == "triche" else 10)


async def test_a_token_that_was_kept_is_not_taken_for_the_one_in_hand(server: FakeServer) -> None:
    ana = Checking(server, TriquetaShuffleCheck())
    await ana.arrive()
    rules: dict[str, Any] = {"private": True, "watchers": False, "pace": 0}
    table = await ana.create(seats=2, options={"start": 0}, practice=True, **rules)
    await ana.add_bot(table)
    await ana.start(table)
    kept: tuple[int, ...] = ()
    while ana.mine(table).drawn in {(), kept}:  # until one of another kind is drawn
        await ana.act(table, Draw())
        if not kept:
            kept = ana.mine(table).drawn
            await ana.act(table, Keep())
        elif ana.mine(table).drawn == kept:
            await ana.act(table, Place(row=0))
    await ana.act(table, Place(row=0))
    await ana.ask(Undo, table=table)
    await ana.has_read_history(table)
    while ana.room(table).status == "playing":
        await ana.act(table)
    view = ana.view(table)
    assert view is not None
    verdict = ana.check.verdict(view)
    assert verdict is not None
    assert verdict.fair, verdict


async def test_the_log_tells_only_what_counts(server: FakeServer) -> None:
    ana = Checking(server, TriquetaShuffleCheck())
    await ana.arrive()
    rules: dict[str, Any] = {"private": True, "watchers": False, "pace": 600}
    table = await ana.create(seats=2, options={"start": 0}, practice=True, **rules)
    await ana.add_bot(table)
    await ana.start(table)
    begun = ana.sentences(table)
    await ana.act(table)
    await ana.act(table)
    await ana.ask(Undo, table=table)
    await ana.has_read_history(table)
    view = ana.view(table)
    assert view is not None
    took_back = LogText(view).tell(TookBack(0))
    # What is told around the game comes after what the history has.
    assert sorted(ana.sentences(table)) == sorted([*begun, str(took_back)])
    assert ana.sentences(table)[-1] == took_back


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_nothing_is_taken_back_can_be_read_in_one_line(language: str) -> None:
    use(language)
    reasons = ("among_people", "clock", "open", "nothing", "shown", "often")
    for why in (*(f"undo_{reason}" for reason in reasons), "no_coach"):
        assert cell_len(say(f"table.why.{why}")) <= 80 - Prompt.MARGIN
