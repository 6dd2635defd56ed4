"""``python -m tests.bench.on_postgres.server``: the real server, with its games in PostgreSQL."""

import sys

from server.cli import main
from tests.bench.on_postgres.store import PostgresStore
from tests.serving import ServerProcess


class PostgresServer(ServerProcess):
    MODULE = "tests.bench.on_postgres.server"


if __name__ == "__main__":
    sys.exit(main(open_store=PostgresStore.open))
