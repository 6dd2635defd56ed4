"""``triqueta-server replay-crash``: plays a game again up to the fault that ended it."""

import traceback
from collections.abc import Sequence
from pathlib import Path

from server import crash_report
from server.commands.common import Parser, fail, say
from server.games import RULES


def main(arguments: Sequence[str]) -> int:
    parse = Parser(
        prog="triqueta-server replay-crash",
        description="Play a game again up to the fault that ended its table, and show it. The server's log "
        "says which file it wrote for that, in the folder crashes beside the database.",
        epilog="The file holds the seed of a game that may not be over: keep it as you keep the database. "
        "Exit status: 0 if all goes well now; 1 if the fault is still there, or the file cannot be read.",
        allow_abbrev=False,
    )
    parse.add_argument("file", type=Path, metavar="FILE")
    options = parse.parse_args(arguments)
    try:
        report = crash_report.read(options.file, RULES)
    except crash_report.BadReport as error:
        return fail("replay-crash", error)
    say(f"{report.game}, {report.seats} seats, table {report.table}, written by version {report.program}")
    say(f"then: {report.error}")
    again = crash_report.repeat(report, RULES[report.game])
    if again.error is None:
        say(f"now: all {again.moves} decisions go well")
        return 0
    say(f"now, after {again.moves} decisions:")
    say("".join(traceback.format_exception(again.error)).rstrip())
    return 1
