"""How many pages must be looked at by hand, and how sure the share found among them is (García Dorado 2008, 10.1)."""

from __future__ import annotations

import math

SIGMA, Z, D = 0.5, 1.96, 0.05  # the worst spread of yes and no, 95 %, five points


def sample_size(sigma: float = SIGMA, z: float = Z, d: float = D) -> int:
    """Pages out of any number: (sigma z / d) squared, rounded up.

    >>> sample_size()
    385
    """
    return math.ceil(round((sigma * z / d) ** 2, 9))


def corrected(size: int, population: int) -> int:
    """Pages out of this many, drawn without putting back: fewer will do.

    >>> corrected(385, 40_000), corrected(385, 1000), corrected(385, 10)
    (382, 279, 10)
    """
    return min(population, math.ceil(round(size / (1 + (size - 1) / population), 9))) if population else 0


def interval(found: int, looked: int, population: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share, narrower the more of the whole was looked at; of all there is no doubt."""
    if not looked:
        return 0.0, 1.0
    share = found / looked
    if looked >= population:
        return share, share
    count = looked * (population - 1) / (population - looked)
    middle = share + z * z / (2 * count)
    half = z * math.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
    whole = 1 + z * z / count
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)
