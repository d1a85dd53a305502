"""A strategy that needs what a topic lacks says so before the first fetch."""

from __future__ import annotations

import pytest

from lycosa import strategies
from lycosa.checks.topic import TOPIC
from lycosa.engines.hunts import WAYS, check_needs
from lycosa.topics.topic import Topic

NEEDY = [word for word, kind in strategies.known().items() if strategies.find(word).needs]


@pytest.mark.parametrize("word", NEEDY)
def test_what_is_missing_is_named(word):
    strategy = strategies.find(word)
    with pytest.raises(strategies.StrategyError) as refused:
        check_needs(strategy, Topic(name="bare"), [], {})

    assert str(refused.value).startswith(f"{word} needs ")
    for need in strategy.needs:
        assert WAYS.get(need, "lab" if strategy.bound else "--earlier") in str(refused.value)


@pytest.mark.parametrize("word", NEEDY)
def test_a_topic_that_has_all_will_do(word):
    given = dict.fromkeys(("truth", "unseen"), True)

    check_needs(strategies.find(word), TOPIC, [], given)
