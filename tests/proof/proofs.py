"""All ways to break the promise, the quickest first."""

from tests.proof import (
    compiled_rules,
    controls,
    crash_states,
    every_call,
    fleet,
    fuzz,
    golden,
    hidden,
    kills,
    laws,
    monkeys,
    rot,
    soak,
    two_authors,
)
from tests.proof.measure import Proof

PROOFS = (
    Proof(
        "old journals",
        "opening games recorded by every released version",
        {"journals": (8, 8)},
        golden.pieces,
    ),
    Proof(
        "controls",
        "breaking a promise on purpose: a flush left out, shown before it is saved, a checksum not"
        " checked",
        {"controls": (8, 8)},
        controls.pieces,
    ),
    Proof(
        "kill at every call",
        "killing whatever writes files, at every call it makes on them",
        {"kills": (35, 500)},
        every_call.pieces_of_kills,
    ),
    Proof(
        "bit rot",
        "flipping bits of journals and of the index, overwriting blocks",
        {"flips": (5_000, 75_000), "blocks": (1_000, 20_000)},
        rot.pieces,
    ),
    Proof(
        "crash states",
        "cutting the power between any two calls of the program: everything that a disk may then"
        " hold is opened",
        {"states": (5_000, 100_000)},
        crash_states.pieces,
    ),
    Proof(
        "a card that lies",
        "the same with a card that only pretends to have saved the last three events",
        {"states": (1_000, 20_000)},
        crash_states.pieces_of_liar,
    ),
    Proof(
        "faults at every call",
        "letting every call fail (EIO, ENOSPC, EROFS, EACCES, EINTR, short writes)",
        {"faults": (200, 4_000)},
        every_call.pieces_of_faults,
    ),
    Proof(
        "foreign bytes",
        "foreign bytes into every parser: noise, altered inputs, and guided by the code they reach",
        {"bytes": (1_900_000, 1_000_000_000), "guided inputs": (0, 1_000_000)},
        fuzz.pieces,
    ),
    Proof(
        "kills at random",
        "killing the whole program at random moments of games",
        {"kills": (200, 10_000)},
        kills.pieces,
    ),
    Proof(
        "monkey",
        "anything at all: presses, holds, keys, touches, tags, cables, waits and kills, at any"
        " size, in any language, with any settings",
        {"deeds": (400, 40_000), "kills": (2, 500)},
        monkeys.pieces,
    ),
    Proof(
        "soak",
        "a day and more of table time with everything going wrong: bounce, noise, pulled cables,"
        " clocks that jump, a full disk, guests who go away, staff who look in",
        {"minutes of table time": (30, 24 * 60), "mishaps": (30, 2_000)},
        soak.pieces,
    ),
    Proof(
        "laws",
        "doing anything at all on any page, in any order: what is shown is saved, nothing changes"
        " in silence, and Undo leads back",
        {"steps": (20_000, 900_000)},
        laws.pieces,
    ),
    Proof(
        "hidden totals",
        "finding a hidden total in anything a table shows, says or saves: pairs of tables that"
        " differ in nothing else",
        {"pairs": (500, 20_000)},
        hidden.pieces,
    ),
    Proof(
        "fleet",
        "finding names or points in what leaves a table; hostile orders at a real broker",
        {"games": (100, 1_000), "messages": (50_000, 1_000_000)},
        fleet.pieces,
    ),
    Proof(
        "counts",
        "counting every legal line of pinned positions, by the engine and by a second author",
        {"lines": (500_000, 20_000_000)},
        two_authors.pieces_of_counts,
    ),
    Proof(
        "compiled rules",
        "the rules compiled beside the same in Python: every state, choice and decision of games",
        {"games": (1_000, 100_000)},
        compiled_rules.pieces,
    ),
    Proof(
        "two authors",
        "our rules beside a second author's: every state and choice of random games",
        {"games": (1_000, 1_000_000)},
        two_authors.pieces,
    ),
)
