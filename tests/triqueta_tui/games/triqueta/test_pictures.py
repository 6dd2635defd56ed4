"""The animals can be told apart, with and without colour."""

from itertools import combinations

import pytest

from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.pictures import PAPER, Size, picture


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("animal", Animal)
def test_a_picture_fills_its_size_and_is_its_own_mirror_image(animal: Animal, size: Size) -> None:
    rows = picture(animal, size)
    assert len(rows) == 2 * size.lines
    assert all(len(row) == size.cells and row == row[::-1] for row in rows)
    assert set("".join(rows)) <= set(".olsdwyx")


@pytest.mark.parametrize("size", Size)
def test_silhouettes_differ_without_colour(size: Size) -> None:
    def silhouette(animal: Animal) -> list[bool]:
        return [pixel not in PAPER for row in picture(animal, size) for pixel in row]

    for one, other in combinations(Animal, 2):
        different = sum(a != b for a, b in zip(silhouette(one), silhouette(other), strict=True))
        assert different >= 0.1 * len(silhouette(one)), (one, other)
