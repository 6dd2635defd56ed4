"""What a client makes of decisions that are taken back: its log, and its check of the shuffle."""

from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from protocol.codec import plain
from protocol.games.triqueta import Draw, Keep, Place
from protocol.happenings import TookBack
from protocol.requests import Act, History, Undo
from tests.server.tables.fake_client import FakeClient
from tests.server.tables.fake_server import FakeServer
from triqueta_tui.games.triche.shuffle_check import TricheShuffleCheck
from triqueta_tui.games.tripitz.shuffle_check import TripitzShuffleCheck
from triqueta_tui.games.triqueta.shuffle_check import TriquetaShuffleCheck
from triqueta_tui.locale import LANGUAGES, say, use
from triqueta_tui.table.log_book import LogBook
from triqueta_tui.table.log_text import LogText
from triqueta_tui.table.prompt import Prompt
from triqueta_tui.table.shuffle_check import ShuffleCheck
from triqueta_tui.table.view_model import AnyView, TableView

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
        self.book = LogBook()

    def view(self, table: str) -> AnyView | None:
        return TableView.of(self.mirrors[table])

    def _take(self, frame: bytes) -> None:
        heard = len(self.happened)
        super()._take(frame)
        happenings = tuple(self.happened[heard:])
        for mirror in self.mirrors.values():
            view = TableView.of(mirror)
            if happenings and view is not None:
                self.book.follow(mirror, mirror, happenings, LogText(view))
                self.check.see(view, happenings)
                self.book.add(happenings, LogText(view))

    async def read_history(self, table: str) -> None:
        told = (await self.ask(History, table=table)).history or ()
        view, history = self.view(table), self.mirrors[table].happenings(told)
        assert view is not None
        if self.book.rewritten:
            self.check.rewind(view, history)
        self.book.fill_gap(history, LogText(view))


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
            await ana.read_history(table)
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
    await ana.read_history(table)
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
    begun = list(ana.book.sentences)
    await ana.act(table)
    await ana.act(table)
    await ana.ask(Undo, table=table)
    assert ana.book.has_gap
    await ana.read_history(table)
    view = ana.view(table)
    assert view is not None
    took_back = LogText(view).tell(TookBack(0))
    # What is told around the game comes after what the history has.
    assert sorted(ana.book.sentences) == sorted([*begun, str(took_back)])
    assert ana.book.sentences[-1] == took_back
    assert not ana.book.has_gap


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_nothing_is_taken_back_can_be_read_in_one_line(language: str) -> None:
    use(language)
    for why in ("undo", "undo_among_people", "no_coach"):
        assert cell_len(say(f"table.why.{why}")) <= 80 - Prompt.MARGIN
