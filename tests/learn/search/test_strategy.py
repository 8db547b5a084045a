"""What holds for every strategy, and the two helpers they share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footfall.errors import FootfallError
from footfall.learn.search import SEARCHES, make_strategy
from footfall.learn.search.strategy import Strategy, fold, normal

FREE = np.full(4, np.inf)


def score(x: np.ndarray) -> float:
    return float(((x - 0.7) ** 2 * [1.0, 4.0, 9.0, 16.0]).sum())


def go_on(strategy: Strategy, generations: int) -> list[bytes]:
    """What it asks for, generation after generation."""
    asked = []
    for _ in range(generations):
        candidates = strategy.ask()
        asked.append(candidates.tobytes())
        strategy.tell(np.array([score(x) for x in candidates]))
    return asked


@pytest.mark.parametrize("name", SEARCHES)
def test_the_first_generation_is_the_unchanged_script(name: str) -> None:
    assert make_strategy(name, -FREE, FREE, seed=1).ask().tolist() == [[0.0] * 4]


@pytest.mark.parametrize("name", SEARCHES)
def test_asking_twice_gives_the_same(name: str) -> None:
    strategy = make_strategy(name, -FREE, FREE, seed=1)
    go_on(strategy, 3)
    assert np.array_equal(strategy.ask(), strategy.ask())


@pytest.mark.parametrize("name", SEARCHES)
def test_a_loaded_state_goes_the_same_way(name: str) -> None:
    whole = make_strategy(name, -FREE, FREE, seed=1)
    go_on(whole, 20)
    resumed = make_strategy(name, -FREE, FREE, seed=1)
    resumed.load(whole.state())
    assert go_on(resumed, 10) == go_on(whole, 10)


@pytest.mark.parametrize("name", SEARCHES)
def test_another_seed_goes_another_way(name: str) -> None:
    one, two = (make_strategy(name, -FREE, FREE, seed=seed) for seed in (1, 2))
    assert go_on(one, 3) != go_on(two, 3)


@pytest.mark.parametrize("name", SEARCHES)
def test_the_global_generator_is_left_alone(name: str) -> None:
    np.random.seed(5)
    before = np.random.get_state()[1].tolist()  # type: ignore[index, union-attr]
    go_on(make_strategy(name, -FREE, FREE, seed=1), 5)
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index, union-attr]


@pytest.mark.parametrize("name", SEARCHES)
def test_candidates_stay_within_their_bounds(name: str) -> None:
    lower = np.array([-0.1, 0.0, -np.inf, 0.0])
    upper = np.array([0.1, 0.0, 0.0, np.inf])
    strategy = make_strategy(name, lower, upper, seed=1)
    for _ in range(50):
        candidates = strategy.ask()
        assert ((candidates >= lower) & (candidates <= upper)).all()
        strategy.tell(np.array([score(x) for x in candidates]))


@pytest.mark.parametrize("name", SEARCHES)
def test_equal_and_terrible_scores_do_no_harm(name: str) -> None:
    strategy = make_strategy(name, -FREE, FREE, seed=1)
    for _ in range(120):
        strategy.tell(np.full(len(strategy.ask()), 1e9))
    assert np.isfinite(strategy.ask()).all()


@pytest.mark.parametrize("name", ["cma", "one-plus-one"])
def test_it_finds_the_optimum(name: str) -> None:
    strategy = make_strategy(name, -FREE, FREE, seed=1)
    best = np.inf
    for _ in range(600):
        values = np.array([score(x) for x in strategy.ask()])
        strategy.tell(values)
        best = min(best, values.min())
    assert best < 1e-9


@pytest.mark.parametrize("name", SEARCHES)
def test_one_free_number_is_enough(name: str) -> None:
    strategy = make_strategy(name, np.array([-2.0]), np.array([2.0]), seed=1)
    for _ in range(10):
        candidates = strategy.ask()
        assert candidates.shape[1] == 1
        strategy.tell(np.abs(candidates[:, 0] - 1.0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cmaa", -FREE, FREE), "did you mean 'cma'"),
        (("cma", np.zeros(0), np.zeros(0)), "no free numbers"),
        (("cma", np.array([1.0, 0.0]), np.array([2.0, -1.0])), "free number 2: its lower bound 0 is above"),
        (("cma", np.array([np.nan]), np.array([1.0])), "lower bound nan"),
    ],
)
def test_bad_input_is_explained(arguments: tuple[str, np.ndarray, np.ndarray], message: str) -> None:
    with pytest.raises(FootfallError) as caught:
        make_strategy(*arguments, seed=1)
    assert message in str(caught.value)


@pytest.mark.parametrize("options", [{"sigma": 0.0}, {"sigma": float("nan")}, {"population": 1}])
def test_bad_options_are_explained(options: dict[str, float]) -> None:
    with pytest.raises(FootfallError):
        make_strategy("cma", -FREE, FREE, seed=1, **options)  # type: ignore[arg-type]


def test_draws_depend_on_seed_stream_and_counter_alone() -> None:
    assert np.array_equal(normal(1, 2, 3, (5,)), normal(1, 2, 3, (5,)))
    others = [normal(*key, (5,)) for key in ((0, 2, 3), (1, 0, 3), (1, 2, 4))]
    assert not any(np.array_equal(normal(1, 2, 3, (5,)), other) for other in others)


def test_long_draws_of_neighbouring_counters_share_nothing() -> None:
    one, two = normal(1, 0, 0, (5000,)), normal(1, 0, 1, (5000,))
    assert not np.intersect1d(one, two).size


@given(
    x=st.floats(-1e6, 1e6),
    low=st.one_of(st.just(-np.inf), st.floats(-100, 100)),
    width=st.one_of(st.just(np.inf), st.just(0.0), st.floats(1e-6, 100)),
)
def test_fold_lands_between_the_bounds(x: float, low: float, width: float) -> None:
    high = low + width if np.isfinite(low) else width
    folded = fold(np.array([x]), np.array([low]), np.array([high]))[0]
    assert low <= folded <= high
    if low <= x <= high:
        assert folded == x
