"""Parsing in slices: a client that sends much gets no more of the event loop than others."""

import asyncio
from abc import ABC, abstractmethod
from typing import Final

from triqueta_server.limits.declared import DEFAULTS

SLICE: Final = 512
"""Bytes that are parsed at a time. Frames can be as short as six bytes, and each costs the same."""


class PacedProtocol(asyncio.Protocol, ABC):
    """Has what comes parsed in slices, a few in each turn of the event loop, none while ``hold`` says so."""

    __slots__ = ("_held", "_loop", "_scheduled", "_unparsed", "frames", "transport")

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._unparsed = bytearray()
        self._held = False
        self._scheduled = False
        self.frames = 0
        """How many have come: counted by ``parse``."""

    @abstractmethod
    def parse(self, part: bytes) -> None:
        """Take in the next bytes."""

    @abstractmethod
    def cut_off(self) -> None:
        """End the connection without waiting for the client."""

    def hold(self) -> None:
        """Parse nothing more for now; what is parsed already may still come."""
        self._held = True
        self._pause_or_resume_reading()

    def go_on(self) -> None:
        self._held = False
        if self._unparsed and not self._scheduled:
            # Not at once: a message may just be on its way.
            self._scheduled = True
            self._loop.call_soon(self._parse_share)
        self._pause_or_resume_reading()

    def data_received(self, data: bytes) -> None:
        """Called by the transport, with up to 256 KiB at a time."""
        if len(data) <= SLICE and not self._unparsed and not self._held:
            self.parse(data)
            return
        self._unparsed += data
        if len(self._unparsed) > DEFAULTS.unparsed:
            self.cut_off()
        elif not self._scheduled:
            self._parse_share()

    def drop_unparsed(self) -> None:
        self._unparsed.clear()

    def _parse_share(self) -> None:
        """Parse what the client may have of this turn, and come back in the next one for the rest."""
        self._scheduled = False
        if self.transport.is_closing():
            self._unparsed.clear()
        frames, left = self.frames + DEFAULTS.frames_per_turn, DEFAULTS.bytes_per_turn
        while self._unparsed and not self._held and self.frames < frames and left > 0:
            part = bytes(self._unparsed[:SLICE])
            del self._unparsed[:SLICE]
            left -= len(part)
            self.parse(part)
        if self._unparsed and not self._held:
            self._scheduled = True
            self._loop.call_soon(self._parse_share)
        self._pause_or_resume_reading()

    def _pause_or_resume_reading(self) -> None:
        if self.transport.is_closing():
            return
        if self._unparsed or self._held:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
