"""Every strategy on a real web and on a computed one: the tables of docs/strategies.md. `make table`.

Runs are kept in results/: what is there is not run again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import tomli_w

from lycosa.lab import measures
from lycosa.lab.results import load
from lycosa.lab.statistics.pairs import compared

if TYPE_CHECKING:
    from lycosa.lab.results import Results
    from lycosa.lab.statistics.pairs import Pair

HERE = Path(__file__).parents[1]
WEBS = HERE / os.environ.get("LYCOSA_WEBS", "../shared/webs")
RESULTS = HERE / "results"
FILE = HERE / "experiments" / "strategies.toml"
PRACTICE = "practice(pages=5000)"
HARVEST, RECALL = measures.of_run("harvest_area(judge='labels')"), measures.of_run("target_recall_area")
GUIDES = {  # other guides, and what they steer
    "svm+vocabulary": ("breadth_first", "best_first", "vocabulary_anchor"),
    "vocabulary": ("breadth_first", "best_first"),
    "cosine": ("breadth_first", "best_first", "window_combo", "tag_tree_combo", "url_combined"),
}


class Claim(NamedTuple):
    """What a paper found: the first does better than the second."""

    paper: str
    better: str
    worse: str
    by: str = "recall"


CLAIMS = (
    Claim("Uluhan 2006", "best_first_n", "best_first"),
    Claim("Uluhan 2006", "shark_n", "shark"),
    Claim("Uluhan 2006", "url_combined", "best_first"),
    Claim("Uluhan 2006", "url_combined", "in_degree"),
    Claim("Guan et al. 2008", "otie", "best_first"),
    Claim("Guan et al. 2008", "otie", "link_context_prediction"),
    Claim("Guan et al. 2008", "otie", "opic"),
    Claim("Guan et al. 2008", "link_context_prediction", "otie", "harvest"),
    Claim("Pant and Srinivasan 2006", "window_combo", "best_first", "harvest"),
    Claim("Pant and Srinivasan 2006", "tag_tree_combo", "best_first"),
    Claim("Pant and Srinivasan 2006", "best_first", "window"),
    Claim("Pant and Srinivasan 2006", "best_first", "back_link_window"),
    Claim("García Dorado 2008", "best_first (svm+vocabulary)", "best_first"),
    Claim("García Dorado 2008", "vocabulary_anchor", "best_first"),
    Claim("García Dorado 2008", "learning_anchor", "best_first"),
    Claim("García Dorado 2008", "best_first", "best_first(again='last')"),
    Claim("García Dorado 2008", "best_first", "context_graph"),
    Claim("García Dorado 2008", "best_first", "hp"),
    Claim("García Dorado 2008", "best_first", "breadth_first"),
    Claim("Sundrani and Habeeb", "regression_promise", "promise"),
)
WHY = {  # where our order is another than a paper's, why that may be
    (
        "best_first_n",
        "best_first",
    ): "a batch of 256 looks again four times in a thousand fetches; the gain was found where"
    " links of one site crowded the frontier, and here a site says nothing of a topic",
    ("url_combined", "best_first"): "its cosine knows the examples' words alone, the guide has learned from unrelated"
    " pages too; and the newest blend replaces the best one, as printed",
    (
        "otie",
        "best_first",
    ): "a page's cash is shared by all its links, of which these have fifty; the gain was found late,"
    " on longer crawls than these",
    ("otie", "link_context_prediction"): "as above; and the words around a link say more of it in running text than in"
    " lists",
    ("best_first", "window"): "links stand in sentences about what they lead to, while the whole article speaks of much"
    " else; the paper's pages came from the open web",
    ("learning_anchor", "best_first"): "anchors are names of articles, so that few of their words come twice in a"
    " thousand fetches; the thesis learned from forty thousand",
    (
        "regression_promise",
        "promise",
    ): "it learns from 300 pages on, whose words of URL and anchor foretell little here;"
    " the report judged by the quantity it trained on",
    ("shark_n", "shark"): "as for best_first_n",
}
HOSTS = (
    "`host_thompson` and `host_ucb` lead on schools because all links out of that web, to pictures and indexes, are to"
    " one host of their own, which they learn to leave alone: {own:.0%} of the fetches of `host_thompson` went outside"
    " the web, {plain:.0%} of those of `window_combo`."
)
TUNED = (
    "Constants of `host_ucb`, `infospiders`, `tag_path_bandit` and `tree_frontier` were chosen with an eye on topics of"
    " the practice web, those of `ache_levels`, `intelligent` and `q_link` with one on topics of schools: their figures"
    " there flatter them."
)
NAMES = {"hp": "history_path", "link_context_prediction": "window_combo(words=20, anchor='inside')"}


def lycosa(*args: str) -> None:
    """A command of ours, in a process of its own."""
    subprocess.run([sys.executable, "-m", "lycosa", "lab", *args, "--store", str(RESULTS / "webs")], check=True)


def stored() -> None:
    """Both webs in the store."""
    schools = WEBS / "schools"
    for name, source in (("schools", schools), ("practice", PRACTICE)):
        if not (RESULTS / "webs" / name).exists():
            lycosa("import", str(source), "--as", name)


def ran(name: str, **other: object) -> Results:
    """The results of the experiment, with something else in place of what the file says."""
    experiment = tomllib.loads(FILE.read_text("utf-8")) | other
    file = RESULTS / f"{name}.toml"
    file.write_text(tomli_w.dumps(experiment), "utf-8")
    lycosa("run", str(file), "--out", str(RESULTS / name))
    return load(RESULTS / name)


def row_of(results: Results, name: str) -> int:
    """Where a strategy stands among the results."""
    return results.strategies.index(NAMES.get(name, name))


def table(schools: Results, practice: Results, guided: dict[str, Results]) -> list[str]:
    """A row per strategy, the best by target recall on the real web first."""
    heads = ("strategy", "harvest, schools", "recall, schools", "from best_first [95 %]", "harvest, practice")
    lines = ["| " + " | ".join((*heads, "recall, practice")) + " |", "|---" * (len(heads) + 1) + "|"]
    areas = [results.table(measure) for results in (schools, practice) for measure in (HARVEST, RECALL)]
    base = areas[1][row_of(schools, "best_first")]
    presets = {means: name for name, means in NAMES.items()} | {"window_combo": "window_combo(words=40)"}
    for row in sorted(range(len(schools.strategies)), key=lambda row: -areas[1][row].mean()):
        name = schools.strategies[row]
        cells = [f"{area[row].mean():.3f}" for area in areas]
        bound = " (a bound)" if name in schools.bounds else ""
        cells.insert(2, "-" if name == "best_first" else told(compared(areas[1][row], base)))
        lines.append(f"| `{presets.get(name, name)}`{bound} | {' | '.join(cells)} |")
    for guide, results in guided.items():
        for row, name in enumerate(results.strategies):
            if name != "breadth_first":
                own = results.table(RECALL)[row]
                cells = [f"{results.table(HARVEST)[row].mean():.3f}", f"{own.mean():.3f}", told(compared(own, base))]
                lines.append(f"| `{name} ({guide})` | {' | '.join(cells)} | - | - |")
    return lines


def told(pair: Pair) -> str:
    """A difference and its interval."""
    return f"{pair.difference:+.3f} [{pair.low:+.3f}, {pair.high:+.3f}]"


def claims(schools: Results, practice: Results, guided: dict[str, Results]) -> list[str]:
    """What the papers found, and what we did."""
    lines = ["| paper | found better | than | by | schools | practice |", "|---|---|---|---|---|---|"]
    for claim in CLAIMS:
        measure = HARVEST if claim.by == "harvest" else RECALL
        cells = [_claimed(claim, results, measure, guided) for results in (schools, practice)]
        lines.append(f"| {claim.paper} | `{claim.better}` | `{claim.worse}` | {claim.by} | {' | '.join(cells)} |")
    return lines


def _claimed(claim: Claim, results: Results, measure: measures.OfRun, guided: dict[str, Results]) -> str:
    name, _, guide = claim.better.partition(" (")
    worse = results.table(measure)[row_of(results, claim.worse)]
    if not guide:
        return verdict(compared(results.table(measure)[row_of(results, name)], worse))
    other = guided[guide.rstrip(")")]
    if other.grounds[0].web != results.grounds[0].web:
        return "-"
    return verdict(compared(other.table(measure)[row_of(other, name)], worse))


def verdict(pair: Pair) -> str:
    """Whether we found it too."""
    word = "yes" if pair.low > 0 else "**no, the reverse**" if pair.high < 0 else "not shown"
    return f"{word}: {told(pair)}"


def reasons(schools: Results, guided: dict[str, Results]) -> list[str]:
    """Why our order may be another than a paper's, where it is on the real web; and what else is to be known."""
    lines = ["", "Where we found the reverse on the real web, why that may be:", ""]
    for claim in CLAIMS:
        measure = HARVEST if claim.by == "harvest" else RECALL
        why = WHY.get((claim.better, claim.worse))
        if why and "reverse" in _claimed(claim, schools, measure, guided):
            lines.append(f"- `{claim.better}` over `{claim.worse}` ({claim.paper}): {why}.")
    own, plain = (outside(schools, name) for name in ("host_thompson", "window_combo"))
    return [*lines, "", HOSTS.format(own=own, plain=plain), "", TUNED]


