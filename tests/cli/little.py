"""A site on which everything happens once."""

from __future__ import annotations

from tests.cli.live import page
from tests.webs.watched import Said

HUB = "http://hub.test/"
ROBOTS = "User-agent: *\nDisallow: /private\nSitemap: http://hub.test/sitemap.xml\n"
SAME = "the keeper of the lamp climbs the stairs at dusk and trims the wick until the morning comes"
PLAIN = "<p>The baker gets up at two in the morning to light the oven, and by six the whole street smells of it.</p>"
LINKS = ("lens", "lamp", "copy", "gone", "moved", "shy", "private", "plan.pdf")


def site() -> dict[str, str | Said | list[Said]]:
    """The hub, and what its links lead to."""
    links = [HUB + name for name in LINKS]
    return {
        HUB: page("Hub", *links, words="lighthouses of the coast, one by one"),
        HUB + "robots.txt": Said(ROBOTS, headers=("Content-Type: text/plain",)),
        HUB + "lens": page("Lens", HUB + "deep", words="the lens of the lighthouse turns on mercury"),
        HUB + "deep": "<html lang=en><title>Deep</title><p>Bread and butter, and nothing about the sea.</p>" + PLAIN,
        HUB + "lamp": page("Lamp", words=SAME),
        HUB + "copy": page("Lamp", words=SAME),
        HUB + "moved": Said(status=301, headers=("Location: /tower",)),
        HUB + "tower": page("Tower", words="granite blocks, dovetailed by the engineers of the lighthouse board"),
        HUB + "shy": page("Shy", words="a lighthouse that would not be found").replace(
            "<title>", "<meta name=robots content=noindex><title>"
        ),
    }
