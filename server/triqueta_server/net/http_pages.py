"""HTTP on the game's port: the fields of requests, and plain pages for health, metrics and browsers."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from http import HTTPStatus
from importlib.metadata import version
from ipaddress import ip_address
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Response

from triqueta_server.gateways.config import GatewayCounts
from triqueta_server.net.websocket import WebSocket
from triqueta_server.tables.lobby import Lobby

LONGEST: Final = 1024


class HandshakeFields:
    """The one reader of them."""

    def __init__(self, headers: Headers) -> None:
        self._headers = headers

    def one(self, name: str) -> str | None:
        """The value of a field that is there once, and neither empty nor long."""
        values = self._headers.get_all(name)
        return values[0] if len(values) == 1 and 0 < len(values[0]) <= LONGEST else None

    def all(self, name: str) -> list[str]:
        return [value for value in self._headers.get_all(name) if len(value) <= LONGEST]

    def has(self, name: str) -> bool:
        return name in self._headers


METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus' text format."""


class HttpPages:
    def __init__(
        self,
        lobby: Lobby,
        *,
        private: bool = False,
        gateways: Callable[[], Mapping[str, GatewayCounts]] = dict,
    ) -> None:
        """``private`` keeps the metrics to this machine; ``gateways`` tells what each gateway has counted."""
        self._lobby = lobby
        self._private = private
        self._gateways = gateways
        self.sockets = 0
        """Open WebSockets, before or after their handshake with us."""

    def __call__(self, connection: WebSocket, path: str, fields: HandshakeFields) -> Response | None:
        """The page that a request asks for; None if it asks for a WebSocket."""
        path = path.partition("?")[0]
        if path == "/healthz":
            return self._health(connection)
        if path == "/metrics":
            if self._private and not _is_near(connection, fields):
                return connection.respond(HTTPStatus.FORBIDDEN, "These are for this machine only.\n")
            response = connection.respond(HTTPStatus.OK, self.metrics())
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = METRICS_TYPE
            return response
        if path != "/":
            return connection.respond(HTTPStatus.NOT_FOUND, "There is nothing here.\n")
        if "websocket" not in " ".join(fields.all("Upgrade")).lower():
            return connection.respond(
                HTTPStatus.UPGRADE_REQUIRED,
                "This is a Triqueta server. Join it from a terminal: triqueta join HOST:PORT\n",
            )
        return None

    def metrics(self) -> str:
        lobby = self._lobby
        statuses = Counter(table.status for table in lobby.tables.values())
        page = MetricsPage()
        page.add("info", "gauge", {f'version="{version("triqueta-tui")}"': 1})
        page.add("tables", "gauge", {f'status="{s}"': statuses[s] for s in ("waiting", "playing", "over")})
        page.add("connections", "gauge", {"": self.sockets})
        # A client that only browses the lobby is not counted as a player.
        playing = [player for player in lobby.players.values() if player.gone_since is None and player.tables]
        bots = sum(player.bot for player in playing)
        page.add("players", "gauge", {"": len(playing) - bots})
        page.add("bots", "gauge", {"": bots})
        page.add("store_stalled", "gauge", {"": int(lobby.services.stalled)})
        for name, count in asdict(lobby.services.counts).items():
            page.add(f"{name}_total", "counter", {"": count})
        gateways = self._gateways()
        for field in GatewayCounts.__struct_fields__:
            name, metric = (field, "gauge") if field == "guests" else (f"{field}_total", "counter")
            values = {f'gateway="{kind}"': getattr(counts, field) for kind, counts in gateways.items()}
            page.add(name, metric, values)
        return page.text

    def _health(self, connection: WebSocket) -> Response:
        if self._lobby.closing:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "closing\n")
        if self._lobby.services.stalled:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "games cannot be saved at the moment\n")
        return connection.respond(HTTPStatus.OK, "ok\n")


class MetricsPage:
    """Prometheus' text format."""

    def __init__(self) -> None:
        self.text = ""

    def add(self, name: str, kind: str, values: Mapping[str, int]) -> None:
        """Add a metric with a value for each set of labels."""
        lines = [f"# TYPE triqueta_{name} {kind}"]
        for labels, value in values.items():
            lines.append(f"triqueta_{name}{f'{{{labels}}}' if labels else ''} {value}")
        if values:
            self.text += "\n".join(lines) + "\n"


def _is_near(connection: WebSocket, fields: HandshakeFields) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    address = connection.remote_address
    forwarded = any(fields.has(name) for name in ("X-Forwarded-For", "Forwarded", "Via"))
    return bool(address) and ip_address(address.partition("%")[0]).is_loopback and not forwarded
