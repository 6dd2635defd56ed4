"""Requests to an archive without a server."""

from triqueta_protocol.archive import Found
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.requests import ArchiveRequest
from triqueta_server.archive.archive import Archive
from triqueta_server.dispatch import HANDLERS
from triqueta_server.tables.services import Asker


async def answer(archive: Archive, asker: Asker, request: ArchiveRequest) -> Found | RefusalError:
    return await archive.answer(HANDLERS[type(request)].act, asker, request)
