"""What the client costs: its first frame, and the bytes a slow line has to carry, in a real terminal."""

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.bench.report import json_line, table
from tests.integration.choosers import eager
from tests.keyboard import KeyboardPlayer
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.games.triqueta import Draw, Place
from triqueta_protocol.requests import AddBot, Ready, Start
from triqueta_tui.table.screen import GLOW

ONE_STATIC = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("READY")

Bare().run()
"""
"""The smallest Textual app there is: what every client of this kind pays."""

SIZE = (100, 30)
QUIET = 0.25
"""Seconds without a byte after which a change is thought to be drawn."""

IDLE = 10.0

STEP = 0.03
"""Seconds between two sizes of a window that is dragged."""

REMOTE = "192.0.2.1 50000 192.0.2.2 22"
"""The program believes to be behind SSH, where bytes count."""


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench client", description=__doc__)
    parser.add_argument("--starts", type=int, default=10, help="how often each program is started")
    parser.add_argument("--moves", type=int, default=8, help="how many of the opponent's moves are measured")
    options = parser.parse_args(arguments)
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        figures |= _first_frames(Path(folder), options.starts)
        figures |= asyncio.run(_at_the_table(Path(folder), options.moves))
        figures |= asyncio.run(_with_motion(Path(folder) / "motion", options.moves))
        figures |= asyncio.run(_whole_game(Path(folder)))
    table(("client", "figure"), list(figures.items()))
    json_line(figures)


def _first_frames(folder: Path, starts: int) -> dict[str, float]:
    """Start both programs by turns, so that a busy machine is busy for both."""
    bare: list[float] = []
    own: list[float] = []
    frame: list[float] = []
    play: list[float] = []
    for number in range(starts):
        bare += _frames([sys.executable, "-c", ONE_STATIC], folder, lambda text: "READY" in text)
        own += _frames(triqueta(), folder, lambda text: "F1 rules" in text)
        # A home of its own: in the same one the game before would be offered.
        game = triqueta("play", "triqueta", "--level", "easy")
        seen = (lambda text: bool(text.strip()), lambda text: "Round 1 of 4" in text)
        for times, taken in zip((frame, play), _frames(game, folder / f"play-{number}", *seen), strict=True):
            times.append(taken)
    # Each ratio is of programs that ran one after the other: what a busy neighbour adds, it adds to both.
    return {
        "first_frame_ratio": _ratio(own, bare),
        "frame_ratio": _ratio(frame, bare),
        "play_ratio": _ratio(play, bare),
        "play_ms": min(play),
        "first_frame_ms": min(own),
        "one_static_ms": min(bare),
    }


def _ratio(times: list[float], bare: list[float]) -> float:
    return statistics.median(one / other for one, other in zip(times, bare, strict=True))


def _frames(command: list[str], folder: Path, *seen: Callable[[str], bool]) -> list[float]:
    """Milliseconds from the start until each of these is seen on the screen."""
    taken = []
    with Terminal(command, size=SIZE, environment=own_environment(folder, SSH_CONNECTION=REMOTE)) as terminal:
        for one in seen:
            terminal.wait_for(one)
            taken.append((terminal.last_read - terminal.started) * 1000)
        terminal.press("ctrl+q")
        terminal.wait_for_end()
    return taken


async def _at_the_table(folder: Path, moves: int) -> dict[str, float]:
    """Two at a table: the opponent is scripted, so that every byte has one known cause."""
    server = await ServerProcess.start(folder / "two", "--max-rate", "5000")
    try:
        host = await ScriptedClient.connect(server.url, "Host")
        code = await host.create(settings={"seats": 2}, options={"start": 0}, seed="bench")
        with _guest(server, code, folder) as terminal:
            await _begin(host, code, terminal)
            before = _cpu(terminal)
            opponent, cursor, cpu = await _moves(host, code, terminal, moves)
            turn_cpu = (_cpu(terminal) - before) * 1000 / moves
            focus, focus_cpu = await asyncio.to_thread(_focus_moves, terminal)
            idle = await asyncio.to_thread(_idle_bytes, terminal)
            dragged = await asyncio.to_thread(drag, terminal)
            memory = psutil.Process(terminal.process.pid).memory_info().rss / 2**20
        await host.close()
    finally:
        await server.stop()
    return {
        "cursor_bytes": statistics.median(cursor),
        "cursor_bytes_max": max(cursor),
        "cursor_cpu_ms": cpu,
        "focus_bytes": focus,
        "focus_cpu_ms": focus_cpu,
        "opponent_move_bytes": statistics.median(opponent),
        "opponent_move_bytes_max": max(opponent),
        "turn_cpu_ms": turn_cpu,
        "idle_bytes": idle,
        "resize_bytes": dragged,
        "rss_mb": memory,
    }


async def _with_motion(folder: Path, moves: int) -> dict[str, float]:
    """The same moves with motion, which is off behind SSH unless it is set."""
    server = await ServerProcess.start(folder / "two", "--max-rate", "5000")
    settings = folder / "config" / "triqueta" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("motion = true\n", encoding="utf-8")
    try:
        host = await ScriptedClient.connect(server.url, "Host")
        code = await host.create(settings={"seats": 2}, options={"start": 0}, seed="bench")
        with _guest(server, code, folder) as terminal:
            await _begin(host, code, terminal)
            before = _cpu(terminal)
            opponent, _, cursor_cpu = await _moves(host, code, terminal, moves, quiet=2 * GLOW)
            cpu = (_cpu(terminal) - before) * 1000 / moves
        await host.close()
    finally:
        await server.stop()
    return {
        "motion_move_bytes": statistics.median(opponent),
        "motion_move_bytes_max": max(opponent),
        "motion_cursor_cpu_ms": cursor_cpu,
        "motion_turn_cpu_ms": cpu,
        "motion_ms": GLOW * 1000,
    }


async def _moves(
    host: ScriptedClient, code: str, terminal: Terminal, moves: int, quiet: float = QUIET
) -> tuple[list[int], list[int], float]:
    """Bytes of each of the opponent's moves and of each step of the own cursor, and CPU of such a step."""
    opponent: list[int] = []
    cursor: list[int] = []
    player = KeyboardPlayer(terminal, patience=100)
    cpu = 0.0
    for number in range(moves):
        await host.until(lambda: host.must_decide(code))
        await asyncio.to_thread(terminal.settle, quiet)
        before = terminal.written
        await host.act(code, Draw())
        await asyncio.to_thread(terminal.settle, quiet)
        await host.act(code, Place(number % 2))
        await asyncio.to_thread(terminal.settle, quiet)
        opponent.append(terminal.written - before)
        spent = _cpu(terminal)
        for key in ("down", "up"):
            terminal.press(key)
            cursor.append(await asyncio.to_thread(terminal.settle, QUIET))
        cpu += _cpu(terminal) - spent
        if number < moves - 1:
            for _ in ("draw", "place"):
                await asyncio.to_thread(player.step)
    return opponent, cursor, cpu * 1000 / len(cursor)


