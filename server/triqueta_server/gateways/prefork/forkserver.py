"""The process that loads the client once and forks it for each guest.

``python -m triqueta_server.gateways.prefork.forkserver MODULE`` forks the client in this module;
standard input is the socket to the gateway.

It has one thread, so that a fork is a whole copy. It never reads who a guest is: what it has not read, no
later child can find in its memory.
"""

import contextlib
import gc
import logging
import os
import selectors
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Final, cast

from triqueta_server.gateways import linux
from triqueta_server.gateways.prefork import landlock
from triqueta_server.gateways.prefork.child import Client, become
from triqueta_server.gateways.prefork.confinement import program_files
from triqueta_server.gateways.prefork.frames import SIZE, Frame, Kind

_FILES: Final = 4
"""The most files that come with a frame."""


def serve(gateway: socket.socket, module: str) -> None:
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    linux.die_with_parent(signal.SIGKILL, os.getppid())
    # A guest who hangs up in the middle of the start leaves work behind that was never begun.
    warnings.filterwarnings("ignore", message="coroutine .* was never awaited", category=RuntimeWarning)
    client = cast("Client", import_module(module))
    client.preload()
    program_files()
    gc.collect()
    # What is there now is never garbage: a collection in a child need not touch, and so copy, its pages.
    gc.freeze()
    assert threading.active_count() == 1
    ForkServer(gateway, client).run()


class ForkServer:
    """Forks when the gateway asks for it, and tells the gateway when a child is gone."""

    def __init__(self, gateway: socket.socket, client: Client) -> None:
        self._gateway = gateway
        self._client = client
        self._children: dict[int, int] = {}
        """Guests' numbers by process."""

    def run(self) -> None:
        """Say that guests may come, and serve the gateway until it is gone."""
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as selector:
            selector.register(self._gateway, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            self._send(Frame(Kind.READY, value=landlock.version()))
            try:
                while True:
                    for key, _ in selector.select():
                        if key.fileobj is woken:
                            woken.recv(4096)
                            self._reap()
                        else:
                            self._receive()
            except (EOFError, ConnectionError):
                # The gateway is gone, and with it every guest's connection.
                for child in self._children:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)

    def _receive(self) -> None:
        said, files, _, _ = socket.recv_fds(self._gateway, SIZE, _FILES)
        if 0 < len(said) < SIZE:
            said += self._gateway.recv(SIZE - len(said), socket.MSG_WAITALL)
        if len(said) < SIZE:
            raise EOFError
        frame = Frame.unpack(said)
        if frame.kind is Kind.FORK:
            self._fork(frame.number, files)
        elif frame.kind is Kind.KILL:
            for child, number in self._children.items():
                if number == frame.number:
                    os.kill(child, signal.SIGKILL)

    def _fork(self, number: int, files: Sequence[int]) -> None:
        parent = os.getpid()
        try:
            child = os.fork()
        except OSError as error:
            logging.getLogger(__name__).error("guest's client not forked error=%s", error)
            self._send(Frame(Kind.ENDED, number, 1))
            child = -1
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # It is standard input, which becomes the guest's.
            self._gateway.detach()
            become(self._client, files[0], files[1], files[2:], parent)
        for file in files:
            os.close(file)
        if child > 0:
            self._children[child] = number

    def _reap(self) -> None:
        while self._children:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            number = self._children.pop(child)
            self._send(Frame(Kind.ENDED, number, os.waitstatus_to_exitcode(status)))

    def _send(self, frame: Frame) -> None:
        self._gateway.sendall(frame.pack())


if __name__ == "__main__":
    serve(socket.socket(fileno=0), sys.argv[1])
