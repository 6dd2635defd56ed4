"""A browser for another machine: opens an address, gives a name, and prints what the game shows then.

``python -m tests.integration.one_page URL NAME WORDS`` prints the screen when these words are on it.
"""

import asyncio
import shutil
import sys
from urllib.parse import urlsplit

from tests.integration.browser import chromium
from tests.integration.web import come_in


async def main(url: str, name: str, words: str) -> None:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    async with chromium(program, reachable=urlsplit(url).hostname or "") as browser:
        page = await browser.new_page()
        await come_in(page, url, name)
        print(await page.wait_for(words))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
