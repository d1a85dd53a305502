"""Topics are read as written, and what is wrong is said in one line with file, line and key."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.errors import LycosaError
from lycosa.topics import Example, Term, TopicError, read_topic, topic_from

FULL = """\
name = "Formula 1"
description = "Grand prix racing in single-seat cars."
point_of_view = "a fan"
rules = ["a fan site counts", "a shop does not"]
not_related = ["Nascar", "Formula 3"]
query = "formula 1"
languages = ["en", "de"]

[vocabulary]
"fernando alonso" = 10
"pit @and lap" = 2.5
nascar = -5

[examples]
relevant = ["http://f1.test/", {file = "team.html"}, {text = "The race was won by a second."}]
unrelated = [{url = "http://nascar.test/"}]

[scope]
stay_in = ["test"]
seed_sites = true
leave_out = ["http://shop.test/"]
leave_out_file = "leave_out.txt"
link_texts = ["buy now"]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "topic.toml").write_text(FULL, "utf-8")
    (tmp_path / "team.html").write_text("<title>A team</title><p>Its <b>cars</b>", "utf-8")
    (tmp_path / "leave_out.txt").write_text("# sites\nads.test\n\nhttp://f1.test/login\n", "utf-8")
    (tmp_path / "vocabulary.txt").write_text('# more\n4: "pit stop"\n-1.5: stock @and "car race"\n', "utf-8")
    return tmp_path


def refused(path):
    with pytest.raises(TopicError) as caught:
        read_topic(str(path))
    line = str(caught.value)
    assert "\n" not in line
    return line.removeprefix(f"{path}/").removeprefix(f"{path.parent}/")


def answer_of(folder):
    """A topic that is not empty, or one line."""
    try:
        topic = read_topic(str(folder))
    except TopicError as wrong:
        said = str(wrong)
    else:
        said = "" if topic.words or topic.vocabulary or topic.examples.relevant else "empty\nand not refused"
    assert "\n" not in said


def written(folder, text):
    (folder / "topic.toml").write_text(text, "utf-8")
    return folder


def test_a_folder_is_read_with_all_that_lies_beside_it(folder):
    topic = read_topic(str(folder))

    assert (topic.name, topic.query, topic.languages, topic.language) == (
        "Formula 1",
        "formula 1",
        ("en", "de"),
        "en",
    )
    assert topic.rules == ("a fan site counts", "a shop does not")
    assert topic.vocabulary == (
        Term(10, ("fernando alonso",)),
        Term(2.5, ("pit", "lap")),
        Term(-5, ("nascar",)),
        Term(4, ("pit stop",)),
        Term(-1.5, ("stock", "car race")),
    )
    assert topic.examples.relevant == (
        Example(url="http://f1.test/"),
        Example(file="team.html", text="A team\nIts cars"),
        Example(text="The race was won by a second."),
    )  # fmt: skip
    assert topic.scope.leave_out == ("http://shop.test/", "ads.test", "http://f1.test/login")
    assert topic.words == "Grand prix racing in single-seat cars."


def test_the_file_itself_may_be_named_instead_of_its_folder(folder):
    assert read_topic(str(folder / "topic.toml")) == read_topic(f"{folder}/")


def test_languages_are_the_codes_that_pages_have(tmp_path):
    written(tmp_path, 'query = "a"\nlanguages = ["EN", "pt-BR", "zh_Hant_TW"]')

    assert read_topic(str(tmp_path)).languages == ("en", "pt", "zh")


def test_a_blank_description_gives_way_to_the_query(tmp_path):
    assert read_topic(str(written(tmp_path, 'description = "  "\nquery = "ice"'))).words == "ice"


def test_a_topic_is_frozen(folder):
    with pytest.raises(AttributeError):
        read_topic(str(folder)).name = "other"  # type: ignore[misc]  # that is the point


PRINTED = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=20)
VALUES = st.recursive(PRINTED | st.booleans() | st.integers(0, 9), lambda inner: st.lists(inner, max_size=3))
KEYS = st.sampled_from(["query", "rules", "languages", "examples.relevant", "vocabulary.a", "scope.stay_in"]) | PRINTED


