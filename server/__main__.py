"""``python -m server`` is ``triqueta-server``."""

from server.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
