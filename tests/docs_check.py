"""Checks the pages: ``python -m tests.docs_check`` prints what is wrong and exits with 1 if anything is.

Links and their anchors lead somewhere; commands, flags, make targets, modules, files and tests that a page
names exist; and all pages together are no longer than ``WORDS``.
"""

import argparse
import contextlib
import importlib.util
import io
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from triqueta_server.cli import main as server_main
from triqueta_server.commands import COMMANDS
from triqueta_server.commands import run as run_command
from triqueta_tui.cli import parser as client_parser

ROOT: Final = Path(__file__).parents[1]
WORDS: Final = 26_000
"""What all pages but the changelog may have, tables and code included; a word has a letter or a digit."""

_FENCE: Final = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"`([^`\n]+)`")
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_FLAG: Final = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
_PROGRAM: Final = re.compile(r"(?:^|/bin/)(triqueta(?:-server)?)((?: [^\s|;&]+)*)")


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def complaints(page: Path) -> Iterator[str]:
    """What is wrong on a page."""
    text = page.read_text(encoding="utf-8")
    yield from _links(page, _FENCE.sub("", text))
    blocks = _FENCE.findall(text)
    for code in _SPAN.findall(_FENCE.sub("", text)):
        yield from _code(code)
    for language, block in blocks:
        if language in {"sh", "text", "ini"}:
            for line in block.replace("\\\n", " ").splitlines():
                yield from _commands(line)


def length() -> int:
    """Words on all pages but the changelog, which grows with each release."""
    return sum(map(_length, (page for page in pages() if page.stem != "CHANGELOG")))


def _length(page: Path) -> int:
    return sum(any(map(str.isalnum, word)) for word in page.read_text(encoding="utf-8").split())


def _links(page: Path, text: str) -> Iterator[str]:
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+://", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"no such file: {target}"
        elif anchor and anchor not in _anchors(file):
            yield f"no such heading: {target}"


@cache
def _anchors(page: Path) -> frozenset[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", each).strip().lower().replace(" ", "-") for each in headings)


def _code(code: str) -> Iterator[str]:
    yield from _commands(code)
    path, _, test = code.partition("::")
    if re.fullmatch(r"(server|protocol|triqueta_tui|tests|docs)/[\w./-]+", path):
        file = ROOT / path
        if not file.exists():
            yield f"no such file: {path}"
        elif test and f"def {test}(" not in file.read_text(encoding="utf-8"):
            yield f"no such test: {code}"
    elif not code.startswith(("triqueta", "python")):
        for flag in _FLAG.findall(code):
            if flag not in _all_flags():
                yield f"no program has {flag}"


def _commands(line: str) -> Iterator[str]:
    for target in re.findall(r"(?:^|[\s`])make ([a-z-]+)", line):
        if not re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE):
            yield f"no such target: make {target}"
    for module in re.findall(r"python3? -m ([\w.]+)", line):
        if module.startswith("tests") and importlib.util.find_spec(module) is None:
            yield f"no such module: {module}"
    for program, arguments in _PROGRAM.findall(line):
        known = _flags_of(program)
        words = [word.strip("[]") for word in arguments.split()]
        command = words[0] if words and re.fullmatch("[a-z-]+", words[0]) else ""
        if command and not command.startswith("-") and command not in known:
            yield f"no such command: {program} {command}"
            continue
        allowed = known[""] | known.get(command, frozenset())
        for flag in (flag for word in words for flag in _FLAG.findall(word)):
            if flag not in allowed:
                yield f"{program} {command} has no {flag}"


@cache
def _flags_of(program: str) -> dict[str, frozenset[str]]:
    """By command: its flags; those of the program itself are under the empty name."""
    if program == "triqueta":
        main = client_parser()
        [choice] = [one for one in main._actions if isinstance(one, argparse._SubParsersAction)]
        commands = {name: frozenset(sub._option_string_actions) for name, sub in choice.choices.items()}
        return {"": frozenset(main._option_string_actions), **commands}
    helps = {name: _printed(lambda name=name: run_command(name, ["--help"])) for name in COMMANDS}
    helps[""] = _printed(lambda: server_main(["--help"]))
    return {name: frozenset(_FLAG.findall(text)) for name, text in helps.items()}


def _printed(call: object) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        call()  # type: ignore[operator]
    return said.getvalue()


@cache
def _all_flags() -> frozenset[str]:
    """Of both programs, and of the tools in ``tests``."""
    flags = {
        flag for name in ("triqueta", "triqueta-server") for of in _flags_of(name).values() for flag in of
    }
    for file in (ROOT / "tests").rglob("*.py"):
        flags.update(re.findall(r'"(--[a-z-]+)"', file.read_text(encoding="utf-8")))
    return frozenset(flags)


def main() -> int:
    wrong = [f"{page.relative_to(ROOT)}: {what}" for page in pages() for what in complaints(page)]
    total = length()
    if total > WORDS:
        wrong.append(f"{total} words in all; at most {WORDS}")
    print("\n".join(wrong) or f"{len(pages())} pages, {total} words")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
