"""The guide's oracle: what best-first could do that had read every page."""

from __future__ import annotations

from lycosa.strategies.oracle import Oracle


class OracleGuide(Oracle):
    """The pages that the guide will score best first: a bound for all that predict its scores, and no more.

    Only the lab, where the whole web lies ready, knows what a page will score before it is fetched.

    >>> OracleGuide().needs
    ('unseen',)
    """

    word = "oracle_guide"
    paper = "Yu, Liu and Xiong 2025, who score pages by their own text before they are fetched"
    needs = ("unseen",)
