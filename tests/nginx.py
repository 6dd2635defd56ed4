"""A real nginx with the configuration of docs/several-servers.md, for two servers on this machine."""

import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil

from tests.ports import free_port

PAGE: Final = Path(__file__).parent.parent / "docs" / "several-servers.md"
GAME_PORTS: Final = (4501, 4502)
"""Those of the page; the next two are those of the browsers' gateways."""
WEB_PORTS: Final = (8001, 8002)

_AROUND: Final = """
daemon off;
pid {folder}/pid;
worker_processes 1;
worker_rlimit_nofile 20000;
events {{ worker_connections 10000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {shown}
}}
"""


class Nginx:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.port = port
        self._process = process

    def cpu(self) -> float:
        """Seconds that its processes have used so far."""
        own = psutil.Process(self._process.pid)
        used = [each.cpu_times() for each in (own, *own.children())]
        return float(sum(times.user + times.system for times in used))


@contextmanager
def running_nginx(program: str, games: Sequence[int], web: Sequence[int] = WEB_PORTS) -> Iterator[Nginx]:
    """Proxy for servers at these ports of the loopback, in plain text."""
    port = free_port()
    shown = re.sub(r"(?m)^ *ssl_.*\n", "", _shown()).replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    for old, new in zip((*GAME_PORTS, *WEB_PORTS), (*games, *web), strict=True):
        assert f"127.0.0.1:{old};" in shown
        shown = shown.replace(f"127.0.0.1:{old};", f"127.0.0.1:{new};")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "nginx.conf"
        config.write_text(_AROUND.format(folder=folder, shown=shown))
        log = f"{folder}/error.log"
        process = subprocess.Popen(
            [program, "-p", folder, "-c", config, "-e", log, "-g", f"error_log {log};"]
        )
        try:
            while not _listens(port):
                assert process.poll() is None, Path(log).read_text()
                time.sleep(0.02)
            yield Nginx(process, port)
        finally:
            process.terminate()
            process.wait()


def _shown() -> str:
    """The configuration that the page shows."""
    found = re.search(r"(?s)```nginx\n(.*?)```", PAGE.read_text())
    assert found is not None
    return found[1]


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
