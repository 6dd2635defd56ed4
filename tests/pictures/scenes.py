"""The scenes that are pictured: each brings an app to the moment worth seeing."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from tests.triqueta_tui.games.playing import TRUECOLOR
from tests.triqueta_tui.games.triqueta.local import LocalTable
from tests.triqueta_tui.games.triqueta.playing import seated
from triqueta_protocol.games.triqueta import Public
from triqueta_tui.app import TriquetaApp
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal


@dataclass(frozen=True)
class Scene:
    """A moment: how many play, who looks on, and how far the game has come."""

    name: str
    seats: int
    until: Callable[[Public], bool]
    keys: tuple[str, ...] = ()
    seat: int | None = 0
    seed: str = "a quiet wood"
    least_moves: int = 0


def my_turn(phase: str, round_: int = 2) -> Callable[[Public], bool]:
    """The viewer owes a decision in a phase."""
    return lambda public: 0 in public.owing and public.phase == phase and public.round >= round_


SCENES = (
    Scene("turn", 4, my_turn("turn"), least_moves=46),
    Scene("place", 4, my_turn("place"), least_moves=52),
    Scene("sure", 3, my_turn("turn"), keys=("2",), least_moves=50),
    Scene("five", 5, my_turn("place"), least_moves=60),
    Scene("two", 2, my_turn("turn"), least_moves=30),
    Scene("pad", 4, my_turn("turn", 3), keys=("s",)),
    Scene("tower", 4, my_turn("tower", 1)),
    Scene("reveal", 3, my_turn("reveal", 4), seed="fern"),
    Scene("over", 4, lambda public: public.phase == "over"),
    Scene("late", 4, my_turn("place"), seed="heath", least_moves=127),
    Scene("crowd", 5, lambda public: public.phase == "tower"),
    Scene("watch", 3, lambda public: public.round == 3, seat=None),
)

Ready = Callable[[TriquetaApp], Awaitable[None]]


async def pictured(
    scene: Scene, size: tuple[int, int], settings: Settings, ready: Ready, terminal: Terminal = TRUECOLOR
) -> None:
    """Play a scene to its moment at a size, and hand the app over."""
    table = LocalTable(scene.seats, scene.seat, scene.seed)
    with TemporaryDirectory() as folder:
        async with seated(Path(folder), table, size, settings, terminal=terminal) as at:
            # As on a terminal of this machine, where bytes do not count.
            at.app.terminal = structs.replace(at.app.terminal, remote=False)
            moves = 0
            while table.position.owing and not (moves >= scene.least_moves and scene.until(table.public)):
                while len(at.app.screen_stack) > 2:
                    await at.app.pop_screen()
                table.move()
                moves += 1
            await at.pilot.pause()
            await at.press(*scene.keys)
            await ready(at.app)
