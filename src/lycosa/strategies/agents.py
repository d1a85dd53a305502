"""A population of agents: each with words to look for, a small net that values links, energy and a few URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lycosa.strategies.records import Keys, State, Tokens, Values

TERMS = 6
CHANGE = 0.1  # how far the weights of a child lie from its parent's
COLUMNS = ("terms", "weights", "energy", "alive", "keys", "priority")


class Agents:
    """Rows of the dead are used again. A URL's place is free where its priority is NaN."""

    def __init__(self, most: int, urls: int) -> None:
        self.terms = np.zeros((most, TERMS), np.uint32)  # lasting numbers of stems, 0 for none
        self.weights = np.zeros((most, TERMS + 1))  # the last is the bias
        self.energy = np.zeros(most)
        self.alive = np.zeros(most, np.bool_)
        self.keys = np.zeros((most, urls), np.uint64)
        self.priority = np.full((most, urls), np.nan)

    def near(self, agent: int, words: Tokens) -> Values:
        """For each row and term the sum of 1/distance over the term's places; within the anchor the distance is 1."""
        found = np.flatnonzero(np.isin(words.ids, self.terms[agent]))
        told = words.ids[found][:, None] == self.terms[agent]
        apart = np.abs(words.offsets[found]) if words.offsets is not None else np.ones(len(found), np.int16)
        place, term = np.nonzero(told & (self.terms[agent] > 0))
        rows = words.rows[found][place]
        weights = 1.0 / np.maximum(apart[place], 1)
        sums = np.bincount(rows * TERMS + term, weights, len(words) * TERMS)
        return sums.astype(np.float64, copy=False).reshape(-1, TERMS)

    def values(self, agent: int, inputs: Values) -> Values:
        """What the net says of links: tanh of a weighted sum."""
        values: Values = np.tanh(inputs @ self.weights[agent, :TERMS] + self.weights[agent, TERMS])
        return values

    def taught(self, agent: int, inputs: Values, target: float, rate: float) -> None:
        """One step of the net towards what a link turned out to be worth."""
        value = float(self.values(agent, inputs))
        step = rate * (target - value) * (1.0 - value * value)
        self.weights[agent] += step * np.append(inputs, 1.0)

    def child(self, parent: int, term: int, rng: np.random.Generator) -> int:
        """Split in two: half the energy and every second URL each, changed weights and one new term."""
        child = int(np.argmin(self.alive))
        self.alive[child] = True
        self.energy[[parent, child]] = self.energy[parent] / 2
        self.weights[child] = self.weights[parent] + rng.normal(0.0, CHANGE, TERMS + 1)
        self.terms[child] = self.terms[parent]
        if term and term not in self.terms[child]:
            free = np.flatnonzero(self.terms[child] == 0)
            place = int(free[0]) if len(free) else int(np.argmin(self.weights[child, :TERMS]))
            self.terms[child, place], self.weights[child, place] = term, self.weights[child, :TERMS].max()
        half = np.flatnonzero(~np.isnan(self.priority[parent]))[1::2]
        self.priority[child] = np.nan
        self.keys[child, half], self.priority[child, half] = self.keys[parent, half], self.priority[parent, half]
        self.priority[parent, half] = np.nan
        return child

    def urls(self, agent: int) -> Keys:
        """What waits with an agent."""
        waits: Keys = self.keys[agent][~np.isnan(self.priority[agent])]
        return waits

    def forget(self, key: int) -> None:
        """It waits no more, whoever has it."""
        self.priority[self.keys == np.uint64(key)] = np.nan

    def take(self, agent: int, keys: Keys, priority: Values) -> tuple[NDArray[np.bool_], Keys]:
        """Newcomers beside what waits; when there is no room for all the best stay. Which do, and who must go."""
        waits = np.flatnonzero(~np.isnan(self.priority[agent]))
        every = np.concatenate([self.priority[agent, waits], priority])
        order = np.argsort(-every, kind="stable")
        stays = np.zeros(len(every), np.bool_)
        stays[order[: self.priority.shape[1]]] = True
        gone = waits[~stays[: len(waits)]]
        left = self.keys[agent, gone]
        self.priority[agent, gone] = np.nan
        new = stays[len(waits) :]
        free = np.flatnonzero(np.isnan(self.priority[agent]))[: int(new.sum())]
        self.keys[agent, free], self.priority[agent, free] = keys[new], priority[new]
        return new, left

    def state(self) -> State:
        """All of them."""
        return {name: getattr(self, name).copy() for name in COLUMNS}

    def restore(self, state: State) -> None:
        """Back to those."""
        for name in COLUMNS:
            setattr(self, name, state[name].copy())
