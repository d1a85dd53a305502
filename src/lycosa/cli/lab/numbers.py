"""Numbers for JSON, which knows no NaN."""

from __future__ import annotations

import math
from typing import Any


def known(value: Any) -> Any:
    """The value; null where it is no number.

    >>> known(0.5), known(float("nan")), known("best_first")
    (0.5, None, 'best_first')
    """
    return None if isinstance(value, float) and math.isnan(value) else value
