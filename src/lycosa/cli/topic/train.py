"""Train a topic's judge and keep it in the topic's folder."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.topic.named import TOPIC, opened

if TYPE_CHECKING:
    from lycosa.engines.topic_folder import TopicFolder

EXAMPLES = """\b
Examples:
  lycosa topic train bees
  lycosa topic train bees --judge "svm(units='words+phrases')"
"""


@click.command(epilog=EXAMPLES)
@TOPIC
@click.option("--judge", metavar="NAME", help="Which; others than the usual one at the topic's rung.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def command(topic: str, *, judge: str | None, as_json: bool) -> int:
    """Train the judge of TOPIC on all that lies in its folder, and keep it there as judge.trained.

    topic show, check and label go by it from then on, and lycosa crawl takes the judge of that name. The file holds
    the hash of what it was trained on: when the topic changes, it is said that it should be trained again.
    """
    holder = opened(topic)
    told = trained(holder, judge)
    click.echo(json.dumps(told, indent=2) if as_json else "\n".join(lines(told)))
    return 0


def trained(holder: TopicFolder, name: str | None) -> dict[str, Any]:
    """Train and keep it; what it is and how long that took."""
    from lycosa.cli.show import complain
    from lycosa.cli.topic.show import measured
    from lycosa.engines.topic_judge import JUDGE, lessened, ready
    from lycosa.judges.files import saved, trained_on
    from lycosa.judges.ladder import USUAL
    from lycosa.judges.quality import quality

    read = holder.topic()
    name = name or USUAL
    for why in lessened(name, read):
        complain(why)
    began = time.perf_counter()
    judge = ready(name, read)
    seconds = time.perf_counter() - began
    sha = trained_on(read)
    data = saved(judge, sha)
    file = holder.put(JUDGE, data)
    found = quality(repr(judge), read)
    return {
        "judge": repr(judge),
        "file": str(file),
        "bytes": len(data),
        "trained_on": sha,
        "relevant": sum(bool(one.text) for one in read.examples.relevant),
        "unrelated": sum(bool(one.text) for one in read.examples.unrelated),
        "seconds": round(seconds, 3),
        "quality": found and measured(found),
    }


def lines(told: dict[str, Any]) -> list[str]:
    """For people."""
    from lycosa.cli import tables
    from lycosa.cli.show import safe
    from lycosa.cli.topic.show import quality_words

    head = (
        f"{told['judge']} is trained on {told['relevant']:,} relevant and {told['unrelated']:,} unrelated examples, in "
        f"{told['seconds']:.2f} seconds: {told['file']}."
    )
    return [
        *tables.wrapped(safe(head)),
        *tables.wrapped(f"Quality: {quality_words(told['quality'])}."),
        *_choice(told["quality"]),
    ]


def _choice(quality: dict[str, Any] | None) -> list[str]:
    """By what a C was chosen, where one was (García Dorado 2008, table 11.1)."""
    from lycosa.cli import tables

    if not (quality and quality["table"]):
        return []
    rows = [[f"{c:g}", f"{vectors:,}", f"{accuracy:.3f}"] for c, vectors, accuracy in quality["table"]]
    return ["", *tables.table(["C", "vectors", "accuracy held out"], rows, right="rrr")]
