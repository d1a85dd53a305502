"""Synonyms: of the word itself, in every sense, for what a language's WordNet knows and no more."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa import judges, strategies
from lycosa.engines.hunts import no_synonyms, with_synonyms
from lycosa.pages.lexicon import Lexicon
from lycosa.pages.records import Ranges, Text
from lycosa.topics import read_topic, synonyms
from lycosa.topics.topic import Topic
from tests.topics.wordnet import write_wordnet

BEST_FIRST = "best_first"
ASKS = "nyu_cosine(synonyms=True)"


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory):
    return write_wordnet(tmp_path_factory.mktemp("dictionary") / "wordnet")


def test_each_sense_gives_its_synonyms_and_each_counts_half(wordnet):
    found = synonyms.synonyms(["wolves"], folder=wordnet)

    assert found == [("grey hunter", 0.5), ("masher", 0.5), ("woman chaser", 0.5)]


def test_what_holds_a_word_of_the_query_is_no_synonym(wordnet):
    assert "wolf cub" not in dict(synonyms.synonyms(["cub", "wolf"], folder=wordnet))
    assert synonyms.synonyms(["cub"], folder=wordnet) == []


def test_a_word_is_not_taken_for_a_form_of_another(wordnet):
    assert synonyms.synonyms(["bees"], folder=wordnet) == []
    assert dict(synonyms.synonyms(["be"], folder=wordnet)) == {}, "a stop-word has no synonyms"


def test_by_similarity_a_synonym_in_one_sense_of_two_counts_less_than_one_in_all(wordnet):
    """By hand: from wolf by animal and thing to rake are three steps, so 1/4 for that sense, and 1 for its own."""
    assert dict(synonyms.synonyms(["wolf"], folder=wordnet, similar=True))["masher"] == (1 / 4 + 1) / 2
    assert dict(synonyms.synonyms(["animal"], folder=wordnet, similar=True)) == {"beast": 1.0}


def test_none_are_there_without_a_dictionary_or_in_another_language_and_it_says_why(wordnet, tmp_path):
    assert synonyms.lacking("en", wordnet) == ""
    for language, folder, said in (("de", wordnet, "knows English"), ("en", str(tmp_path), "wordnet-sense-index")):
        assert synonyms.synonyms(["wolf"], language, folder) == []
        assert said in synonyms.lacking(language, folder)


def test_a_hunt_has_them_where_its_judge_asks_for_them_and_the_topic_has_none(wordnet, monkeypatch):
    monkeypatch.setenv("LYCOSA_WORDNET", wordnet)
    topic, strategy = Topic(query="wolf"), strategies.find(BEST_FIRST)

    assert dict(with_synonyms(topic, strategy, ASKS).synonyms)["masher"] == 0.5
    assert with_synonyms(topic, strategy, "nyu_cosine") is topic
    own = Topic(query="wolf", synonyms=(("lupus", 0.9),))
    assert with_synonyms(own, strategy, ASKS) is own


def test_what_is_asked_for_and_cannot_be_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("LYCOSA_WORDNET", str(tmp_path))

    assert str(tmp_path) in no_synonyms(Topic(query="wolf"), BEST_FIRST, ASKS)
    assert no_synonyms(Topic(query="wolf"), BEST_FIRST, "cosine") == ""
    assert no_synonyms(Topic(query="wolf", synonyms=(("lupus", 0.9),)), BEST_FIRST, ASKS) == ""


def test_a_topic_may_write_its_own(tmp_path):
    (tmp_path / "topic.toml").write_text('query = "wolf"\nsynonyms = [["lupus", 0.9]]\n', "utf-8")
    (tmp_path / "synonyms.txt").write_text('# of the wolf\n0.5: "grey hunter"\n', "utf-8")

    assert read_topic(str(tmp_path)).synonyms == (("lupus", 0.9), ("grey hunter", 0.5))


@pytest.mark.parametrize("wrong", ['"lupus"', "5", '["lupus"]', '[["lupus"]]', '[["lupus", "much"]]'])
def test_synonyms_written_wrongly_are_refused_in_one_line(tmp_path, wrong):
    (tmp_path / "topic.toml").write_text(f'query = "wolf"\nsynonyms = {wrong}\n', "utf-8")

    with pytest.raises(ValueError, match=r"topic.toml, line 2, synonyms: [^\n]*$"):
        read_topic(str(tmp_path))


def margins(name, words, **topic):
    lexicon = Lexicon()
    judge = judges.find(name)
    judge.begin(Topic(query="zqa", **topic))
    return judge.margins(Text(lexicon.ids(words), lexicon), Ranges(np.array([0]), np.array([len(words)])))[0]


def test_a_synonym_counts_by_its_weight_as_much_as_a_query_word_as_rare():
    words = (("zqb", 0.5), ("two words", 0.5))

    plain = margins("nyu_cosine", ["zqa", "zqc"])

    assert margins(ASKS, ["zqb", "zqc"], synonyms=words) == pytest.approx(0.5 * plain)
    assert margins(ASKS, ["zqa", "zqb"], synonyms=words) == pytest.approx(1.5 * plain)
    assert margins(ASKS, ["two", "zqc"], synonyms=words) == 0.0
    assert margins("nyu_cosine", ["zqb", "zqc"], synonyms=words) == 0.0


@pytest.mark.parametrize("word", ["car", "wolf", "intelligence"])
def test_debians_wordnet_is_read_where_it_is_there(word):
    if synonyms.lacking():
        pytest.skip(f"no WordNet of Debian's: {synonyms.lacking()}")
    found = dict(synonyms.synonyms([word]))

    assert {"car": "automobile", "wolf": "beast", "intelligence": "news"}[word] in found
    assert set(found.values()) == {0.5}
    near = dict(synonyms.synonyms([word], similar=True))
    assert list(near) == list(found)
    assert all(0 < weight <= 1 for weight in near.values())
