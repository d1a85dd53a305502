"""A topic tree as it is edited: nodes of tree.toml, their examples, and which are wanted (Uluhan 2006, chapter II)."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from lycosa import judges
from lycosa.engines.topic_judge import as_text
from lycosa.pages.lexicon import Lexicon
from lycosa.topics.files import text_beside
from lycosa.topics.topic import Example, Examples, Topic, TopicError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lycosa.engines.topic_folder import TopicFolder
    from lycosa.topics.topic import Node

FILE, KEY = "tree.toml", "tree"
HEAD = "# The topic tree: a node is wanted, or is there so that pages can be told from those that are.\n"
ALIKE = "cosine(like='examples')"


class TopicTree:
    """The nodes of tree.toml by path, in order; each change is written by `save`."""

    def __init__(self, holder: TopicFolder) -> None:
        self.holder = holder
        holder.topic()  # what is written wrongly is said before anything is changed
        held = tomllib.loads(text_beside(str(holder.path / FILE)))
        self.nodes: dict[str, dict[str, Any]] = {}
        for node in held.get(KEY, []):
            self.add(node["path"]).update({name: value for name, value in node.items() if name != "path"})

    def add(self, path: str) -> dict[str, Any]:
        """The node of that path, made where there is none, and the nodes above it."""
        parts = [part.strip() for part in path.split("/")]
        if not all(parts):
            raise TopicError(f"{path!r} is no path; write it like Science/Biology")
        for depth in range(1, len(parts) + 1):
            self.nodes.setdefault("/".join(parts[:depth]), {})
        return self.nodes["/".join(parts)]

    def node(self, path: str) -> dict[str, Any]:
        """The node of that path."""
        if path not in self.nodes:
            raise TopicError(
                f"no node {path!r} in {self.holder.path / FILE}; there are {', '.join(self.nodes) or 'none'}"
            )
        return self.nodes[path]

    def remove(self, path: str) -> None:
        """Take a node away with all below it."""
        self.node(path)
        self.nodes = {name: node for name, node in self.nodes.items() if not f"{name}/".startswith(f"{path}/")}

    def want(self, path: str, *, wanted: bool) -> None:
        """Mark it as wanted, or no longer."""
        self.node(path)["wanted"] = wanted

    def put(self, page: str, path: str, kind: str) -> None:
        """Make a page an example of a node; `kind` is url or file."""
        examples = self.node(path).setdefault("examples", [])
        if {kind: page} not in examples:
            examples.append({kind: page})

    def move(self, page: str, path: str) -> None:
        """Take an example from where it is to another node."""
        target = self.node(path)
        for node in self.nodes.values():
            for example in node.get("examples", []):
                if page in (example, *(example.values() if isinstance(example, dict) else ())):
                    node["examples"].remove(example)
                    target.setdefault("examples", []).append(example)
                    return
        raise TopicError(f"no node has the example {page}; add it with --example PATH PAGE")

    def save(self) -> None:
        """Write them."""
        nodes = [
            {"path": path, "wanted": bool(node.get("wanted")), "examples": node.get("examples", [])}
            for path, node in self.nodes.items()
        ]
        self.holder.write(FILE, HEAD + tomli_w.dumps({KEY: nodes}), force=True)


def nearest(tree: Sequence[Node], words: str, language: str) -> list[tuple[str, float]]:
    """The nodes by how much a text is like their examples, the nearest first."""
    found = []
    for node in tree:
        shown = tuple(Example(text=one.text) for one in node.examples if one.text)
        if shown:
            judge = judges.find(ALIKE)
            judge.begin(Topic(name=node.path, languages=(language,), examples=Examples(relevant=shown)))
            text = as_text(words, Lexicon())
            found.append((node.path, float(judge.margins(text, text.page)[0])))
    return sorted(found, key=lambda one: (-one[1], one[0]))
