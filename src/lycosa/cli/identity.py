"""Who hunts: hosts are told whom to ask, and the answer is asked for once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from lycosa.pages.errors import LycosaError

VARIABLE = "LYCOSA_CONTACT"
WHY = "Hosts that Lycosa visits are told whom to ask about it: an e-mail address or a web page of yours."
ASKED = "Your contact: "


class IdentityError(LycosaError):
    """Nobody is named who answers for the crawl."""


def contact(given: str) -> str:
    """The contact given, set or remembered; else the user is asked, once, where there is one to ask."""
    found = given or os.environ.get(VARIABLE, "") or remembered()
    if found.strip():
        return checked(found)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise IdentityError(
            "no contact: hosts must be told whom to ask about this crawl; "
            f"give --contact you@example.org, or set {VARIABLE}"
        )
    sys.stderr.write(f"{WHY}\n{ASKED}")
    sys.stderr.flush()
    said = checked(sys.stdin.readline())
    remember(said)
    return said


def checked(text: str) -> str:
    """A contact that a header can carry and a person can use."""
    said = text.strip()
    usable = said.isascii() and said.isprintable() and not set(said) & set("();\\")
    if not usable or not ("@" in said[1:-1] or said.startswith(("http://", "https://"))):
        raise IdentityError(f"{said!r} is no contact: give an e-mail address or the address of a web page")
    return said


def file() -> Path:
    """Where it is remembered."""
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "lycosa" / "contact"


def remembered() -> str:
    """What was said before."""
    try:
        return file().read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def remember(said: str) -> None:
    """For the next time; where that cannot be, it will be asked again."""
    try:
        file().parent.mkdir(parents=True, exist_ok=True)
        file().write_text(said + "\n", "utf-8")
    except OSError:
        sys.stderr.write(f"It could not be remembered in {file()}.\n")
