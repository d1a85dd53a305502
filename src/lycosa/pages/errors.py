"""What a user can put right: every such error is one of these, its message one line that says what to do.

ValueError
└── LycosaError
    └── NamingError   a strategy's, judge's or cue's name that cannot be read (pages.names)
"""

from __future__ import annotations


class LycosaError(ValueError):
    """Something the user gave cannot be used. The message is one line that says what to do."""
