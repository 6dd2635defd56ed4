"""What a collection is worth in the end, from the end of a round: learned from many games.

The numbers come from ``python -m tests.bench.fit_triqueta``. For example, a triqueta that is complete after
the first of four rounds is worth less than a pair: too often a fourth token is added.
"""

from typing import Final

from triqueta_protocol.games.triqueta import KEEPS, KINDS, TRIPLE, VALUES
from triqueta_server.bots.triqueta.evaluate import KEPT, MOST
from triqueta_server.games.triqueta.lookups import counts

_HEAPS: Final = TRIPLE + 2
"""No, one, two, three and more tokens."""

_KEPT_ROOM: Final = KEEPS + 1
_OF_ANIMALS: Final = 2 * _HEAPS * _KEPT_ROOM
FEATURES: Final = _OF_ANIMALS + _KEPT_ROOM + 2
"""For each heap and tokens kept to it a base and a part by value; keeps used; tokens too many; the rock."""

MEAN_VALUE: Final = sum(VALUES) / KINDS
_COLLECTION: Final = (1 << KEPT) - 1


def features(collection: int, kept: int) -> list[tuple[int, float]]:
    """What there is in a packed collection and the packed kept tokens, as numbered features with weights."""
    found = [(_OF_ANIMALS + sum(counts(kept)), 1.0)]
    for value, count, hidden in zip(VALUES, counts(collection), counts(kept), strict=True):
        at = 2 * (min(count, _HEAPS - 1) * _KEPT_ROOM + hidden)
        found += [(at, 1.0), (at + 1, value - MEAN_VALUE)]
        if count >= _HEAPS:
            found.append((FEATURES - 2, float(count - _HEAPS + 1)))
    return found


class Values(dict[int, float]):
    """By collection and kept tokens in one integer (see ``outlook``): the points they will have come to."""

    __slots__ = ("_weights", "rock")

    def __init__(self, weights: tuple[float, ...]) -> None:
        super().__init__()
        *self._weights, self.rock = weights

    def __missing__(self, heap: int) -> float:
        if len(self) >= MOST:
            self.clear()
        found = features(heap & _COLLECTION, heap >> KEPT)
        value = self[heap] = sum(self._weights[feature] * weight for feature, weight in found)
        return value