@given(PRINTED.filter(str.strip))
def test_any_query_written_in_a_file_is_the_query_read(tmp_path_factory, text):
    folder = tmp_path_factory.mktemp("query")

    assert read_topic(str(written(folder, f"query = {json.dumps(text, ensure_ascii=False)}"))).query == text


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_whatever_keys_and_values_a_file_holds_the_answer_is_a_topic_or_one_line(tmp_path_factory, held):
    folder = tmp_path_factory.mktemp("any")
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in held.items()]
    answer_of(written(folder, "\n".join(lines)))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('qery = "a"', "topic.toml, line 1, qery: no such key; did you mean query?"),
        ('name = "a"\nzzz = 1', "topic.toml, line 2, zzz: no such key; there are name, description"),
        (
            'query = "a"\n\n[scope]\nseed_sites = true\nstay_inn = ["b"]',
            "topic.toml, line 5, scope.stay_inn: no such key; did you mean stay_in",
        ),
        ('query = "a"\nscope.stay_inn = []', "topic.toml, line 2, scope.stay_inn: no such key"),
        ("query = 5", "topic.toml, line 1, query: must be a string"),
        ('query = "a"\nrules = "b"', "topic.toml, line 2, rules: must be a list"),
        ('query = "a"\nrules = ["b", 7]', "topic.toml, line 2, rules: must be a string"),
        (
            'query = "a"\n[scope]\n\nseed_sites = 1',
            "topic.toml, line 4, scope.seed_sites: must be true or false",
        ),
        ('query = "a"\nscope = 1', "topic.toml, line 2, scope: must be a table"),
        (
            'query = "a"\nvocabulary = ["b"]',
            "topic.toml, line 2, vocabulary: must be a table of terms and weights",
        ),
        (
            'query = "a"\n[vocabulary]\nb = "c"',
            "topic.toml, line 3, vocabulary.b: the weight must be a number",
        ),
        (
            'query = "a"\n[vocabulary]\nb = true',
            "topic.toml, line 3, vocabulary.b: the weight must be a number",
        ),
        ('query = "a"\n[vocabulary]\n"!" = 1', "topic.toml, line 3, vocabulary.!: no words in the term"),
        (
            'query = "a"\n[examples]\nrelevant = [{url = "u", text = "t"}]',
            "topic.toml, line 3, examples.relevant: example 1 must have one of url, file, text",
        ),
        (
            'query = "a"\n[examples]\nrelevant = [{link = "u"}]',
            "topic.toml, line 3, examples.relevant: no such key 'link'; there are url, file, text",
        ),
        (
            'query = "a"\n[examples]\nunrelated = [{urll = "http://u.test/"}]',
            "topic.toml, line 3, examples.unrelated: no such key 'urll'; did you mean url?",
        ),
        (
            'query = "a"\n[examples]\nrelevant = ["not a url"]',
            "topic.toml, line 3, examples.relevant: 'not a url' is no web address",
        ),
        (
            'query = "a"\n[scope]\nstay_in = ["b.test", " "]',
            "topic.toml, line 3, scope.stay_in: an empty entry",
        ),
        ('query = "a"\nlanguages = ["klingon"]', "topic.toml, line 2, languages: 'klingon' is no code of a language"),
        ('query = "a"\nlanguages = [""]', "topic.toml, line 2, languages: '' is no code of a language"),
        (
            'query = "a"\n[vocabulary]\nb = 1e300',
            "topic.toml, line 3, vocabulary.b: the weight must be a number between",
        ),
        (f"query = {'[' * 5000}{']' * 5000}", "topic.toml: lists or tables stand too deep"),
        (
            'query = "a"\n[scope]\nleave_out_file = "no.txt"',
            "topic.toml, line 3, scope.leave_out_file: cannot read",
        ),
        (
            'query = "a"\n[examples]\nrelevant = [{file = "no.html"}]',
            "topic.toml, line 3, examples.relevant: cannot read",
        ),
        ('name = "a"', "topic.toml: the topic is empty: give it a description, a query"),
        ("", "topic.toml: the topic is empty"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_key(tmp_path, text, line):
    assert refused(written(tmp_path, text)).startswith(line)


def test_a_slip_of_syntax_is_said_with_its_line(tmp_path):
    said = refused(written(tmp_path, 'name = "a"\nquery = oops\n'))

    assert said.startswith("topic.toml: ")
    assert "line 2" in said


def test_a_file_that_is_not_utf_8_is_said_with_its_line(tmp_path):
    (tmp_path / "topic.toml").write_bytes('name = "a"\nquery = "café"'.encode("latin-1"))

    assert refused(tmp_path) == "topic.toml, line 2: not UTF-8; save the file as UTF-8"


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "topic.toml").write_bytes(b'\xef\xbb\xbfquery = "a"')

    assert read_topic(str(tmp_path)).query == "a"


def test_where_there_is_no_topic_it_is_said(tmp_path):
    assert "no topic there" in refused(tmp_path / "nowhere")
    assert "no topic there" in refused(tmp_path)


def test_a_wrong_line_of_the_vocabulary_file_is_named(tmp_path):
    (tmp_path / "vocabulary.txt").write_text("1: a\nb 2\n", "utf-8")

    assert refused(written(tmp_path, 'query = "a"')).startswith('vocabulary.txt, line 2: expected "weight: term"')


def test_a_vocabulary_alone_or_examples_alone_make_a_topic(tmp_path):
    assert read_topic(str(written(tmp_path, "[vocabulary]\nb = 1"))).vocabulary
    assert read_topic(str(written(tmp_path, '[examples]\nrelevant = ["http://a.test/"]'))).examples.relevant


def test_a_bare_string_is_a_topic():
    topic = topic_from("  formula   1 ")

    assert (topic.name, topic.query, topic.words) == ("formula 1", "formula 1", "formula 1")


@pytest.mark.parametrize("text", ["", "  \n", "???"])
def test_an_empty_string_is_refused_in_one_line(text):
    with pytest.raises(TopicError, match="the topic is empty: say what to hunt") as caught:
        topic_from(text)

    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, LycosaError)


@given(st.binary(max_size=200))
def test_whatever_a_file_holds_the_answer_is_a_topic_or_one_line(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    (folder / "topic.toml").write_bytes(data)
    answer_of(folder)
