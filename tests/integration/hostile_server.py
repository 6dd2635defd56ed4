"""A server that cleans nothing, as somebody who wants to do harm might write one."""

import sys

from protocol import text

HARM = "\x1b]0;owned\x07\x9b31m\u202eevE\u2066\x1b[5m\r\x00[red]"
"""Sets the title, colours, turns text round, blinks, goes back to the left margin, and is markup."""


if __name__ == "__main__":
    vars(text).update(clean=str, cells=lambda _typed: 1)
    from server.cli import main

    sys.exit(main())
