"""A topic's tree and its back-links: tables in topic.toml, or in tree.toml and back_links.toml beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lycosa.topics.document import Document
from lycosa.topics.files import beside, read_text, text_beside
from lycosa.topics.labels import with_kept
from lycosa.topics.topic import BackLink, Node, TopicError

if TYPE_CHECKING:
    from collections.abc import Iterator

TREE, BACK_LINKS = "tree", "back_links"


def spelled_out(listed: Any) -> Any:
    """An example that is a mere string is a URL."""
    return [{"url": one} if isinstance(one, str) else one for one in listed] if isinstance(listed, list) else listed


def tree_of(raw: dict[str, Any], document: Document, folder: str) -> tuple[Node, ...]:
    """The nodes, each path once, examples in files with their text."""
    found: dict[str, Node] = {}
    for entry, holder in _tables(TREE, raw, document, folder):
        holder.check_table(entry, TREE, Node)
        if isinstance(entry, dict) and "examples" in entry:
            entry["examples"] = spelled_out(entry["examples"])
        node = holder.converted(entry, Node, TREE)
        path = "/".join(part.strip() for part in node.path.split("/"))
        if not all(path.split("/")):
            raise TopicError(f"{holder.where(TREE, 'path')}: {node.path!r} is no path; write it like Science/Biology")
        where = f"{holder.where(TREE, 'examples')} of {path}"
        holder.check_examples(node.examples, where)
        examples = tuple(with_kept(one, folder, where) for one in node.examples)
        known = found.get(path, Node(path))
        found[path] = Node(path, known.wanted or node.wanted, (*known.examples, *examples))
    return tuple(found.values())


def back_links_of(raw: dict[str, Any], document: Document, folder: str) -> tuple[BackLink, ...]:
    """The pages that lead to examples, nearest first; of `file` the text is read."""
    found = []
    for entry, holder in _tables(BACK_LINKS, raw, document, folder):
        file = entry.pop("file", "") if isinstance(entry, dict) else ""
        holder.check_table(entry, BACK_LINKS, BackLink)
        where = holder.where(BACK_LINKS, "file")
        if isinstance(file, str) and file:
            entry["text"] = read_text(beside(file, folder), where)
        link = holder.converted(entry, BackLink, BACK_LINKS)
        if link.layer < 1:
            raise TopicError(f"{holder.where(BACK_LINKS, 'layer')}: must be 1 or more: 1 links to an example")
        found.append(link)
    return tuple(sorted(found, key=lambda link: link.layer))


def _tables(key: str, raw: dict[str, Any], document: Document, folder: str) -> Iterator[tuple[Any, Document]]:
    """The tables of that name, each with the file it stands in."""
    file = f"{folder}{key}.toml"
    own = Document(file, text_beside(file))
    other = own.parsed()
    for name in other:
        if name != key:
            raise TopicError(f"{own.where('', name)}: no such key; there is [[{key}]]")
    for held, holder in ((raw.pop(key, []), document), (other.get(key, []), own)):
        if not isinstance(held, list):
            raise TopicError(f"{holder.where('', key)}: must be tables, each below a line [[{key}]]")
        yield from ((entry, holder) for entry in held)
