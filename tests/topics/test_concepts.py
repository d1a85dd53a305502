"""Concepts out of tables and thesauri: every form of the same thesaurus tells the same."""

from __future__ import annotations

import pytest

from lycosa.topics import Concept, TopicError, read_topic
from lycosa.topics.skos import Triple, triples_of_turtle

CSV = """\
id,label,broader,related,focus
spiders,spider|arachnid,animals,silk,yes
animals,animal,,,
silk,silk,,spiders,
"""
TURTLE = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://zoo.test/> . # what follows
:spiders a skos:Concept ;
    skos:prefLabel "spider"@en, "Spinne"@de ;
    skos:altLabel "arachnid"@en ; skos:related :silk .
:animals skos:prefLabel "animal"@en ; skos:narrower :spiders .
<http://zoo.test/silk> skos:prefLabel "silk" .
"""
XML = """\
<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://zoo.test/spiders">
    <skos:prefLabel xml:lang="en">spider</skos:prefLabel>
    <skos:prefLabel xml:lang="de">Spinne</skos:prefLabel>
    <skos:altLabel xml:lang="en">arachnid</skos:altLabel>
    <skos:related rdf:resource="http://zoo.test/silk"/>
    <skos:broader><skos:Concept rdf:about="http://zoo.test/animals"/></skos:broader>
  </skos:Concept>
  <skos:Concept rdf:about="http://zoo.test/animals"><skos:prefLabel xml:lang="en">animal</skos:prefLabel></skos:Concept>
  <skos:Concept rdf:about="http://zoo.test/silk"><skos:prefLabel>silk</skos:prefLabel></skos:Concept>
</rdf:RDF>
"""
ZOO = "http://zoo.test/"


def topic_with(folder, name, text, toml='query = "spider"\nlanguages = ["en"]\n'):
    (folder / "topic.toml").write_text(toml, "utf-8")
    (folder / name).write_text(text, "utf-8")
    return read_topic(str(folder))


def refused(folder, name, text, toml='query = "spider"\n'):
    with pytest.raises(TopicError) as caught:
        topic_with(folder, name, text, toml)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f"{folder}/", "")


def zoo(prefix=""):
    return {
        Concept(prefix + "spiders", ("spider", "arachnid"), (prefix + "animals",), (prefix + "silk",), focus=True),
        Concept(prefix + "animals", ("animal",)),
        Concept(prefix + "silk", ("silk",), (), (prefix + "spiders",)),
    }


@pytest.mark.parametrize(
    ("name", "text", "prefix"), [("concepts.csv", CSV, ""), ("concepts.ttl", TURTLE, ZOO), ("concepts.rdf", XML, ZOO)]
)
def test_every_form_tells_the_same(tmp_path, name, text, prefix):
    """In the thesauri no concept is marked: the one whose label is in the query is meant."""
    concepts = topic_with(tmp_path, name, text).concepts

    assert len(concepts) == 3
    assert set(concepts) == zoo(prefix)


def test_the_topic_may_name_the_file_and_what_it_is_about(tmp_path):
    toml = 'query = "spider"\n[concepts]\nfile = "zoo.ttl"\nfocus = ["Silk", "http://zoo.test/animals"]\n'

    focused = [one.id for one in topic_with(tmp_path, "zoo.ttl", TURTLE, toml).concepts if one.focus]

    assert focused == [f"{ZOO}animals", f"{ZOO}silk"]
    assert "no concept has the id or label 'horses'" in refused(
        tmp_path, "zoo.ttl", TURTLE, toml.replace("Silk", "horses")
    )


def test_labels_are_those_of_the_topics_language_where_there_are_any(tmp_path):
    german = topic_with(tmp_path, "concepts.ttl", TURTLE, 'query = "x"\nlanguages = ["de"]\n').concepts

    assert [one.labels for one in german] == [("Spinne",), ("animal",), ("silk",)]


def test_concepts_may_stand_in_topic_toml(tmp_path):
    toml = 'query = "x"\n[[concepts]]\nid = "a"\nlabels = ["an a"]\nfocus = true\n'

    assert topic_with(tmp_path, "none.txt", "", toml).concepts == (Concept("a", ("an a",), focus=True),)
    assert refused(tmp_path, "none.txt", "", toml.replace("labels", "lables")) == (
        "topic.toml, line 4, concepts.lables: no such key; did you mean labels?"
    )


TURTLE_FORMS = [
    ("<http://a.test/s> <http://a.test/p> <http://a.test/o> .", "http://a.test/o", None),
    ("@base <http://a.test/> . <s> <p> <o> .", "http://a.test/o", None),
    ("PREFIX a: <http://a.test/>\na:s a:p a:o.", "http://a.test/o", None),
    ('PREFIX a: <http://a.test/>\na:s a:p "x.y; z" .', "x.y; z", ""),
    ("PREFIX a: <http://a.test/>\na:s a:p 'it''' .", None, None),
    ('PREFIX a: <http://a.test/>\na:s a:p """two\nlines"""@en-GB ; .', "two\nlines", "en-GB"),
    ('PREFIX a: <http://a.test/>\na:s a:p "\\u00e9\\t\\"x\\""^^a:type .', 'é\t"x"', ""),
    ("PREFIX a: <http://a.test/>\na:s a:p 1.5 .", "1.5", ""),
    ("PREFIX a: <http://a.test/>\na:s a:p true .", "true", ""),
]


@pytest.mark.parametrize(("text", "value", "language"), TURTLE_FORMS)
def test_turtle_is_read_in_all_the_forms_that_thesauri_are_written_in(text, value, language):
    if value is None:
        with pytest.raises(TopicError, match=r"^x\.ttl, line 2: "):
            list(triples_of_turtle(text, "x.ttl"))
    else:
        expected = Triple("http://a.test/s", "http://a.test/p", value, language)
        assert list(triples_of_turtle(text, "x.ttl")) == [expected]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("concepts.csv", "name,label\n", "concepts.csv, line 1: expected the columns"),
        ("concepts.csv", "id,label\na,\n", "concepts.csv, line 2: a concept has an id"),
        ("concepts.csv", "id,label\na,b,c\n", "concepts.csv, line 2: a concept has an id"),
        ("concepts.ttl", "a:s a:p a:o .", "concepts.ttl, line 1: expected a subject"),
        ("concepts.ttl", "<s>\n<p> [] .", "concepts.ttl, line 2: expected a value"),
        ("concepts.ttl", "<s> <p> <o>", "concepts.ttl, line 1: expected ; or a full stop, found 'the end'"),
        ("concepts.ttl", "<s> <p> <o> .", "concepts.ttl: no concepts in it"),
        ("concepts.rdf", "<a>", "concepts.rdf: no XML"),
        ("concepts.rdf", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "concepts.rdf: declares entities"),
    ],
)
def test_what_cannot_be_read_is_refused_with_file_and_line(tmp_path, name, text, said):
    assert refused(tmp_path, name, text).startswith(said)


def test_a_file_that_is_named_must_be_there(tmp_path):
    said = refused(tmp_path, "none.txt", "", 'query = "x"\n[concepts]\nfile = "gone.ttl"\n')

    assert said == "topic.toml, line 3, concepts.file: cannot read gone.ttl: No such file or directory"
