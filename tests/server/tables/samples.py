"""One sensible request of every type, for rules that hold for all of them."""

from typing import Any

from triqueta_protocol import requests
from triqueta_protocol.requests import AnyRequest, ArchiveRequest
from triqueta_protocol.settings import TableSettings

ALL_KINDS: tuple[type[AnyRequest], ...] = AnyRequest.__args__

REQUEST_KINDS = tuple(kind for kind in ALL_KINDS if not issubclass(kind, ArchiveRequest))
"""Those that are about tables, not about finished games."""

_FIELDS: dict[type, dict[str, Any]] = {
    requests.Configure: {"game": "triqueta", "settings": TableSettings(seats=5)},
    requests.RemoveBot: {"seat": 2},
    requests.Kick: {"seat": 1},
    requests.KickWatcher: {"name": "Eve"},
    requests.Lock: {"password": "sesame"},
    requests.SitIn: {"seat": 1},
    requests.Act: {"action": {"do": "draw"}},
    requests.Hold: {"hold": True},
    requests.Chat: {"text": "hello"},
    requests.Resume: {"epoch": "", "last": 0},
    requests.Replay: {"game": "0123456789abcdef"},
    requests.ExportGame: {"game": "0123456789abcdef"},
    requests.ImportGame: {"file": b"not a game"},
    requests.DropGame: {"game": "0123456789abcdef"},
}


def a_request(kind: type[AnyRequest], table: str) -> dict[str, Any]:
    """The fields of a request of this type."""
    about_a_table = issubclass(kind, requests.TableRequest)
    return ({"table": table} if about_a_table else {}) | _FIELDS.get(kind, {})
