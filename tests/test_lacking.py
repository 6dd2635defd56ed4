"""A system that lacks something gets one sentence, not a traceback."""

import os
import subprocess
import sys

import pytest

LANGUAGES = {
    "en": ("on Windows it runs in WSL", "needs the Python package"),
    "de": ("unter windows läuft es in wsl", "braucht das Python-Paket"),
    "zh_TW": ("在 Windows 上可在 WSL", "需要 Python 套件"),
}


def start(program: str, lacking: str, *arguments: str, lang: str = "en") -> tuple[int, str, str]:
    """Start a program where something is lacking."""
    begin = (
        f"import sys, os; {lacking}; import {program}.__main__ as it; sys.argv[:] = {[program, *arguments]}"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{begin}; sys.exit(it.main())"],
        capture_output=True,
        text=True,
        timeout=60,
        env={"LANG": lang, "PATH": "", "HOME": "/nowhere", "TRIQUETA_LAN": "off"},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_system_than_unix(lang: str) -> None:
    status, out, err = start("triqueta_tui", "sys.platform = 'win32'", lang=lang)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert LANGUAGES[lang][0].casefold() in err.casefold()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", ["msgspec", "platformdirs"])
def test_a_missing_package_of_the_client(package: str, lang: str) -> None:
    status, out, err = start("triqueta_tui", f"sys.modules[{package!r}] = None", "play", lang=lang)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert LANGUAGES[lang][1] in err
    assert package in err


@pytest.mark.parametrize(
    ("lacking", "named"), [("sys.platform = 'win32'", "WSL"), ("sys.modules['resource'] = None", "resource")]
)
def test_the_server_says_it_too(lacking: str, named: str) -> None:
    status, out, err = start("triqueta_server", lacking)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert named in err


def test_a_fault_of_our_own_is_not_called_a_missing_package() -> None:
    status, _, err = start("triqueta_tui", "sys.modules['triqueta_tui.settings'] = None", "play")
    assert status == 1
    assert "Traceback" in err


def test_a_reader_that_has_read_enough_is_no_fault() -> None:
    read, write = os.pipe()
    os.close(read)
    asking = [sys.executable, "-m", "triqueta_tui", "--help"]
    done = subprocess.run(asking, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")
