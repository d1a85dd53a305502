"""A topic's tree, back-links, description and labels lie in plain files beside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.engines.topic_folder import RELATED, UNRELATED
from lycosa.engines.topic_judge import JUDGE
from lycosa.topics import BackLink, Example, Node, TopicError, read_topic
from lycosa.topics.concepts import NAMES as CONCEPTS
from lycosa.topics.labels import FILES, KEPT, LABELS, VALUES, kept_as, line_of, read_labels
from lycosa.topics.lists import BACK_LINKS, TREE
from lycosa.topics.read import DESCRIPTION

PAGE = "<title>Robins</title><p>A robin sings."


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "topic.toml").write_text('query = "birds"\n', "utf-8")
    return tmp_path


def written(folder, **files):
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    return folder


def refused(folder):
    with pytest.raises(TopicError) as caught:
        read_topic(str(folder))
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{folder}/")


def test_a_tree_may_stand_in_topic_toml_and_beside_it_and_is_one(folder):
    (folder / "robin.html").write_text(PAGE, "utf-8")
    own = 'query = "birds"\n[[tree]]\npath = "Science/Birds"\nwanted = true\nexamples = ["http://birds.test/"]\n'
    more = '[[tree]]\npath = "Science"\n\n[[tree]]\npath = "Science / Birds"\nexamples = [{file = "robin.html"}]\n'

    tree = read_topic(str(written(folder, topic__toml=own, tree__toml=more))).tree

    examples = (Example(url="http://birds.test/"), Example(file="robin.html", text="Robins\nA robin sings."))
    assert tree == (Node("Science/Birds", wanted=True, examples=examples), Node("Science"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[tree]]\npath = "A//B"', "tree.toml, line 2, tree.path: 'A//B' is no path; write it like Science/Biology"),
        ("[[tree]]\nwanted = true", "tree.toml, line 1, tree: Object missing required field `path`"),
        ('[[tree]]\npath = "A"\nwanted = 1', "tree.toml, line 3, tree.wanted: must be true or false"),
        ('[[tree]]\npath = "A"\nwant = 1', "tree.toml, line 3, tree.want: no such key; did you mean wanted?"),
        ('[tree]\npath = "A"', "tree.toml, line 1, tree: must be tables, each below a line [[tree]]"),
        ('[[node]]\npath = "A"', "tree.toml, line 1, node: no such key; there is [[tree]]"),
        (
            '[[tree]]\npath = "A"\nexamples = ["no address"]',
            "tree.toml, line 3, tree.examples of A: 'no address' is no web address; write it like http://example.org/",
        ),
        (
            '[[tree]]\npath = "A"\nexamples = [{file = "gone.txt"}]',
            "tree.toml, line 3, tree.examples of A: cannot read gone.txt: No such file or directory",
        ),
        ("[[tree", "tree.toml: Expected ']]' at the end of an array declaration (at end of document)"),
    ],
)
def test_a_tree_written_wrongly_is_refused_with_its_own_file_and_line(folder, text, said):
    assert refused(written(folder, tree__toml=text)).replace(f"{folder}/", "") == said


def test_back_links_come_nearest_first_with_their_text(folder):
    written(folder, hub__html="<title>Hub</title><p>Birds here.")
    text = '[[back_links]]\nlayer = 2\nfile = "hub.html"\n[[back_links]]\nlayer = 1\ntext = "b"\ncontexts = ["see b"]\n'

    assert read_topic(str(written(folder, back_links__toml=text))).back_links == (
        BackLink(1, "b", ("see b",)),
        BackLink(2, "Hub\nBirds here."),
    )


def test_back_links_written_wrongly_are_refused(folder):
    assert "layer: must be 1 or more" in refused(
        written(folder, back_links__toml='[[back_links]]\nlayer = 0\ntext = ""')
    )
    assert "no such key; did you mean layer" in refused(written(folder, back_links__toml="[[back_links]]\nlayr = 1\n"))


def test_a_description_beside_counts_where_topic_toml_has_none(folder):
    assert read_topic(str(written(folder, description__txt="Feathers and song.\n"))).words == "Feathers and song."
    own = written(folder, topic__toml='description = "Own."')
    assert read_topic(str(own)).words == "Own."


def test_labelled_pages_join_the_examples_with_the_text_that_was_kept(folder):
    toml = '[examples]\nrelevant = ["http://a.test/", "http://b.test/"]\n'
    labels = "http://a.test/\trelevant\nhttp://b.test/\tirrelevant\nhttp://c.test/\tunknown\n"
    (folder / "labelled").mkdir()
    (folder / kept_as("http://a.test/")).write_text(PAGE, "utf-8")
    (folder / FILES).mkdir()
    (folder / FILES / "robin.txt").write_text("A robin.", "utf-8")
    labels += f"{FILES}robin.txt\trelevant\n"

    examples = read_topic(str(written(folder, topic__toml=toml, labels__tsv=labels))).examples

    assert examples.relevant == (
        Example(url="http://a.test/", text="Robins\nA robin sings."),
        Example(file=f"{FILES}robin.txt", text="\nA robin."),
    )
    assert examples.unrelated == (Example(url="http://b.test/"),)


def test_labels_alone_make_a_topic(folder):
    written(folder, topic__toml='name = "birds"\n', labels__tsv="http://a.test/\trelevant\n")

    assert read_topic(str(folder)).examples.relevant == (Example(url="http://a.test/"),)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from(VALUES))))
def test_of_two_labels_of_a_page_the_later_counts(said):
    text = "".join(line_of(f"http://{host}.test/", value) for host, value in said)

    found = read_labels(text, "labels.tsv")

    assert found == {f"http://{host}.test/": value for host, value in said}
    last = list(dict.fromkeys(host for host, _ in reversed(said)))
    assert list(found) == [f"http://{host}.test/" for host in reversed(last)], "the latest comes last"


@pytest.mark.parametrize("line", ["http://a.test/", "http://a.test/ relevant", "a\trelevant", "http://a.test/\tyes"])
def test_a_label_that_is_none_is_refused_with_its_line(folder, line):
    assert refused(written(folder, labels__tsv=f"# mine\n{line}\n")).startswith("labels.tsv, line 2: ")


def test_the_docs_name_every_file_of_a_topic(root):
    page = (root / "docs" / "topics.md").read_text("utf-8")
    names = [LABELS, KEPT, FILES, f"{TREE}.toml", f"{BACK_LINKS}.toml", DESCRIPTION, *CONCEPTS]

    for name in (*names, "topic.toml", "vocabulary.txt", "synonyms.txt", JUDGE, RELATED, UNRELATED):
        assert f"`{name}`" in page, name
