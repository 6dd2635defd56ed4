"""The port where guests knock with SSH."""

import asyncio
import contextlib
import logging
import os
from pathlib import Path
from typing import Final

import asyncssh

from server.net.doors.crowd import Crowd
from server.net.doors.identity import Identity
from server.net.doors.lifeline import CannotOpen, report
from server.net.doors.nursery import Nursery
from server.net.doors.orders import Orders, Report
from server.net.doors.private_files import kept
from server.net.doors.sentences import Sentence
from server.net.ssh.caller import Caller
from server.net.ssh.house import House

HOST_KEY_FILE: Final = "ssh_host_ed25519_key"
GOODBYE_WITHIN: Final = 2.0

SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)
"""How a key may be proven. The older ways, with SHA-1, can be forged."""


async def open_door(orders: Orders, end: asyncio.Event) -> None:
    """Serve guests until the end comes; raises ``CannotOpen`` or ``FileRefused``."""
    # The library tells of every knock; what matters is told here.
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    folder = Path(orders.data_dir)
    key = _host_key(folder / HOST_KEY_FILE)
    nursery = Nursery()
    house = House(orders, Identity.of(folder), nursery, Crowd(orders.limits))
    try:
        await nursery.start()
        listener = await _listen(house, key)
        remarks = (f"host key {key.get_fingerprint()}", *nursery.remarks())
        report(Report(port=listener.get_port(), remarks=remarks))
        await end.wait()
        listener.close()
        await _say_goodbye(house)
    finally:
        await nursery.close()


async def _listen(house: House, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    orders = house.orders
    try:
        return await asyncssh.listen(
            orders.host,
            orders.port,
            server_factory=lambda: Caller(house),
            server_host_keys=[key],
            server_version="Triqueta",
            signature_algs=SIGNATURES,
            encoding=None,
            line_editor=False,
            login_timeout=orders.limits.login,
            # A line that is cut without a word is noticed in two minutes, and the seat shown as vacant.
            keepalive_interval=30,
            keepalive_count_max=4,
            gss_host=None,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
        )
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror or str(error)
        raise CannotOpen(f"cannot listen on {orders.host}:{orders.port}: {why}") from error


def _host_key(path: Path) -> asyncssh.SSHKey:
    made = kept(path, lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    try:
        return asyncssh.import_private_key(made)
    except asyncssh.KeyImportError as error:
        raise CannotOpen(f"{path} is not a host key: {error}") from error


async def _say_goodbye(house: House) -> None:
    for session in list(house.sessions):
        session.dismiss(Sentence.CLOSING)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_WITHIN):
            for session in list(house.sessions):
                await session.gone.wait()
