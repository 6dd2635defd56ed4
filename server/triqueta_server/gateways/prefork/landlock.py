"""Landlock: a Linux process gives up files, connections and signals permanently, without being root."""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from triqueta_server.gateways.linux import LINUX, system_call

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_ASK_VERSION: Final = 1
_PATH_BENEATH: Final = 1
_NET_PORT: Final = 2

_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights over files there are, by the version that brought them. All are given up."""
_NET_SINCE: Final = 4
_CONNECT: Final = 1 << 1
_NET_RIGHTS: Final = 0b11
_SCOPE_SINCE: Final = 6
_SCOPES: Final = 0b11
"""Abstract sockets and signals: none to processes outside."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


class _Port(ctypes.Structure):
    _fields_ = (("rights", ctypes.c_uint64), ("port", ctypes.c_uint64))


def version() -> int:
    """Which Landlock this kernel has; 0 for none."""
    if not LINUX:
        return 0
    try:
        return system_call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))
    except OSError:
        return 0


def confine(readable: Iterable[Path], port: int) -> None:
    """From now on read only these folders, connect only to this TCP port, and change, run or signal nothing.

    What is open already stays open. Needs ``gain_nothing`` before; raises ``OSError``.
    """
    known = version()
    rights = (1 << max(count for since, count in _FILE_RIGHTS.items() if since <= known)) - 1
    ruleset = _Ruleset(
        rights,
        _NET_RIGHTS if known >= _NET_SINCE else 0,
        _SCOPES if known >= _SCOPE_SINCE else 0,
    )
    size = ctypes.sizeof(ruleset) if known >= _SCOPE_SINCE else 16 if known >= _NET_SINCE else 8
    handle = system_call(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow_reading(handle, path)
        if known >= _NET_SINCE:
            _add(handle, _NET_PORT, _Port(_CONNECT, port))
        system_call(_RESTRICT_SELF, ctypes.c_int(handle), ctypes.c_uint32(0))
    finally:
        os.close(handle)


def _allow_reading(handle: int, path: Path) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights = _READ_FILE | _READ_DIR if path.is_dir() else _READ_FILE
        _add(handle, _PATH_BENEATH, _Beneath(rights, opened))
    finally:
        os.close(opened)


def _add(handle: int, kind: int, rule: ctypes.Structure) -> None:
    system_call(_ADD_RULE, ctypes.c_int(handle), ctypes.c_int(kind), ctypes.byref(rule), ctypes.c_uint32(0))
