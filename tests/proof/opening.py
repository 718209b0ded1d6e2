"""Opens whatever a cut left with the program's own code, and checks what it shows."""

from pathlib import Path

from companion.app.game_store import GameStore
from companion.core.notices import Notes
from tests.crash.alice import Tree, laid_out
from tests.proof.evenings import Evening


def opened(tree: Tree, confirmed: int, evening: Evening, root: Path, *, may_miss: int = 0) -> int:
    """Lay this out, open it as the program does, and return how many confirmed lines are missing.

    Args:
        tree: What the cut left.
        confirmed: How many lines the screen had confirmed, the header included.
        evening: The game that was played.
        root: Where it is laid out.
        may_miss: How many events may be missing, as long as the program says where it stands.

    Raises:
        AssertionError: More are lost, or the table that is shown was never on the table.
    """
    laid_out(tree, root)
    store = GameStore(root / "data", lambda: None, allow_memory=True)
    try:
        resumed = store.newest()
    finally:
        store.close()
    if resumed is None:  # a header alone is no event
        is_lost = confirmed - bool(may_miss) > may_miss
        assert not is_lost, f"all {confirmed} confirmed lines are lost: {store.troubles}"
        return confirmed
    entries = resumed.timeline.seq
    was_so = entries <= len(evening) and resumed.timeline.game == evening.game(entries)
    assert was_so, f"after {entries} entries the table was never as it is shown"
    missing = confirmed - (entries + 1)
    assert missing <= may_miss, f"{missing} of {confirmed} confirmed lines are lost"
    steps = len(resumed.timeline.steps)
    said = [each.facts.get("actions") for each in resumed.notices
            if each.note in (Notes.RESUMED, Notes.UNPROVED)]  # fmt: skip
    assert not steps or steps in said, f"it is not said that {steps} actions are kept: {said}"
    return max(0, missing)
