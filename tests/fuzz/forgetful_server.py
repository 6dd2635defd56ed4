"""The server with a short memory: what strangers leave behind is gone in seconds and not in ten minutes."""

import sys
from functools import lru_cache, partial

from triqueta_server import cli, memory, program
from triqueta_server.limits.declared import Limits

FORGETS_AFTER = 2.0

_CACHED = type(lru_cache(lambda: None))
_collect_and_trim = memory.give_back


def _give_back() -> None:
    """Clear the bounded caches as well: memory that stays then is a leak and not a cache that has filled."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("triqueta_server.", "triqueta_protocol.")):
            for one in vars(module).values():
                if isinstance(one, _CACHED) and one.cache_parameters()["maxsize"] is not None:
                    one.cache_clear()
    _collect_and_trim()


if __name__ == "__main__":
    vars(program)["SWEEP_EVERY"] = 1.0
    vars(memory)["give_back"] = _give_back
    vars(cli)["Limits"] = partial(
        Limits, grace=FORGETS_AFTER, close_after=FORGETS_AFTER, forget_after=FORGETS_AFTER
    )
    sys.exit(cli.main())
