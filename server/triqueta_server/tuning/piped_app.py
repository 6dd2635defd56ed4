"""An app behind a browser whose process is started by us, not by textual-serve's shell."""

import asyncio
from abc import abstractmethod
from asyncio.subprocess import Process
from types import SimpleNamespace
from typing import cast

from textual_serve.app_service import AppService


class PipedApp(AppService):
    @abstractmethod
    async def start_client(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Start the process; returns the pipes to and from it."""

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        self._stdin, drawn = await self.start_client()
        # The process's standard error is not read here.
        errors = asyncio.StreamReader()
        errors.feed_eof()
        self._process = cast("Process", SimpleNamespace(stdout=drawn, stderr=errors))
        return self._process
