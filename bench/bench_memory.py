"""What a crawl of 100,000 pages takes: the whole engine on a computed web over loopback."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.bench_live import crawled, served, show

PAGES = int(os.environ.get("LYCOSA_BENCH_PAGES", "100000"))
WEB = "practice(pages=1000000)"


def main() -> None:
    """One crawl."""
    from lycosa.webs.find import practice

    seed = practice(WEB).seeds("lighthouses", 1)[0]
    with served(WEB) as port:
        took = crawled("lycosa", port, seed, PAGES)
    show("memory_of_a_crawl", took["peak"], "MiB", "1 GiB", took["peak"] / 1024)
    show("memory_pages", took["pages"], "pages", "asked for", took["pages"] / PAGES)
    show("memory_rate", took["rate"], "pages/s", "real-size pages are nine times as large", 1.0)


if __name__ == "__main__":
    main()
