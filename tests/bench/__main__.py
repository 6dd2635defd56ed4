"""Measure one thing or all: ``python -m tests.bench NAME [options]``, ``python -m tests.bench all``."""

import sys
from importlib import import_module
from importlib.util import find_spec

NAMES = (
    *(
        "engine",
        "bots",
        "bots_latency",
        "review",
        "ratings",
        "server",
        "memory",
        "load",
        "replays",
        "records",
    ),
    *("client", "ssh", "gateways", "floods", "several", "shared_work", "cable"),
)
"""Each is a module here with ``main(arguments)``."""


def main(arguments: list[str]) -> int:
    present = [name for name in NAMES if find_spec(f"tests.bench.{name}") is not None]
    match arguments:
        case ["all"]:
            for name in present:
                print(f"== {name}", flush=True)
                import_module(f"tests.bench.{name}").main([])
            return 0
        case [name, *options] if name in present:
            import_module(f"tests.bench.{name}").main(options)
            return 0
    print(f"usage: python -m tests.bench {{all,{','.join(present)}}} [options]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
