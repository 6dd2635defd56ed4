"""Table codes that spell nothing and are nobody else's, and passwords kept only as hashes."""

from tests.server.tables.fake_server import Luck
from triqueta_protocol.codes import LETTERS
from triqueta_server.tables.codes import PRIVATE_LENGTH, PUBLIC_LENGTH, new_code
from triqueta_server.tables.state.access import digest, matches


def test_codes_are_short_in_public_and_long_in_private() -> None:
    luck = Luck()
    public = {new_code(luck.draw, (), private=False) for _ in range(200)}
    private = {new_code(luck.draw, (), private=True) for _ in range(200)}
    assert {len(code) for code in public} == {PUBLIC_LENGTH}
    assert {len(code) for code in private} == {PRIVATE_LENGTH}
    assert set("".join(public | private)) == set(LETTERS)
    assert not set("AEIOUY") & set(LETTERS)


def test_codes_begin_with_the_letters_of_their_server() -> None:
    luck = Luck()
    codes = {
        new_code(luck.draw, (), private=private, first="BK") for private in (False, True) for _ in range(200)
    }
    assert {code[0] for code in codes} == {"B", "K"}
    assert {letter for code in codes for letter in code[1:]} == set(LETTERS)


def test_a_code_in_use_is_not_given_again() -> None:
    first = new_code(Luck().draw, (), private=False)
    second = new_code(Luck().draw, {first}, private=False)
    assert first != second


def test_when_all_short_codes_are_taken_there_are_longer_ones() -> None:
    class Short:
        def __contains__(self, code: object) -> bool:
            return isinstance(code, str) and len(code) <= PUBLIC_LENGTH

    assert len(new_code(Luck().draw, Short(), private=False)) == PUBLIC_LENGTH + 1


def test_a_password_is_known_by_its_hash_at_its_own_table_only() -> None:
    kept = digest("sesame", "BCDF")
    assert b"sesame" not in kept
    assert matches(kept, "sesame", "BCDF")
    assert not matches(kept, "Sesame", "BCDF")
    assert not matches(kept, "sesame", "BCDG")
    assert not matches(kept, None, "BCDF")
