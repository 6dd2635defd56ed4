"""What is fuzzed: each target takes any bytes, and raises only for a fault of ours.

What a function says it raises is no fault. Neither atheris nor anything else that is optional is needed here,
so that findings are repeated in the suite.
"""

import hashlib
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from zeroconf import ServiceInfo

from triqueta_protocol.announcement import SERVICE, read_txt
from triqueta_protocol.codec import decode_message, decode_request, encode
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.tagged import UnknownTagError
from triqueta_protocol.text import NAME_CELLS, cells, clean, clean_chat, clean_name, same_name
from triqueta_server import crash_report
from triqueta_server.archive import game_file
from triqueta_server.games import RULES
from triqueta_tui.printable import printable
from triqueta_tui.session.client_protocol import ClientProtocol, NonsenseError

BETWEEN: Final = b"\xc1"
"""Between two frames: the one byte that msgpack never uses."""


def request(frame: bytes) -> None:
    """A frame that a client sends: a request, which is the same after a way back and forth, or a refusal."""
    try:
        asked = decode_request(frame)
    except RefusalError:
        return
    again = encode(asked)
    # Compared as bytes: a number that is none is not equal to itself.
    assert encode(decode_request(again)) == again


def message(frame: bytes) -> None:
    """A frame that a server sends."""
    try:
        encode(decode_message(frame))
    except (UnknownTagError, ValueError):
        return


def client(frames: bytes) -> None:
    """All that a server sends to a client, frame by frame: nonsense ends the link, and not the program."""
    session = ClientProtocol("Ana")
    session.connected()
    for frame in frames.split(BETWEEN)[:8]:
        try:
            session.receive(frame)
        except NonsenseError:
            return
        session.outgoing()


def file(content: bytes) -> None:
    """A file that somebody imports."""
    try:
        game = game_file.read(content).game
    except RefusalError:
        return
    assert game_file.read(game_file.write(game)).game.decisions == game.decisions


def game(body: bytes) -> None:
    """The same, with whatever is in it under a sound head and checksum."""
    packed = zlib.compress(body, 1)
    head = game_file.MAGIC + bytes([game_file.FORMAT]) + len(packed).to_bytes(4)
    file(head + hashlib.sha256(packed).digest() + packed)


def report(content: bytes) -> None:
    """A report of a crash, read and played again."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report_file:
        report_file.write(content)
        report_file.flush()
        try:
            found = crash_report.read(Path(report_file.name), RULES)
        except crash_report.CrashReportError:
            return
    if isinstance(found, crash_report.CrashReport):
        crash_report.repeat(found, RULES[found.game])


def announcement(txt: bytes) -> None:
    """What somebody announces on the network."""
    found = read_txt(ServiceInfo(SERVICE, f"x.{SERVICE}", properties=txt).properties)
    if found is not None:
        assert found.name == clean_name(found.name)
        harmless(found.name + found.version)


def text(typed: bytes) -> None:
    """What people type: names, chat, and whatever is shown of files."""
    words = typed.decode(errors="surrogateescape")
    shown = clean(words)
    harmless(shown)
    assert clean(shown) == shown
    assert "\x1b" not in printable(words)
    for cleaning in (clean_name, clean_chat):
        try:
            line = cleaning(words)
        except RefusalError:
            continue
        assert cleaning(line) == line
        assert same_name(line, line)
        assert cleaning is clean_chat or cells(line) <= NAME_CELLS


def harmless(shown: str) -> None:
    """See that nothing in it controls a terminal, turns round or hides."""
    assert not any(unicodedata.category(letter)[0] == "C" for letter in shown), shown
    assert printable(shown) == shown


TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    one.__name__: one for one in (request, message, client, file, game, report, announcement, text)
}
