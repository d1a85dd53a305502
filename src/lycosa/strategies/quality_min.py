"""Quality at least: a link is worth what the poorest page that links to it is worth."""

from __future__ import annotations

from lycosa.strategies.quality_first import QualityFirst


class QualityMin(QualityFirst):
    """The lowest score among the pages that link to a URL: what poor pages link to too is likely to be poor.

    Links that stand on every page of a site, its contact page say, go to the end.

    >>> QualityMin().merge
    'min'
    """

    word = "quality_min"
    family = "learning"
    paper = "Pezzuti, MacAvaney and Tonellotto 2025, QMin"
    merge = "min"
