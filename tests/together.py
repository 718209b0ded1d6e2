"""Many cases of one check as one item, which names every case that failed and what was wrong."""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import product
from typing import TypeVar

import pytest

EVERY = bool(os.environ.get("RA_TEST_EVERY"))
"""Whether all cases are wanted where otherwise some are so chosen that each kind is among them."""

long = pytest.mark.skipif(not EVERY, reason="long: make test-every")
"""Marks what takes many seconds and says little that a shorter test does not say."""

Case = TypeVar("Case")


def some(cases: Iterable[Case], one_of: int, first: int = 0) -> tuple[Case, ...]:
    """Return one of this many cases, from this one on (from 0); all if every case is wanted.

    Whoever looks at the next page, size or game begins with another, so that in the end each kind
    has been met. ``make test-every`` takes all.
    """
    return tuple(cases)[first % one_of :: one_of] if not EVERY else tuple(cases)


def for_each(
    one_of: int = 1, /, **cases: Iterable[object] | Callable[[], Iterable[object]]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Check all combinations of these cases in one item, as ``parametrize`` does in many.

    Nothing ends with the first that fails: what stands in the report is a line for each of them.
    With a number, one of so many combinations is checked: a prime that is the length of no case, so
    that whatever differs meets everything else in the end. ``make test-every`` checks all.

    Only for checks that leave nothing behind; a fixture is made once for all of them. Cases that
    take long to find are given as a function, which is called when the check is made.
    """

    def together(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def checked(**fixtures: object) -> None:
            found = [each if isinstance(each, Iterable) else each() for each in cases.values()]
            combinations = [dict(zip(cases, each_of, strict=True)) for each_of in product(*found)]
            combinations = combinations[:: 1 if EVERY else one_of]
            assert combinations, "there is nothing to check"
            wrong = [
                f"{_named(case)}: {flaw}"
                for case in combinations
                for flaw in _flaws(check, {**fixtures, **case})
            ]
            assert not wrong, "\n".join((f"{len(wrong)} of {len(combinations)} failed", *wrong))

        wanted = inspect.signature(check)
        others = [each for name, each in wanted.parameters.items() if name not in cases]
        checked.__signature__ = wanted.replace(parameters=others)  # type: ignore[attr-defined]
        return checked

    return together


def _flaws(check: Callable[..., None], case: dict[str, object]) -> Iterator[str]:
    """Yield what is wrong with a case, if anything is: also when the check could not be made."""
    try:
        check(**case)
    except AssertionError as flaw:
        yield str(flaw).replace("\n", "\n  ") or "it does not hold"
    except Exception as trouble:  # noqa: BLE001 - the next case is looked at nevertheless
        last = inspect.getinnerframes(trouble.__traceback__)[-1] if trouble.__traceback__ else None
        where = f" in {last.filename}:{last.lineno}" if last else ""
        yield f"{type(trouble).__name__}: {trouble}{where}"


def _named(case: dict[str, object]) -> str:
    return ", ".join(f"{name} {_short(value)}" for name, value in case.items())


def _short(value: object) -> str:
    match value:
        case (int(), int()):
            return "×".join(map(str, value))
        case type():
            return value.__name__
        case _:
            return str(value)
