"""``python -m triqueta_server`` is ``triqueta-server``."""

from triqueta_server.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
