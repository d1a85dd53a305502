"""Charsets in the order of the HTML standard, and labels as browsers take them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.charset import charset_of, decoded, in_meta, known, utf8

RUSSIAN = "Пауки-волки охотятся без паутины, они догоняют свою добычу бегом. " * 5
GREEK = "Οι αράχνες λύκοι κυνηγούν χωρίς ιστό και τρέχουν πίσω από τη λεία τους. " * 5
META = b'<meta charset="koi8-r">'


def test_a_byte_order_mark_goes_before_all():
    assert charset_of(b"\xef\xbb\xbf" + META, "text/html; charset=windows-1251") == "utf-8"
    assert charset_of(b"\xff\xfea\x00", "text/html; charset=utf-8") == "utf-16le"
    assert charset_of(b"\xfe\xff\x00a") == "utf-16be"


def test_the_header_goes_before_meta():
    assert charset_of(META, "text/html; charset=windows-1251") == "windows-1251"
    assert charset_of(META, 'text/html;Charset = "UTF-8" ; x=y') == "utf-8"


def test_meta_goes_before_detection():
    assert charset_of(META + RUSSIAN.encode("cp1251"), "text/html") == "koi8-r"


def test_a_label_nobody_knows_is_passed_over():
    assert charset_of(META, "text/html; charset=klingon") == "koi8-r"
    assert charset_of(b'<meta charset="klingon">plain', "text/html; charset=klingon") == "utf-8"


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        (RUSSIAN, "utf-8", "utf-8"),
        (GREEK, "iso8859-7", "iso-8859-7"),
        ("plain", "ascii", "utf-8"),
        ("狼蛛是一种不结网的蜘蛛，它们追逐猎物。" * 9, "gbk", "gb18030"),
        ("コモリグモは網を張らないクモである。" * 9, "shift_jis", "shift_jis"),
        ("コモリグモは網を張らないクモである。" * 9, "euc-jp", "euc-jp"),
    ],
)
def test_what_nobody_names_is_detected(text, codec, name):
    body = b"<p>" + b"plain ascii first. " * 1000 + text.encode(codec)
    found = charset_of(body)

    assert found == name or decoded(body, found) == decoded(body, name)


@pytest.mark.parametrize("label", ["ISO-8859-1", "latin1", "ascii", "us-ascii", "windows-1252", " L1 "])
def test_latin_one_means_windows_1252(label):
    assert known(label) == "windows-1252"
    assert decoded(b"\x93quoted\x94", known(label)) == "“quoted”"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<META CHARSET=Shift_JIS>", "shift_jis"),
        (b"<meta http-equiv=Content-Type content='text/html; charset=big5'>", "big5"),
        (b"<meta content='text/html; charset=big5'>", ""),
        (b"<meta name=x content=y><meta charset=gbk>", "gbk"),
        (b"<!-- <meta charset=gbk> --><meta charset=big5>", "big5"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<metacharset=gbk>", ""),
        (b"<meta data='>' charset=euc-kr>", "euc-kr"),
        (b"<meta", ""),
        (b"", ""),
    ],
)
def test_meta_is_read_as_the_standard_reads_it(head, name):
    assert in_meta(head) == name


def test_meta_beyond_the_first_kilobyte_is_not_looked_for():
    assert charset_of(b" " * 1024 + META) == "utf-8"


@given(st.binary(max_size=300), st.text(max_size=30))
def test_any_bytes_have_a_charset_that_decodes_them(body, label):
    charset = charset_of(body, f"text/html; charset={label}")

    assert utf8(body, charset).decode("utf-8", "replace") is not None
    assert isinstance(decoded(body, charset), str)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=99))
def test_what_was_written_is_read(text):
    for charset in ("utf-8", "utf-16le", "utf-16be", "gb18030"):
        assert decoded(text.encode(charset), charset) == text
        assert utf8(text.encode(charset), charset) == text.encode()
