"""What we hunt: topics and the words of languages. Data only."""

from lycosa.topics.read import read_topic
from lycosa.topics.topic import (
    BackLink,
    Concept,
    Example,
    Examples,
    Node,
    Scope,
    Term,
    Topic,
    TopicError,
    topic_from,
)

__all__ = [
    "BackLink",
    "Concept",
    "Example",
    "Examples",
    "Node",
    "Scope",
    "Term",
    "Topic",
    "TopicError",
    "read_topic",
    "topic_from",
]
