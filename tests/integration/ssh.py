"""A server with an SSH gateway, and OpenSSH in front of it."""

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import asyncssh

from tests import PATIENCE
from tests.serving import ServerProcess
from tests.terminal import Terminal

HOME = "F1 rules"
"""On a guest's first screen when it is complete."""


class SshServer:
    """A server that people reach with ``ssh``."""

    def __init__(self, server: ServerProcess, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.port = _gateway(server)

    @classmethod
    def open(cls, folder: Path, *options: str, port: int = 0, password: str = "") -> "SshServer":
        """Start it on free ports, or with its gateway where it was."""
        # On a busy machine a test would wait for guests who stand back.
        quick = ("--guest-niceness", "0")
        return cls(
            ServerProcess.launch(folder, "--ssh", str(port), *quick, *options, password=password), folder
        )

    def close(self) -> None:
        """End it as a host would."""
        assert self.server.end(signal.SIGTERM) == 0
        assert "Traceback" not in self.server.log()

    def key(self, name: str) -> Path:
        """A fresh key pair."""
        path = self.folder / f"key {name}"
        key = asyncssh.generate_private_key("ssh-ed25519")
        key.write_private_key(path)
        path.chmod(0o600)
        key.write_public_key(path.with_name(f"{path.name}.pub"))
        return path

    def command(self, *options: str, key: Path | None = None, user: str = "ana") -> list[str]:
        """``ssh`` to this server with nothing of this machine's owner in it."""
        settings = {
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "StrictHostKeyChecking": "accept-new",
            "UserKnownHostsFile": f'"{self.folder / "known hosts"}"',
            "LogLevel": "ERROR",
            "SendEnv": "LANG LC_ALL",
        }
        identity = ["-i", str(key)] if key else ["-o", "PubkeyAuthentication=no"]
        named = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        # What is said first counts.
        return ["ssh", "-F", "none", "-p", str(self.port), *identity, *options, *named, f"{user}@127.0.0.1"]

    def call(
        self,
        *options: str,
        key: Path | None = None,
        user: str = "ana",
        size: tuple[int, int] = (80, 24),
        variables: Mapping[str, str] | None = None,
    ) -> Terminal:
        """A guest on the line."""
        return Terminal(
            self.command(*options, key=key, user=user), size=size, environment=self._environment(variables)
        )

    def run(self, *options: str, command: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        """An ``ssh`` that is expected to end by itself."""
        return subprocess.run(
            [*self.command(*options), *command],
            env=self._environment(None),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def _environment(self, variables: Mapping[str, str] | None) -> dict[str, str]:
        usual = {"TERM": "xterm-256color", "LANG": "en_US.UTF-8", "HOME": str(self.folder)}
        return {"PATH": os.environ["PATH"], **usual, **(variables or {})}


def _gateway(server: ServerProcess) -> int:
    assert server.process.stdout is not None
    line = server.process.stdout.readline().decode()
    assert "open at ssh://" in line
    return int(line.rpartition(":")[2])
