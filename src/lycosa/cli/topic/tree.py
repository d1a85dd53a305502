"""Show and edit a topic tree: nodes, their examples, and which are wanted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import Sectioned
from lycosa.cli.topic.named import TOPIC, all_had, fetching, finder, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.engines.topic_tree import TopicTree
    from lycosa.engines.wanted_pages import Got
    from lycosa.topics.topic import Node

EXAMPLES = """\b
Examples:
  lycosa topic tree bees --add Animals/Insects/Bees --add Animals/Insects/Wasps --want Animals/Insects/Bees
  lycosa topic tree bees --example Animals/Insects/Wasps https://example.org/wasps
  lycosa topic tree bees --place https://example.org/hornets
  lycosa topic tree bees --move https://example.org/hornets Animals/Insects/Wasps
"""
MANY: Any = {"multiple": True, "metavar": "PATH"}


@click.command(cls=Sectioned, epilog=EXAMPLES)
@TOPIC
@click.option("--add", "added", help="A new node, and those above it.", **MANY)
@click.option("--remove", "removed", help="Take a node away, with all below it.", **MANY)
@click.option("--want", "wanted", help="Pages of this node are what is hunted.", **MANY)
@click.option("--unwant", "unwanted", help="They are no longer.", **MANY)
@click.option("--example", "examples", nargs=2, multiple=True, metavar="PATH PAGE", help="A page that shows a node.")
@click.option("--move", "moved", nargs=2, multiple=True, metavar="PAGE PATH", help="An example goes to another node.")
@click.option(
    "--place", "placed", multiple=True, metavar="PAGE", help="Put a page to the node whose examples it is like."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a node.")
@fetching
def command(topic: str, **given: Any) -> int:
    """Edit the tree of TOPIC in tree.toml, in the order of the options above, and show it.

    Strategies that hunt by a tree (soft_focus, hard_focus) learn every node from its examples.
    """
    from lycosa.engines.topic_tree import TopicTree

    holder = opened(topic)
    tree = TopicTree(holder)
    for names, change in (
        (given["added"], tree.add),
        (given["removed"], tree.remove),
        (given["wanted"], lambda path: tree.want(path, wanted=True)),
        (given["unwanted"], lambda path: tree.want(path, wanted=False)),
    ):
        for path in names:
            change(path)
    for path, _ in given["examples"]:
        tree.node(path)
    whole = _shown(holder, tree, given)
    for page, path in given["moved"]:
        tree.move(page, path)
    if any(given[name] for name in ("added", "removed", "wanted", "unwanted", "examples", "moved", "placed")):
        tree.save()
    for line in _lines(holder.topic().tree, as_json=given["as_json"]):
        click.echo(line)
    return 0 if whole else 1


def _shown(holder: TopicFolder, tree: TopicTree, given: dict[str, Any]) -> bool:
    """Pages made examples, of the node that is named or of the one they are most like."""
    from lycosa.cli.show import complain
    from lycosa.engines.topic_tree import nearest
    from lycosa.engines.wanted_pages import named

    paths = {named(page).name: path for path, page in given["examples"]}
    with finder(given) as found:
        got = found.all([*paths, *given["placed"]])
    whole = all_had(got)
    topic = holder.topic()
    for one in got:
        if one.page is None:
            continue
        path = paths.get(one.name, "")
        if not path:
            near = nearest(topic.tree, f"{one.page.title} {one.page.content}", topic.language)
            if not near or near[0][1] <= 0:
                complain(f"{one.name}: like no node's examples; name its node with --example PATH PAGE")
                whole = False
                continue
            path = near[0][0]
            tree.node(path)
            complain(f"{one.name} goes to {path} ({', '.join(f'{name} {value:.2f}' for name, value in near[:3])})")
        tree.put(_kept(holder, one), path, "file" if one.file else "url")
    return whole


def _kept(holder: TopicFolder, one: Got) -> str:
    if one.file:
        return holder.copied(one.file)
    if one.page:
        holder.keep(one.name, one.page)
    return one.name


def _lines(tree: Sequence[Node], *, as_json: bool) -> list[str]:
    from lycosa.cli import tables

    if as_json:
        told = [
            {"path": one.path, "wanted": one.wanted, "examples": [page.url or page.file for page in one.examples]}
            for one in tree
        ]
        return [json.dumps(one, ensure_ascii=False) for one in told]
    rows = [
        [
            one.path,
            "wanted" if one.wanted else "",
            f"{len(one.examples):,}",
            f"{sum(bool(page.text) for page in one.examples):,}",
        ]
        for one in tree
    ]
    return (
        tables.table(["node", "", "examples", "kept"], rows, "llrr")
        if rows
        else ["The topic has no tree; --add makes one."]
    )
