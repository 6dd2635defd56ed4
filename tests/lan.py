"""A small local network: machines in network namespaces, connected by a switch in another one.

Nothing of it touches the network of the real machine. It needs Linux, ``ip`` and the rights to use them.
"""

import ctypes
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

_CLONE_NEWNET: Final = 0x40000000
_NET: Final = "10.77.0."


def usable() -> bool:
    """Whether this person may make networks on this machine."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("ip") is not None


@dataclass(frozen=True)
class Machine:
    """One end of a cable that goes to the switch."""

    name: str
    namespace: str
    address: str

    def command(self, command: Sequence[str]) -> list[str]:
        """The command line that runs a command on this machine."""
        return ["ip", "netns", "exec", self.namespace, *command]

    def unplug(self) -> None:
        """Pull the cable: nothing is said to anybody, packets are lost."""
        _ip("-n", self.namespace, "link", "set", "eth0", "down")

    def plug(self) -> None:
        _ip("-n", self.namespace, "link", "set", "eth0", "up")

    def connect(self, address: tuple[str, int]) -> socket.socket:
        """A connection from this machine, for use by this process."""
        opened: list[socket.socket] = []

        def dial() -> None:
            # A namespace belongs to a thread, and a socket to the namespace in which it was made.
            with Path(f"/run/netns/{self.namespace}").open() as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), _CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "setns")
            opened.append(socket.create_connection(address))

        thread = threading.Thread(target=dial)
        thread.start()
        thread.join()
        if not opened:
            raise ConnectionError(f"{self.name} cannot reach {address[0]}:{address[1]}")
        return opened[0]


class Lan:
    """The network, for a while."""

    def __init__(self, *names: str) -> None:
        prefix = f"tq{os.getpid()}"
        self._switch = f"{prefix}-switch"
        self._machines = {
            name: Machine(name, f"{prefix}-{name}", f"{_NET}{number}") for number, name in enumerate(names, 1)
        }

    def __enter__(self) -> Self:
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "br0", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "br0", "up")
        for number, machine in enumerate(self._machines.values()):
            port = f"port{number}"
            _ip("netns", "add", machine.namespace)
            _ip("-n", self._switch, "link", "add", port, "type", "veth", "peer", "name", f"eth{number}")
            _ip("-n", self._switch, "link", "set", f"eth{number}", "netns", machine.namespace)
            _ip("-n", machine.namespace, "link", "set", f"eth{number}", "name", "eth0")
            _ip("-n", self._switch, "link", "set", port, "master", "br0", "up")
            _ip("-n", machine.namespace, "link", "set", "lo", "up")
            _ip("-n", machine.namespace, "address", "add", f"{machine.address}/24", "dev", "eth0")
            machine.plug()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for namespace in (self._switch, *(machine.namespace for machine in self._machines.values())):
            subprocess.run(["ip", "netns", "delete", namespace], check=False, capture_output=True)

    def __getitem__(self, name: str) -> Machine:
        return self._machines[name]


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
