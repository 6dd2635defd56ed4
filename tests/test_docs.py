"""The pages name only what exists, and stay short."""

from pathlib import Path

import pytest

from tests.docs_check import ROOT, WORDS, complaints, length, pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_only_what_exists(page: Path) -> None:
    assert list(complaints(page)) == []


def test_all_pages_together_are_short() -> None:
    assert length() <= WORDS


def test_what_does_not_exist_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n[a](gone.md) [b](#two) [c](#one) `tests/gone.py` `--no-such-flag` `make gone`\n"
        "```sh\ntriqueta dance\ntriqueta play --port 1\ntriqueta-server backup --data-dir x --replace\n```\n"
    )
    assert list(complaints(page)) == [
        "no such file: gone.md",
        "no such heading: #two",
        "no such file: tests/gone.py",
        "no program has --no-such-flag",
        "no such target: make gone",
        "no such command: triqueta dance",
        "triqueta play has no --port",
        "triqueta-server backup has no --replace",
    ]
