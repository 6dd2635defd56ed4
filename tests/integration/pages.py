"""The plain pages on the game's port, as a browser or a monitoring system reads them."""

import re
from collections.abc import Callable
from typing import NamedTuple

from tests.integration.wires import told_to_port
from tests.serving import ServerProcess


class Page(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str


async def page(server: ServerProcess, path: str) -> Page:
    """A page over plain HTTP."""
    return read_page(await told_to_port(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()))


def read_page(said: bytes) -> Page:
    """An HTTP answer taken apart."""
    head, _, body = said.decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Page(int(status.split()[1]), headers, body)


_TYPE = re.compile(r"# TYPE (?P<name>[a-zA-Z_:][\w:]*) (?P<kind>counter|gauge)")
_LABEL = r'[a-zA-Z_]\w*="[^"\\\n]*"'
_SAMPLE = re.compile(
    rf"(?P<name>[a-zA-Z_:][\w:]*)(?P<labels>\{{{_LABEL}(,{_LABEL})*\}})? (?P<value>\d+(\.\d+)?)"
)


def read_metrics(text: str) -> dict[str, float]:
    """Prometheus' text format, strictly: every line is understood and every sample has a type before it."""
    assert text.endswith("\n")
    types: dict[str, str] = {}
    samples: dict[str, float] = {}
    for line in text.splitlines():
        if typed := _TYPE.fullmatch(line):
            assert typed["name"] not in types
            types[typed["name"]] = typed["kind"]
            continue
        sample = _SAMPLE.fullmatch(line)
        assert sample, f"not Prometheus' text format: {line}"
        assert sample["name"] in types
        assert (types[sample["name"]] == "counter") == sample["name"].endswith("_total")
        samples[sample["name"] + (sample["labels"] or "")] = float(sample["value"])
    return samples


async def metrics(server: ServerProcess) -> dict[str, float]:
    """What the server counts."""
    return read_metrics((await page(server, "/metrics")).body)


async def until_metrics(server: ServerProcess, true: Callable[[dict[str, float]], bool]) -> None:
    """Ask again until the server's own count says that something is so."""
    while not true(await metrics(server)):
        pass
