"""A client to fork that does what its guest's name says."""

import os
import sys
import time

from triqueta_protocol.internal.guest import Guest

LOADED: list[int] = []


def preload() -> None:
    LOADED.append(os.getpid())


def run(guest: Guest, notes: int) -> int:
    match guest.name:
        case "echo":
            print(sys.stdin.readline().strip(), (guest.key or b"").decode(), dict(os.environ), flush=True)
        case "loaded":
            print([os.getppid()] == LOADED, flush=True)
        case "nice":
            print(os.nice(0), flush=True)
        case "notes":
            for line in sys.stdin:
                os.write(notes, line.encode())
        case "fail":
            raise RuntimeError("what went wrong")
        case "stay":
            print("staying", flush=True)
            time.sleep(1000)
    return 7