def _focus_moves(terminal: Terminal) -> tuple[float, float]:
    """Bytes and CPU each time the focus goes from the board to the chat, or back."""
    written: list[int] = []
    spent = _cpu(terminal)
    for key in ("t", "tab") * 10:
        terminal.press(key)
        written.append(terminal.settle(QUIET))
    return statistics.median(written), (_cpu(terminal) - spent) * 1000 / len(written)


async def _whole_game(folder: Path) -> dict[str, float]:
    """Three at a table, the guest by keyboard: everything the terminal gets until the final scoresheet."""
    server = await ServerProcess.start(folder / "three", "--max-rate", "5000")
    try:
        host = await ScriptedClient.connect(server.url, "Host")
        code = await host.create(settings={"seats": 3, "pace": 0}, seed="bench")
        await host.ask(AddBot(id=host.next_id(), table=code, level="normal"))
        with _guest(server, code, folder) as terminal:
            await _begin(host, code, terminal)
            before = terminal.written
            playing = asyncio.create_task(host.play(code, eager(1)))
            await asyncio.to_thread(KeyboardPlayer(terminal).play)
            await asyncio.to_thread(terminal.settle, QUIET)
            await playing
            written = terminal.written - before
        await host.close()
    finally:
        await server.stop()
    return {"game_bytes": written}


async def _begin(host: ScriptedClient, code: str, terminal: Terminal) -> None:
    """The guest says ready with a key; the host begins."""
    await asyncio.to_thread(terminal.wait_for, "Host")
    await asyncio.to_thread(terminal.settle, QUIET)
    terminal.press("r")
    await host.until(lambda: all(seat.ready for seat in host.mirrors[code].room.seats[-1:]))
    await host.ask(Ready(id=host.next_id(), table=code))
    await host.ask(Start(id=host.next_id(), table=code))
    await asyncio.to_thread(terminal.wait_for, "Round 1 of 4")
    await asyncio.to_thread(terminal.settle, QUIET)


def _guest(server: ServerProcess, code: str, folder: Path) -> Terminal:
    address = f"127.0.0.1:{server.port}"
    return Terminal(
        triqueta("join", address, code, "--name", "Guest"),
        size=SIZE,
        environment=own_environment(folder, SSH_CONNECTION=REMOTE),
    )


def drag(terminal: Terminal) -> int:
    """Drag a corner of the window in ten steps; returns the bytes that this cost."""
    terminal.settle(QUIET)
    before = terminal.written
    columns, lines = SIZE
    for step in range(1, 11):
        terminal.resize(columns + 2 * step, lines + step // 2)
        terminal.read_for(STEP)
    # It is drawn when the dragging has stopped for a moment; until then there is nothing on the new lines.
    terminal.wait_for(lambda _: bool(terminal.lines[-1]))
    terminal.settle(2 * QUIET)
    return terminal.written - before


def _idle_bytes(terminal: Terminal) -> int:
    terminal.settle(QUIET)
    before = terminal.written
    terminal.read_for(IDLE)
    return terminal.written - before


def _cpu(terminal: Terminal) -> float:
    times = psutil.Process(terminal.process.pid).cpu_times()
    return times.user + times.system
