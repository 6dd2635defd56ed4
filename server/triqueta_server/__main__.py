"""Start ``triqueta-server``, or say in one sentence what this system lacks for it."""

import sys


def main() -> int:
    """Run the command line; returns the exit status."""
    if sys.platform == "win32":
        return _lacking("needs Linux, macOS or another Unix; on Windows it runs in WSL.")
    try:
        # Whatever this imports may be missing.
        from triqueta_server import cli  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("triqueta"):
            raise
        package = error.name.partition(".")[0]
        return _lacking(f"needs the Python package {package}; install it with pip install {package}.")
    return cli.main()


def _lacking(why: str) -> int:
    print(f"triqueta-server {why}", file=sys.stderr)  # noqa: T201 - for the person who started it
    return 1


if __name__ == "__main__":
    sys.exit(main())
