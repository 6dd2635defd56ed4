"""Two machines with a cable between them: network namespaces, where the system lets anybody have them."""

import shutil
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pytest

OAK: Final = "10.77.0.1"
ASH: Final = "10.77.0.2"


class Machine:
    """A namespace, kept by a process that waits in it."""

    def __init__(self, address: str, keeper: "subprocess.Popen[bytes]") -> None:
        self.address = address
        self.keeper = keeper

    def at(self, *command: str) -> list[str]:
        """The command that does this there."""
        return ["nsenter", "--preserve-credentials", "-t", str(self.keeper.pid), "-U", "-n", *command]

    def run(self, *command: str) -> None:
        subprocess.run(self.at(*command), check=True, capture_output=True, timeout=20)


class TwoMachines:
    """``oak`` and ``ash``. What was started there is to be ended before they are."""

    def __init__(self, test: str) -> None:
        """Skip the test where there is no way to have them."""
        if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
            pytest.skip(f"{test} needs unshare, nsenter and ip")
        first = _keep(["unshare", "--user", "--map-root-user", "--net"])
        self.oak = Machine(OAK, first)
        if not _arrived(first):
            self._end()
            pytest.skip(f"{test} needs network namespaces, which this system does not let anybody have")
        self.ash = Machine(ASH, _keep(self.oak.at("unshare", "--net")))
        assert _arrived(self.ash.keeper)

    def __enter__(self) -> Self:
        cable = ("ip", "link", "add", "oak", "type", "veth", "peer", "name", "ash")
        self.oak.run(*cable, "netns", str(self.ash.keeper.pid))
        for machine, end in ((self.oak, "oak"), (self.ash, "ash")):
            machine.run("ip", "link", "set", "lo", "up")
            machine.run("ip", "address", "add", f"{machine.address}/24", "dev", end)
            machine.run("ip", "link", "set", end, "up")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        for machine in (self.oak, getattr(self, "ash", None)):
            if machine is not None:
                machine.keeper.send_signal(signal.SIGKILL)
                machine.keeper.communicate()


def _keep(program: list[str]) -> "subprocess.Popen[bytes]":
    """A process that says when it is where it should be, and then waits to be ended."""
    command = [*program, "sh", "-c", "echo here; exec sleep 600"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _arrived(keeper: "subprocess.Popen[bytes]") -> bool:
    """Wait until it is there; false if it is in this network, or has ended."""
    assert keeper.stdout is not None
    if keeper.stdout.readline() != b"here\n":
        return False
    return Path(f"/proc/{keeper.pid}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()
