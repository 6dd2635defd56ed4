"""A server's announcement on the loopback: made, kept true, taken back; and no network is no trouble."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from triqueta_protocol.announcement import SERVICE, Announcement, read_txt
from triqueta_protocol.internal.network_addresses import Interface
from triqueta_protocol.text import clean_name
from triqueta_server.net.mdns import Announcer, Endpoints, endpoints_of

HERE = "127.0.0.1"


class Browser:
    """Hears what is announced on the loopback, as any other program would."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[AsyncServiceInfo, Announcement]] = {}
        self._news = asyncio.Event()
        self._asking: set[asyncio.Task[None]] = set()
        self._zeroconf = AsyncZeroconf(interfaces=[HERE])
        self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._hear])

    async def until(self, true: Callable[[], bool]) -> None:
        while not true():
            self._news.clear()
            await self._news.wait()

    def called(self, name: str) -> list[tuple[AsyncServiceInfo, Announcement]]:
        return [one for one in self.known.values() if one[1].name == name]

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        await self._browser.async_cancel()
        await self._zeroconf.async_close()

    def _hear(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self.known.pop(name, None)
            self._news.set()
            return
        task = asyncio.create_task(self._ask(zeroconf, name))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if await info.async_request(zeroconf, 3000) and (said := read_txt(info.properties)):
            self.known[name] = (info, said)
            self._news.set()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    browser = Browser()
    yield browser
    await browser.close()


@asynccontextmanager
async def announced(announcer: Announcer) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(announcer.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])
    assert task.cancelled()


async def test_a_server_is_announced_kept_true_and_taken_back(browser: Browser) -> None:
    name = f"oak {uuid4().hex[:8]}"
    facts = Announcement(name=name, version="1.2.3", password=True)
    announcer = Announcer(lambda: facts, HERE, 4999, check_every=0.05)
    async with announced(announcer):
        await browser.until(lambda: bool(browser.called(name)))
        ((info, said),) = browser.called(name)
        assert (info.port, info.parsed_addresses()) == (4999, [HERE])
        assert said == facts
        facts = Announcement(name=name, version="1.2.3", password=True, tables=2)
        await browser.until(lambda: browser.called(name)[0][1].tables == 2)
        assert len(browser.called(name)) == 1
    await browser.until(lambda: not browser.called(name))


async def test_servers_of_one_name_that_start_together_are_all_announced(browser: Browser) -> None:
    name = f"oak {uuid4().hex[:8]}"
    facts = Announcement(name=name)
    async with (
        announced(Announcer(lambda: facts, HERE, 4997)),
        announced(Announcer(lambda: facts, HERE, 4998)),
    ):
        await browser.until(lambda: len(browser.called(name)) == 2)
        assert {info.port for info, _ in browser.called(name)} == {4997, 4998}


async def test_a_long_name_is_announced_as_far_as_dns_has_room(browser: Browser) -> None:
    # The longest name that people can give a server: sixteen letters, each with all the marks it may have.
    name = clean_name("x\u0301\u0302" * 16)
    assert len(name.encode()) > 63
    async with announced(Announcer(lambda: Announcement(name=name), HERE, 4996)):
        await browser.until(lambda: bool(browser.called(name)))


async def test_without_a_network_it_says_so_once_and_waits(caplog: pytest.LogCaptureFixture) -> None:
    looks = 0
    looked = asyncio.Event()

    def facts() -> Announcement:
        nonlocal looks
        looks += 1
        if looks == 3:
            looked.set()
        return Announcement(name="oak")

    with caplog.at_level(logging.INFO, logger="triqueta_server.net.mdns"):
        async with announced(Announcer(facts, HERE, 4999, interfaces="no such interface", check_every=0)):
            await looked.wait()
    assert caplog.messages == ["not announced reason='no network'"]


async def test_a_network_that_comes_later_is_used(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"oak {uuid4().hex[:8]}"
    announcer = Announcer(lambda: Announcement(name=name), HERE, 4995, check_every=0.01)
    looks = 0

    async def find_endpoints() -> Endpoints:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise OSError(101, "Network is unreachable")
        return Endpoints((HERE,) if looks > 3 else (), (HERE,))

    monkeypatch.setattr(announcer, "_find_endpoints", find_endpoints)
    with caplog.at_level(logging.INFO, logger="triqueta_server.net.mdns"):
        async with announced(announcer):
            await browser.until(lambda: bool(browser.called(name)))
    assert caplog.messages[:2] == [
        "not announced error=[Errno 101] Network is unreachable",
        "not announced reason='no network'",
    ]


@pytest.mark.parametrize(
    ("bound", "endpoints"),
    [
        (["127.0.0.1"], Endpoints(("127.0.0.1",), ("127.0.0.1",))),
        (["0.0.0.0"], Endpoints(("192.168.1.20", "127.0.0.1"), ("192.168.1.20",))),
        (["192.168.1.20"], Endpoints(("192.168.1.20",), ("192.168.1.20",))),
    ],
)
def test_loopback_is_told_to_nobody_who_could_be_elsewhere(bound: list[str], endpoints: Endpoints) -> None:
    interfaces = [Interface("lo", "127.0.0.1", 8), Interface("eth0", "192.168.1.20")]
    assert endpoints_of(interfaces, bound) == endpoints
