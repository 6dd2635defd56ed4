"""The few plain HTTP pages on the game's port: health, metrics, and a hint for browsers."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from http import HTTPStatus
from importlib.metadata import version
from ipaddress import ip_address
from typing import Final

from websockets.http11 import Request, Response

from server.doors.counts import DoorCounts
from server.net.websocket import WebSocket
from server.tables.lobby import Lobby

METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus' text format."""


class HttpPages:
    def __init__(
        self,
        lobby: Lobby,
        *,
        private: bool = False,
        doors: Callable[[], Mapping[str, DoorCounts]] = dict,
    ) -> None:
        """``private`` keeps the metrics to this machine; ``doors`` tells what each door has counted."""
        self._lobby = lobby
        self._private = private
        self._doors = doors
        self.sockets = 0
        """Open WebSockets, before or after their handshake with us."""

    def __call__(self, connection: WebSocket, request: Request) -> Response | None:
        """The page that a request asks for; None if it asks for a WebSocket."""
        path = request.path.partition("?")[0]
        if path == "/healthz":
            return self._health(connection)
        if path == "/metrics":
            if self._private and not _is_near(connection, request):
                return connection.respond(HTTPStatus.FORBIDDEN, "These are for this machine only.\n")
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
        page = MetricsPage()
        page.add("info", "gauge", {f'version="{version("triqueta-tui")}"': 1})
        page.add("tables", "gauge", {f'status="{s}"': statuses[s] for s in ("waiting", "playing", "over")})
        page.add("connections", "gauge", {"": self.sockets})
        # Whoever only looks around is no player yet.
        playing = [player for player in lobby.players.values() if player.link is not None and player.tables]
        bots = sum(player.bot for player in playing)
        page.add("players", "gauge", {"": len(playing) - bots})
        page.add("bots", "gauge", {"": bots})
        page.add("store_stalled", "gauge", {"": int(lobby.services.stalled)})
        for name, count in asdict(lobby.services.counts).items():
            page.add(f"{name}_total", "counter", {"": count})
        doors = self._doors()
        for field in DoorCounts.__struct_fields__:
            name, kind = (field, "gauge") if field == "guests" else (f"{field}_total", "counter")
            page.add(name, kind, {f'door="{door}"': getattr(seen, field) for door, seen in doors.items()})
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


def _is_near(connection: WebSocket, request: Request) -> bool:
    """Whether somebody on this machine asks, and not a proxy on it for somebody elsewhere."""
    address = connection.remote_address
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))
    return bool(address) and ip_address(address.partition("%")[0]).is_loopback and not forwarded
