"""robots.txt as RFC 9309 says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.crawl.robots import DAY, HOPS, LATER, LIMIT, PATIENCE, READY, UNKNOWN, Robots, decoded, robots_url
from lycosa.crawl.state import pack, unpack

ORIGIN = 7
HOST = "http://wolf.test"


def robots(*lines: str) -> Robots:
    made = Robots()
    made.told(ORIGIN, "\n".join(lines), 0.0)
    return made


@pytest.mark.parametrize(
    ("lines", "path", "allowed"),
    [
        (("User-agent: *", "Disallow: /den"), "/den/1", False),
        (("User-agent: *", "Disallow: /den"), "/garden", True),
        (("User-agent: *", "Disallow: /den", "Allow: /den/open"), "/den/open/1", True),
        (("User-agent: *", "Disallow: /", "", "User-agent: lycosa", "Disallow: /den"), "/garden", True),
        (("User-agent: LYCOSA", "Disallow: /den"), "/den", False),
        (("User-agent: lycosa", "Disallow: /a", "", "User-agent: lycosa", "Disallow: /b"), "/b", False),
        (("User-agent: *", "Disallow: /*.cgi$"), "/x/y.cgi", False),
        (("User-agent: *", "Disallow: /*.cgi$"), "/x/y.cgi?z", True),
        (("User-agent: *", "Disallow: /same", "Allow: /same"), "/same", True),
        (("User-agent: *", "Disallow:"), "/any", True),
        (("User-agent: *", "Disallow: /"), "/robots.txt", True),
        (("<html><body>not found</body></html>",), "/any", True),
    ],
)
def test_the_longest_rule_of_our_own_group_decides(lines, path, allowed):
    assert robots(*lines).allows(ORIGIN, HOST + path) is allowed


def test_a_missing_file_allows_everything():
    assert robots("").allows(ORIGIN, HOST + "/den")


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    text = decoded(b"\xef\xbb\xbfUser-agent: *\nDisallow: /den")

    assert not robots(text).allows(ORIGIN, HOST + "/den")


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(body):
    made = robots(decoded(body))

    assert made.allows(ORIGIN, HOST + "/den") in (True, False)
    assert 0.0 <= made.delay(ORIGIN) <= 60.0


def test_no_more_than_the_first_half_megabyte_counts():
    body = b"User-agent: *\n" + b"# padding\n" * (LIMIT // 10) + b"Disallow: /den\n"

    assert robots(decoded(body)).allows(ORIGIN, HOST + "/den")


def test_rules_hold_for_a_day():
    made = robots("User-agent: *", "Disallow: /den")

    assert made.standing(ORIGIN, DAY - 1) == READY
    assert made.standing(ORIGIN, DAY) == UNKNOWN
    assert made.standing(8, 0.0) == UNKNOWN


def test_an_origin_that_gives_no_answer_is_asked_again_ever_later():
    made, asked, now = Robots(), [], 0.0
    for _ in range(12):
        until = made.silent(ORIGIN, now)
        assert made.standing(ORIGIN, until - 1) == LATER
        assert made.standing(ORIGIN, until) == UNKNOWN
        asked.append(until - now)
        now = until

    assert asked[:3] == [PATIENCE, 2 * PATIENCE, 4 * PATIENCE]
    assert max(asked) == DAY


def test_a_server_that_says_how_long_to_wait_is_given_that_long():
    assert Robots().silent(ORIGIN, 5.0, wait=5 * PATIENCE) == 5.0 + 5 * PATIENCE


def test_rules_that_came_at_last_end_the_waiting():
    made = Robots()
    made.silent(ORIGIN, 0.0)
    made.told(ORIGIN, "", PATIENCE)

    assert made.standing(ORIGIN, PATIENCE + 1) == READY
    assert made.silent(ORIGIN, DAY + PATIENCE) == DAY + 2 * PATIENCE


@pytest.mark.parametrize(("line", "delay"), [("3", 3.0), ("0.5", 0.5), ("900", 60.0), ("-1", 0.0), ("soon", 0.0)])
def test_crawl_delay_is_a_gap_within_reason(line, delay):
    assert robots("User-agent: *", f"Crawl-delay: {line}").delay(ORIGIN) == delay


def test_sitemaps_are_noted():
    assert robots("Sitemap: http://wolf.test/map.xml").sitemaps(ORIGIN) == ["http://wolf.test/map.xml"]


def test_state_survives():
    made = robots("User-agent: *", "Disallow: /den")
    made.silent(9, 3.0)
    twin = Robots()
    twin.restore(unpack(pack(made.state())))

    assert twin.rules == made.rules


def test_rules_lie_at_the_root_of_the_origin():
    assert robots_url("http://wolf.test:8080/a/b?c") == "http://wolf.test:8080/robots.txt"
    assert HOPS == 5
