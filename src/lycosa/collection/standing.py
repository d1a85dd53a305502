"""How a hunt stands, from its catalogue alone: also while a crawl is at work on it."""

from __future__ import annotations

import fcntl
from typing import TYPE_CHECKING, Any

from lycosa import judges
from lycosa.collection.checkpoints import CHECKPOINTS, load
from lycosa.collection.journal import sha_of
from lycosa.crawl.state import unpack
from lycosa.pages.hosts import host_of
from lycosa.topics.languages import gated

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.collection.opened import Opened

COUNTS = {
    "pages": "SELECT count(*) FROM page",
    "relevant": "SELECT count(*) FROM page WHERE score >= 0.5",
    "fetches": "SELECT count(*) FROM event WHERE ticket > 0",
    "retrained": "SELECT count(*) FROM event WHERE kind = 'judge'",
    "seconds": "SELECT coalesce(max(at), 0) FROM event",
    "bytes": "SELECT coalesce(sum(committed), 0) FROM warc",
    "files": "SELECT count(*) FROM found WHERE kind = 'file'",
    "sitemaps": "SELECT count(*) FROM found WHERE kind = 'sitemap'",
}


def standing(collection: Opened) -> dict[str, Any]:
    """All counts, by name."""
    db, run = collection.catalogue.db, collection.run
    found: dict[str, Any] = {name: db.execute(query).fetchone()[0] for name, query in COUNTS.items()}
    failed = db.execute("SELECT reason, count(*) FROM dead GROUP BY reason ORDER BY 2 DESC, 1")
    languages = dict(db.execute("SELECT lang, count(*) FROM page GROUP BY lang ORDER BY 2 DESC, 1").fetchall())
    checkpoint, _ = load(collection.folder / CHECKPOINTS, collection.catalogue)
    stopped = checkpoint.crawl["stopped"] if checkpoint else []
    return {
        "topic": run.topic,
        "strategy": run.strategy,
        "judge": guide_of(collection),
        "began": run.began,
        **found,
        "harvest": found["relevant"] / found["fetches"] if found["fetches"] else 0.0,
        "failed": dict(failed.fetchall()),
        "languages": languages,
        "gated": gated(languages, collection.topic.languages),
        "hosts": len({host_of(url) for (url,) in db.execute("SELECT url FROM page")}),
        "at_work": at_work(collection.folder),
        "stopped": stopped[1] if stopped else "before its end",
    }


def guide_of(collection: Opened) -> str:
    """The judge in force, by name."""
    catalogue = collection.catalogue
    changed = catalogue.in_force(catalogue.seq)
    name, state = catalogue.retrained(sha_of(changed)) if changed else catalogue.judges()[0][::2]
    judge = judges.find(name)
    judge.restore(unpack(state))
    return judge.called


def at_work(folder: Path) -> bool:
    """Whether a crawl holds the collection's lock."""
    try:
        with (folder / "lock").open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def dead_links(collection: Opened) -> list[dict[str, Any]]:
    """URLs that gave no page, with the page on which each was found."""
    db = collection.catalogue.db
    urls = dict(db.execute("SELECT event.key, url FROM page JOIN event USING (seq)").fetchall())  # as `via` has them
    dead = db.execute("SELECT url, via, reason FROM dead ORDER BY seq")
    return [{"url": url, "reason": reason, "on": urls.get(via, "") if via else "a seed"} for url, via, reason in dead]
