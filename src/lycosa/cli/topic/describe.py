"""Describe a topic by the words of given pages: a search's top ten, say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned
from lycosa.cli.topic.named import TOPIC, all_had, fetching, finder, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.wanted_pages import Got

EXAMPLES = """\b
Examples:
  lycosa topic describe bees https://example.org/bees https://example.com/hive --urls
  lycosa topic describe bees directory.html --second
"""
FILES = {False: "description.txt", True: "second.txt"}


@click.command(cls=Sectioned, epilog=EXAMPLES)
@TOPIC
@click.argument("pages", nargs=-1, required=True, metavar="URL|FILE...")
@click.option("--urls", is_flag=True, help="The words of their addresses too.")
@click.option("--second", is_flag=True, help="Keep it as second.txt, for measuring only.")
@click.option("--force", is_flag=True, help="Overwrite the one that is there.")
@fetching
def command(topic: str, pages: tuple[str, ...], **given: Any) -> int:
    """Write a description of TOPIC made of the words of pages; judges compare with it.

    It counts where topic.toml has no description of its own. A second one, from another source, measures a crawl
    without having led it.
    """
    from lycosa.cli.show import complain, many

    holder = opened(topic)
    with finder(given) as found:
        got = found.all(pages)
    whole = all_had(got)
    text = described(got, urls=given["urls"])
    if not text.strip():
        complain("the pages hold no words; nothing was written")
        return 1
    file = holder.write(FILES[given["second"]], text, force=given["force"])
    click.echo(f"{file} holds {many(len(text.split()), 'word')}.")
    if not given["second"] and holder.topic().words.strip() != text.strip():
        complain(f"{holder.path}/topic.toml has a description of its own, which goes before; take it out")
    return 0 if whole else 1


def described(got: Sequence[Got], *, urls: bool) -> str:
    """Titles and texts, a paragraph a page."""
    from lycosa.pages.urls import url_words

    parts = []
    for one in got:
        if one.page:
            address = [" ".join(url_words(one.name))] if urls and not one.file else []
            parts.append(" ".join(" ".join((*address, one.page.title, one.page.content)).split()))
    return "\n".join(part for part in parts if part) + "\n"
