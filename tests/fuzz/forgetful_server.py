"""The server with a short memory: what strangers leave behind is gone in seconds and not in ten minutes."""

import sys
from functools import partial

from server import cli, program
from server.tables.services import Limits

FORGETS_AFTER = 2.0

if __name__ == "__main__":
    vars(program)["SWEEP_EVERY"] = 1.0
    vars(cli)["Limits"] = partial(
        Limits, grace=FORGETS_AFTER, close_after=FORGETS_AFTER, forget_after=FORGETS_AFTER
    )
    sys.exit(cli.main())
