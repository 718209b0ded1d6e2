"""Which branches no test takes, in what the mistakes of ``mutation.py`` are made in."""

from tests.proof.measure import Found, Portion, Strength
from tests.proof.mutation import MODULES, QUICK, witnesses


def walked(module: str) -> Found:
    """Return how many branches of a module its tests take, and name the ones they do not."""
    found = witnesses(MODULES[module]).branches[module]
    notes = [
        f"never taken: {module}, {begin} to {'the end' if end < 0 else end}"
        for begin, end in found.not_taken
    ]
    taken = found.number - len(found.not_taken)
    return Found({"branches": found.number, "taken": taken}, notes=tuple(notes))


def portions(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the modules."""
    modules = QUICK if strength is Strength.QUICK else MODULES
    return tuple(Portion(walked, (module,)) for module in modules)