def outside(results: Results, name: str) -> float:
    """The share of fetches that went outside the web."""
    runs = [run for few in results.hunted[NAMES.get(name, name)] for run in few]
    return sum(run.facts["outside"] for run in runs) / sum(run.facts["requests"] for run in runs)


def intro(schools: Results, practice: Results) -> list[str]:
    """How the figures came about."""
    plain = tomllib.loads(FILE.read_text("utf-8"))
    guide = plain["guide"]
    text = (
        f"Areas under harvest (by labels) and target recall over {schools.budget:,} fetches, failed ones included:"
        f" {len(schools.topics)} topics of an encyclopedia's 4,604 pages (schools) and {len(practice.topics)} of"
        f" `{PRACTICE}`, {plain['start']['seeds']} seeds each, the mean of {plain['repetitions']} runs of those that"
        f" draw lots. `{guide['judge']}` guides, trained on {guide['positives']} relevant and {guide['negatives']}"
        " other pages; another judge that does stands in brackets. Differences are over topics, with the bootstrap's"
        " interval. `make table` makes all of it again. No claim rests on the practice web alone."
    )
    return [text, ""]


def main() -> None:
    """Run what has not been run, and write the tables."""
    if not (WEBS / "schools").is_dir():
        print(f"no recorded web at {WEBS / 'schools'}: set LYCOSA_WEBS to the folder of webs", file=sys.stderr)
        return
    RESULTS.mkdir(exist_ok=True)
    stored()
    plain = tomllib.loads(FILE.read_text("utf-8"))
    schools = ran("schools")
    guided = {
        judge: ran(f"schools_{judge}", strategies=list(names), guide=plain["guide"] | {"judge": judge})
        for judge, names in GUIDES.items()
    }
    practice = ran("practice", webs=["practice"], topics={"least": 20, "draw": 20})
    told = (schools, practice, guided)
    parts = [intro(schools, practice), table(*told), [""], claims(*told), reasons(schools, guided)]
    text = "\n".join(line for part in parts for line in part)
    (HERE / "docs" / "strategies_table.md").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
