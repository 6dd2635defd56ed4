"""A server with a gateway for browsers, and the first steps of whoever comes in by it."""

from typing import NamedTuple, Self

from tests.integration.browser import Page
from tests.serving import ServerProcess

HOME = "until next time"
"""On the home screen of a guest."""


class WebServer(NamedTuple):
    server: ServerProcess
    url: str

    @classmethod
    def of(cls, server: ServerProcess) -> Self:
        """The gateway of a server that has just started."""
        assert server.process.stdout is not None
        line = server.process.stdout.readline().decode()
        assert "open at http" in line
        return cls(server, line.split()[-1])


async def come_in(page: Page, url: str, name: str = "Ana") -> None:
    """Type an address for the first time, and a name when asked for it."""
    await page.go(url)
    await page.wait_for("Your name")
    await page.until("document.activeElement.className.includes('xterm-helper-textarea')")
    await page.press(*name, "enter")
