"""The practice web: computed pages with planted topics, traps and rot, and the truth of each."""

from lycosa.webs.practice.plan import PracticeError
from lycosa.webs.practice.web import PracticeWeb

__all__ = ["PracticeError", "PracticeWeb"]
