"""What is hunted. Data only: a topic knows nothing of pages, judges or crawls."""

from __future__ import annotations

import msgspec

from lycosa.pages.errors import LycosaError
from lycosa.pages.tokens import tokens


class TopicError(LycosaError):
    """Something is wrong with a topic; the message is one line that says what and where."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page that belongs to the topic, or does not: a URL, a file beside the topic, or the text itself."""

    url: str = ""
    file: str = ""
    text: str = ""


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages that show what is meant."""

    relevant: tuple[Example, ...] = ()
    unrelated: tuple[Example, ...] = ()


class Term(msgspec.Struct, frozen=True):
    """A weighted term: words that must all be there, each a single word or a phrase."""

    weight: float
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return " @and ".join(self.parts)


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A node of a topic tree: the pages below it that are meant, or are the neighbours of those."""

    path: str  # "Science/Biology/Birds"
    wanted: bool = False
    examples: tuple[Example, ...] = ()


class BackLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page from which so many links lead to an example."""

    layer: int  # 1 links to an example, 2 to a page that does
    text: str
    contexts: tuple[str, ...] = ()  # the words around its links to the layer below
    url: str = ""


class Concept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A concept of an ontology, by what texts call it and what it lies near."""

    id: str
    labels: tuple[str, ...]
    broader: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    focus: bool = False  # the topic is about it


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the hunt may go. All off: anywhere."""

    stay_in: tuple[str, ...] = ()  # host suffixes and domains: "edu", "example.org"
    seed_sites: bool = False  # only the sites of the seeds
    leave_out: tuple[str, ...] = ()  # URLs (everything below them too) and sites
    leave_out_file: str = ""  # more of them, one a line
    link_texts: tuple[str, ...] = ()  # links with one of these texts are not followed
    usual_link_texts: bool = False  # and those of the shipped list: privacy policy, contact us, ...


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subject to hunt, as far as its owner has described it."""

    name: str = ""
    description: str = ""
    point_of_view: str = ""
    rules: tuple[str, ...] = ()  # what counts as relevant, in plain sentences
    not_related: tuple[str, ...] = ()  # neighbouring topics that do not count
    query: str = ""
    languages: tuple[str, ...] = ()
    vocabulary: tuple[Term, ...] = ()
    examples: Examples = Examples()
    scope: Scope = Scope()
    synonyms: tuple[tuple[str, float], ...] = ()  # of the query's words, with what each counts
    tree: tuple[Node, ...] = ()
    back_links: tuple[BackLink, ...] = ()
    concepts: tuple[Concept, ...] = ()
    neighbours: tuple[Example, ...] = ()  # relevant pages of other topics; in none of its own files

    @property
    def words(self) -> str:
        """The topic in its owner's words: the description or, where there is none, the query."""
        return self.description if self.description.strip() else self.query

    @property
    def language(self) -> str:
        """The language of the topic's own words."""
        return self.languages[0] if self.languages else "en"


def topic_from(text: str) -> Topic:
    """A topic from a bare string, "formula 1" say."""
    query = " ".join(text.split())
    if not tokens(query):
        raise TopicError('the topic is empty: say what to hunt, "formula 1" say, or name a folder with a topic.toml')
    return Topic(name=query, query=query)
