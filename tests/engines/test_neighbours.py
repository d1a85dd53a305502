"""While a topic shows little that does not belong, pages of the topics beside it stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lycosa import judges
from lycosa.cli.wanted import topic_here
from lycosa.engines.topic_folder import TopicFolder
from lycosa.judges import ladder
from lycosa.judges.files import trained_on
from lycosa.judges.held_out import Shown
from lycosa.judges.training import LEAST_MADE_UP, training
from lycosa.topics.read import read_topic
from lycosa.topics.topic import TopicError

if TYPE_CHECKING:
    from pathlib import Path

    from lycosa.topics.topic import Topic

ABOUT = {
    "bees": "the queen bee lays eggs in the comb of the hive",
    "taxes": "the tax office stamps forms in march",
    "trains": "the engine pulls coaches over the viaduct",
}


def written(folder: Path, name: str, relevant: int, more: str = "") -> Path:
    """A topic's folder with so many pages."""
    (folder / name / "examples").mkdir(parents=True)
    (folder / name / "topic.toml").write_text(f'name = "{name}"\nlanguages = ["en"]\n{more}', "utf-8")
    for number in range(relevant):
        (folder / name / "examples" / f"{number}.txt").write_text(f"{ABOUT[name]} number{number}", "utf-8")
    lines = "".join(f"examples/{number}.txt\trelevant\n" for number in range(relevant))
    (folder / name / "labels.tsv").write_text(lines, "utf-8")
    return folder / name


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Three topics, a folder that is none, and a topic that cannot be read."""
    for name, relevant in (("bees", 4), ("taxes", 30), ("trains", 5)):
        written(tmp_path, name, relevant)
    (tmp_path / "papers").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "topic.toml").write_text("name =", "utf-8")
    return tmp_path


def texts(topic: Topic) -> list[str]:
    return [one.text for one in topic.neighbours]


def test_they_are_taken_from_each_topic_in_turn_and_no_more_than_are_wanted(workspace: Path) -> None:
    found = texts(TopicFolder(workspace / "bees").topic())

    assert len(found) == LEAST_MADE_UP
    assert [text.split()[1] for text in found[:4]] == ["tax", "engine", "tax", "engine"]
    assert sum("engine" in text for text in found) == 5
    assert topic_here(str(workspace / "bees")) == TopicFolder(workspace / "bees").topic()
    assert topic_here(str(workspace / "bees" / "topic.toml")) == TopicFolder(workspace / "bees").topic()


def test_a_first_label_loses_nothing_and_a_topic_that_shows_as_much_as_belongs_wants_none(workspace: Path) -> None:
    for number in range(4):
        (workspace / "bees" / "examples" / f"wasp{number}.txt").write_text(f"wasps sting {number}", "utf-8")
        with (workspace / "bees" / "labels.tsv").open("a", encoding="utf-8") as labels:
            labels.write(f"examples/wasp{number}.txt\tirrelevant\n")
        topic = TopicFolder(workspace / "bees").topic()
        shown = training(topic)
        assert shown.unrelated[: number + 1] == [("wasps", "sting", str(at)) for at in range(number + 1)]
        assert len(shown.unrelated) == (LEAST_MADE_UP if number < 3 else 4)
        assert len(Shown.of(topic).texts) == 4 + len(shown.unrelated)

    assert texts(topic) == []


def test_nor_does_one_of_words_alone(workspace: Path) -> None:
    written(workspace, "others", 0, 'query = "other things"\n')

    assert texts(TopicFolder(workspace / "others").topic()) == []


def test_a_judge_learns_from_them_as_from_unrelated_pages(workspace: Path) -> None:
    topic = TopicFolder(workspace / "bees").topic()
    shown, held = training(topic), Shown.of(topic)

    assert [len(shown.relevant), len(shown.unrelated), shown.made_up] == [4, LEAST_MADE_UP, False]
    assert [int(held.relevant.sum()), len(held.texts), held.made_up] == [4, 4 + LEAST_MADE_UP, False]
    assert ladder.deserved(topic) == judges.find(ladder.EXAMPLES)
    assert trained_on(topic) != trained_on(read_topic(str(workspace / "bees")))


def test_where_they_are_few_texts_are_made_up_besides(tmp_path: Path) -> None:
    for name, relevant in (("bees", 4), ("trains", 2)):
        written(tmp_path, name, relevant)
    shown = training(TopicFolder(tmp_path / "bees").topic())

    assert [len(shown.unrelated), shown.made_up] == [LEAST_MADE_UP, True]
    assert ["engine" in text for text in shown.unrelated[:3]] == [True, True, False]


def test_no_file_of_a_topic_names_them(tmp_path: Path) -> None:
    folder = written(tmp_path, "bees", 1, 'neighbours = ["wasps"]\n')

    with pytest.raises(TopicError, match="no such key"):
        read_topic(str(folder))


def test_a_misspelled_topic_in_a_folder_that_is_there_is_not_hunted_as_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topics").mkdir()

    with pytest.raises(TopicError, match="topics/bes: no topic there"):
        topic_here("topics/bes")
    assert [topic_here(words).query for words in ("bes", "AC/DC")] == ["bes", "AC/DC"]
