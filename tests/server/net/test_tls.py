"""For whom a certificate speaks."""

from pathlib import Path

from tests.integration.certificates import make_certificate
from triqueta_server.net.tls import certified_names, tls_context


def test_the_names_of_a_certificate_are_read(tmp_path: Path) -> None:
    made = make_certificate(tmp_path, names=("game.example.org", "*.example.org", "localhost", "192.0.2.7"))
    context = tls_context(made.certificate, made.key)
    assert certified_names(context, made.certificate) == ("game.example.org", "192.0.2.7")


def test_a_certificate_that_is_out_of_date_names_nobody(tmp_path: Path) -> None:
    made = make_certificate(tmp_path, names=("game.example.org",), days=-1)
    assert certified_names(tls_context(made.certificate, made.key), made.certificate) == ()
