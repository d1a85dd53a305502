"""Hosts and sites."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.pages.hosts import host_key, host_of, names_of, site_of

labels = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=8).filter(
    lambda label: label[0] != "-" and label[-1] != "-"
)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://Example.COM:8080/x", "example.com"),
        ("https://ann:secret@example.com/", "example.com"),
        ("http://bücher.de/", "xn--bcher-kva.de"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://[0:0::1]:80/", "[::1]"),
        ("http://example.com./", "example.com."),
        ("mailto:a@b.c", ""),
        ("http://", ""),
        ("\ud800", ""),
        ("", ""),
    ],
)
def test_the_host_is_the_url_parsers(url, host):
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("www.example.com", "example.com"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("ann.github.io", "ann.github.io"),
        ("www.ann.github.io", "ann.github.io"),
        ("www.boun.edu.tr", "boun.edu.tr"),
        ("cmpe.boun.edu.tr", "boun.edu.tr"),
        ("example.com.", "example.com"),
        ("xn--bcher-kva.de", "xn--bcher-kva.de"),
        ("co.uk", "co.uk"),
        ("com", "com"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("localhost", "localhost"),
        ("a.schools.test", "a.schools.test"),
        ("", ""),
    ],
)
def test_a_site_is_what_somebody_registered(host, site):
    assert site_of(host) == site


@given(st.lists(labels, min_size=1, max_size=5).map(".".join))
def test_the_site_of_a_site_is_itself(host):
    assert site_of(site_of(host)) == site_of(host)


@given(labels, labels)
def test_all_hosts_of_a_domain_are_one_site(first, second):
    assert site_of(f"{first}.example.org") == site_of(f"{second}.{first}.example.org") == "example.org"


@given(st.text(max_size=30))
def test_any_text_has_a_site_and_a_key(text):
    assert isinstance(site_of(text), str)
    assert isinstance(names_of(text), str)
    assert 0 <= host_key(text) < 1 << 64


def test_keys_are_the_same_in_every_process():
    assert host_key("example.com") == 7360799068904473875


def test_distinct_hosts_have_distinct_keys():
    assert len({host_key(f"h{number}.org") for number in range(10_000)}) == 10_000


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("www.formula1-news.co.uk", "formula1-news"),
        ("docs.python.org", "docs.python"),
        ("xn--bcher-kva.de", "bücher"),
        ("xn--zzzz.de", "xn--zzzz"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_names_leave_out_what_nobody_chose(host, names):
    assert names_of(host) == names


def test_no_list_is_fetched(monkeypatch):
    """The snapshot in the package decides, so that a machine without network gives the same sites."""

    def refuse(*_: object) -> None:
        raise AssertionError("looked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    site_of.cache_clear()
    assert site_of("never.seen.before.example.org") == "example.org"
