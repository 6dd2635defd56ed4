"""Start ``triqueta``, or say in one sentence what this system lacks for it."""

import os
import sys

from triqueta_protocol.internal.languages import preferred_language
from triqueta_tui import locale


def main() -> int:
    """Run the command line; returns the exit status."""
    locale.use(preferred_language(os.environ))
    if sys.platform == "win32":
        return _lacking(locale.say("cli.lacking.system"))
    try:
        # Whatever this imports may be missing.
        from triqueta_tui import cli

        status = cli.main()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Its reader, such as head, has read enough; nor is there anybody to flush to at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("triqueta"):
            raise
        return _lacking(locale.say("cli.lacking.package", package=error.name.partition(".")[0]))


def _lacking(why: str) -> int:
    print(f"triqueta: {why}", file=sys.stderr)  # noqa: T201 - there is no screen
    return 1


if __name__ == "__main__":
    sys.exit(main())
