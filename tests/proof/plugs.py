"""The plug of a whole machine is pulled while people play on it; see ``tests/machine/lives.py``."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.machine import parts
from tests.machine.house import PACKAGE, complaint
from tests.machine.lives import MOST_STOPPED, Past, pulled, pulled_without_flushes
from tests.proof.measure import Found, Portion, Strength

CUTS = 200


_SAID = {
    "confirmed": "confirmed entries looked for",
    "deeds": "deeds by pins",
    "flushes": "flushes",
    "mounted": "cuts looked at by mounting",
}


def plugs(cuts: int) -> Found:
    """Pull them, and see that a journal without flushes is caught."""
    if why := complaint():
        return Found(notes=(f"{why}: no plugs were pulled",))
    made = parts.built(PACKAGE)
    with TemporaryDirectory() as folder:
        control = pulled_without_flushes(made, Path(folder))
    return found(pulled(made, cuts), control)


def found(past: Past, control: Past) -> Found:
    """Return what was seen in the words of a proof."""
    is_caught = control.lost > 0
    cuts, stopped = past.counts.get("cuts", 0), past.counts.get("stopped", 0)
    failures = [
        (past.lost, f"{past.lost} confirmed entries were lost"),
        (stopped > cuts * MOST_STOPPED, f"in {stopped} lives a lamp was not as foreseen"),
        (not is_caught, "a journal without flushes was not noticed: this proves nothing"),
    ]
    counts = {said: past.counts.get(key, 0) for key, said in _SAID.items()}
    counts |= {"lives that a lamp has ended": stopped}
    counts |= {"plugs": cuts, "cuts booted from": cuts - past.counts.get("mounted", 0)}
    counts |= {"controls": 1, "caught": int(is_caught)}
    return Found(counts, tuple(sentence for is_so, sentence in failures if is_so))


def portions(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the one piece of work there is: machines are put together in one place."""
    return (Portion(plugs, (CUTS,)),) if strength is Strength.FULL else ()