# fmt: off
WEIGHTS: Final[dict[tuple[int, int], tuple[float, ...]]] = {
    (2, 1): (
        1.715, -0.411, 0.145, -0.437, -1.661, 0.373, 2.939, -0.301, 1.849, 0.001, 2.764, 0.359,
        4.57, -0.101, 5.285, 0.51, 2.413, 0.407, 6.968, 0.406, 4.2, 0.406, 1.702, 0.337,
        0.002, -0.52, -3.374, -0.424, -5.492, -0.603, -0.859, 2.169, 2.694, -0.841, -0.121,
    ),
    (2, 2): (
        3.346, -0.242, 1.95, -0.143, -0.106, 0.571, 4.482, -0.109, 3.319, 0.288, 2.659, 0.303,
        5.598, 0.053, 4.879, 0.537, 1.983, 0.037, 5.525, 0.325, 2.283, 0.275, -0.423, -0.093,
        0.17, -0.635, -3.274, -0.458, -5.971, -0.71, 1.033, 1.299, 2.07, -0.905, 0.287,
    ),
    (2, 3): (
        4.234, -0.19, 2.879, 0.315, 1.376, 0.533, 4.987, 0.07, 4.364, 0.092, 2.509, 0.271,
        5.155, 0.153, 3.778, 0.397, 1.661, -0.196, 4.348, 0.352, 1.328, 0.188, -1.403, -0.349,
        -0.329, -0.475, -3.064, -0.481, -6.202, -0.682, 1.199, 0.975, 2.096, -1.837, 0.971,
    ),
    (3, 1): (
        1.967, -0.407, 0.429, -0.442, -0.653, -0.155, 3.112, -0.351, 2.429, 0.059, 1.911, 0.606,
        4.927, -0.048, 5.069, 0.535, 2.037, 0.588, 6.812, 0.398, 3.886, 0.498, 2.038, -0.036,
        0.02, -0.478, -3.073, -0.632, -6.504, -0.137, 0.459, 0.821, 2.787, -1.018, 0.598,
    ),
    (3, 2): (
        3.327, -0.395, 2.154, -0.22, 0.047, 0.375, 4.595, -0.248, 3.709, 0.111, 2.75, 0.165,
        5.503, 0.002, 4.658, 0.507, 1.341, 0.359, 5.465, 0.33, 2.306, 0.591, 0.009, -0.015,
        -0.13, -0.547, -3.674, -0.521, -4.99, -0.492, 0.088, 1.382, 3.041, -0.853, 0.852,
    ),
    (3, 3): (
        4.47, 0.044, 2.748, 0.27, 0.403, 0.393, 5.218, 0.282, 3.611, 0.509, 1.462, 0.19,
        5.061, 0.409, 3.356, 0.926, -1.15, 0.516, 4.044, 0.382, 0.96, 0.561, -0.492, -1.206,
        -0.618, -1.13, -0.888, -0.038, -0.844, -2.109, -0.497, 1.562, 3.491, -1.926, 1.258,
    ),
    (4, 1): (
        1.599, -0.422, 0.156, -0.161, -1.304, 0.305, 2.824, -0.307, 2.355, 0.056, 2.473, 0.514,
        4.538, 0.013, 5.116, 0.538, 2.281, 0.584, 6.724, 0.432, 3.777, 0.652, 0.669, 0.23,
        -0.156, -0.411, -2.406, -0.401, -4.457, -1.622, -0.868, 1.478, 3.421, -1.078, 1.091,
    ),
    (4, 2): (
        2.897, -0.363, 1.26, 0.068, -0.586, 0.37, 4.266, -0.118, 3.197, 0.106, 1.534, 0.459,
        5.448, 0.108, 4.47, 0.497, 0.648, 0.394, 5.908, 0.397, 2.23, 0.662, -1.421, 0.738,
        0.225, -0.23, -2.47, 0.15, -0.493, -3.238, -0.193, 1.372, 3.339, 0.407, 1.105,
    ),
    (4, 3): (
        3.816, -0.166, 1.94, 0.099, -0.424, 0.264, 4.804, 0.04, 3.759, 0.032, 1.763, 0.144,
        5.465, 0.247, 3.567, 0.278, 0.759, 0.036, 6.221, 0.068, 1.438, -1.605, -1.109, 1.521,
        0.2, -1.802, -3.85, 0.844, 0.0, 0.0, -0.487, 1.594, 3.619, 0.0, 1.5,
    ),
    (5, 1): (
        1.343, -0.457, -0.155, -0.286, -0.766, -0.003, 2.558, -0.357, 1.846, 0.092, 2.596, 0.548,
        4.367, -0.046, 5.118, 0.533, 2.508, 0.452, 6.975, 0.47, 4.177, 0.288, 1.068, 0.392,
        0.036, -0.457, -3.48, -0.1, -4.814, -1.069, -1.341, 1.784, 3.453, -0.684, 1.117,
    ),
    (5, 2): (
        2.416, -0.379, 0.273, -0.004, -1.001, 0.308, 3.797, -0.264, 2.484, 0.169, 1.315, 0.56,
        5.363, 0.104, 4.485, 0.567, 1.469, 0.407, 6.3, 0.484, 2.873, 0.273, -0.707, -0.673,
        0.248, -0.757, -1.67, 0.854, -0.66, -1.649, -0.991, 1.698, 3.79, -1.129, 1.231,
    ),
    (5, 3): (
        3.222, -0.371, 0.899, -0.074, -0.918, 0.134, 4.457, -0.133, 2.184, 0.471, -0.212, 0.934,
        5.746, 0.147, 3.775, 0.268, 1.696, -0.269, 6.09, -0.917, 1.631, -0.19, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.804, 1.51, 4.055, 0.0, 1.167,
    ),
}
# fmt: on
"""By seats and rounds to come."""

VALUES_AFTER: Final = {case: Values(weights) for case, weights in WEIGHTS.items()}
"""By seats and rounds to come."""
