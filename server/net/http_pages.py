"""The few plain HTTP pages on the game's port: health, metrics, and a hint for browsers."""

from collections import Counter
from dataclasses import asdict
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.tables.lobby import Lobby

METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus' text format."""


class HttpPages:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.sockets = 0
        """Open WebSockets, before or after their handshake with us."""

    def __call__(self, connection: ServerConnection, request: Request) -> Response | None:
        """``process_request`` of the WebSocket server: None goes on with the handshake."""
        path = request.path.partition("?")[0]
        if path == "/healthz":
            return self._health(connection)
        if path == "/metrics":
            response = connection.respond(HTTPStatus.OK, self.metrics())
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = METRICS_TYPE
            return response
        if path != "/":
            return connection.respond(HTTPStatus.NOT_FOUND, "There is nothing here.\n")
        if "websocket" not in request.headers.get("Upgrade", "").lower():
            return connection.respond(
                HTTPStatus.UPGRADE_REQUIRED,
                "This is a Triqueta server. Join it from a terminal: triqueta join HOST:PORT\n",
            )
        return None

    def metrics(self) -> str:
        lobby = self._lobby
        statuses = Counter(table.status for table in lobby.tables.values())
        gauges = {
            "triqueta_connections": self.sockets,
            "triqueta_players": sum(1 for player in lobby.players.values() if player.link is not None),
            "triqueta_store_stalled": int(lobby.services.stalled),
        }
        counters = {f"triqueta_{name}_total": count for name, count in asdict(lobby.services.counts).items()}
        lines = ["# TYPE triqueta_tables gauge"]
        lines += [f'triqueta_tables{{status="{s}"}} {statuses[s]}' for s in ("waiting", "playing", "over")]
        for kind, values in (("gauge", gauges), ("counter", counters)):
            for name, value in values.items():
                lines += [f"# TYPE {name} {kind}", f"{name} {value}"]
        return "\n".join(lines) + "\n"

    def _health(self, connection: ServerConnection) -> Response:
        if self._lobby.closing:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "closing\n")
        if self._lobby.services.stalled:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "games cannot be saved at the moment\n")
        return connection.respond(HTTPStatus.OK, "ok\n")
