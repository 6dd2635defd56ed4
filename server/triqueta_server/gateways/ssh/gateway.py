"""The SSH gateway's process: listens, and disconnects its guests in good order at the end."""

import asyncio
import logging
from pathlib import Path
from typing import Final

import asyncssh

from triqueta_protocol.internal.defaults import HOST_KEY_FILE
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.config import GatewayConfig, Report
from triqueta_server.gateways.messages import Message
from triqueta_server.gateways.parent_pipe import report, report_counts, serve
from triqueta_server.gateways.ssh.caller import Caller
from triqueta_server.gateways.ssh.session import SshContext
from triqueta_server.limits.declared import SSH_PENDING
from triqueta_server.listening import listen
from triqueta_server.secret_files import kept

GOODBYE_WITHIN: Final = 2.0

SIGNATURES: Final = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)
"""How a key may be proven. The older ways, with SHA-1, can be forged."""


async def open_gateway(config: GatewayConfig, end: asyncio.Event) -> None:
    """Serve guests until the event is set; raises ``StartupError``."""
    # The library logs every connection; what matters is logged here.
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    key = _host_key(Path(config.data_dir, HOST_KEY_FILE))
    context = SshContext.of(config, "ssh", SSH_PENDING)
    try:
        await context.prefork.start()
        listeners = await _listen(context, key)
        remarks = (f"host key {key.get_fingerprint()}", *context.prefork.remarks())
        report(Report(port=listeners[0].get_port(), remarks=remarks))
        reporting = asyncio.create_task(report_counts(context.counts))
        await end.wait()
        reporting.cancel()
        for listener in listeners:
            listener.close()
        await _say_goodbye(context)
    finally:
        await context.prefork.close()


async def _listen(context: SshContext, key: asyncssh.SSHKey) -> list[asyncssh.SSHAcceptor]:
    return [
        await asyncssh.listen(
            sock=each,
            server_factory=lambda: Caller(context),
            server_host_keys=[key],
            server_version="Triqueta",
            signature_algs=SIGNATURES,
            encoding=None,
            line_editor=False,
            login_timeout=context.config.limits.login,
            # A connection that breaks without a word is noticed in two minutes, and the seat shown as vacant.
            keepalive_interval=30,
            keepalive_count_max=4,
            gss_host=None,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
        )
        for each in listen(context.config.host, context.config.port, context.pending)
    ]


def _host_key(path: Path) -> asyncssh.SSHKey:
    made = kept(path, lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    try:
        return asyncssh.import_private_key(made)
    except asyncssh.KeyImportError as error:
        raise StartupError(f"{path} is not a host key: {error}") from error


async def _say_goodbye(context: SshContext) -> None:
    for session in context.sessions:
        session.finish(Message.CLOSING)
    if visits := [session.task for session in context.sessions if session.task is not None]:
        await asyncio.wait(visits, timeout=GOODBYE_WITHIN)


if __name__ == "__main__":
    serve(open_gateway)
