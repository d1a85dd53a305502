"""Make a topic: a folder of plain files that say what to hunt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned
from lycosa.cli.topic.named import all_had, fetching, finder, shown_to

if TYPE_CHECKING:
    from lycosa.engines.topic_folder import TopicFolder

EXAMPLES = """\b
Examples:
  lycosa topic new "formula 1" --language en --rule "a fan site counts" --not-related Nascar
  lycosa topic new topics/bees --query "honey bees" --example https://example.org/bees --example hive.html
"""
HEAD = """\
# What to hunt. Labels, vocabulary.txt, synonyms.txt and description.txt beside this file belong to it too.
"""


@click.command(cls=Sectioned, epilog=EXAMPLES)
@click.argument("name")
@click.option("--query", default="", metavar="WORDS", help="As one would ask a search engine.  [default: the name]")
@click.option("--description", default="", metavar="TEXT", help="The subject in a few sentences.")
@click.option("--point-of-view", default="", metavar="TEXT", help="Who looks: a fan, an engineer, a student.")
@click.option("--rule", "rules", multiple=True, metavar="TEXT", help="What counts as relevant; may be given again.")
@click.option("--not-related", multiple=True, metavar="NAME", help="A neighbouring subject that does not count.")
@click.option("--language", multiple=True, metavar="CODE", help="Only pages in it are relevant: en.")
@click.option("--example", "examples", multiple=True, metavar="URL|FILE", help="A page that belongs to the topic.")
@click.option("--unrelated", multiple=True, metavar="URL|FILE", help="A page that does not.")
@fetching
def command(name: str, **given: Any) -> int:
    """Make the topic NAME in a folder of this name; NAME may be a path.

    Files given as examples are copied into the folder; addresses are fetched once and their pages kept there.
    """
    from lycosa.cli.order import fetch_from
    from lycosa.engines.wanted_pages import named

    shown = [named(one) for one in (*given["examples"], *given["unrelated"])]
    if not given["folder"] and any(one.file is None for one in shown):
        fetch_from(
            given
        )  # what cannot be fetched, or is neither a file nor an address, is said before the folder is made
    holder = made(name, given)
    whole = True
    with finder(given) as pages:
        for value, names in (("relevant", given["examples"]), ("irrelevant", given["unrelated"])):
            got = pages.all(names)
            whole &= all_had(got)
            shown_to(holder, got, value)
    click.echo(f"{holder.path} is made; lycosa topic show {holder.path} says what is known of it.")
    return 0 if whole else 1


def made(name: str, given: dict[str, Any]) -> TopicFolder:
    """The folder with its topic.toml."""
    import tomli_w

    from lycosa.cli.options import languages_from
    from lycosa.cli.order import slug
    from lycosa.engines.topic_folder import begin

    path = Path(name).expanduser()
    title = path.name.strip() or name
    told = {key: given[key].strip() for key in ("description", "point_of_view", "query")}
    if not (told["query"] or told["description"]):
        told["query"] = title
    lists = {key: list(given[key]) for key in ("rules", "not_related")}
    document = {"name": title, **told, **lists, "languages": list(languages_from(given))}
    written = tomli_w.dumps({key: value for key, value in document.items() if value})
    return begin(path.parent / slug(title) if " " in title else path, HEAD + written)
