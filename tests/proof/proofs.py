"""All proofs in the order in which they run: the quickest first, the longest last."""

from functools import partial

from tests.proof import (
    branches,
    broken,
    controls,
    crash_states,
    every_call,
    fleet,
    fuzz,
    golden,
    hidden,
    kills,
    mutation,
    packed_rules,
    plugs,
    rot,
    slips,
    soak,
    two_authors,
)
from tests.proof.measure import ROOT, Goal, Proof
from tests.rules import many_ends

_PROGRAM = ("assets", "companion", "hardware", "pyproject.toml")


_CRASH = ("tests/crash", "tests/journal/disks.py", "tests/rules/games.py", "tests/rules/table.py",
          "tests/proof/evenings.py", "tests/proof/golden.py", "tests/proof/journals",
          "tests/proof/surroundings.py", "tests/proof/trace.py")  # fmt: skip


_NOT_PLAYED = ("companion/rules/auction.py", "companion/rules/components.py")
"""What is said before an auction is settled, and the pieces of a box: a game needs neither."""


def _code(folder: str) -> tuple[str, ...]:
    """Return the Python files directly in a folder that are no tests."""
    files = sorted((ROOT / folder).glob("*.py"))
    code = (f"{folder}/{file.name}" for file in files if not file.name.startswith("test_"))
    return tuple(name for name in code if name not in _NOT_PLAYED)


_ENGINE = (
    "companion/__init__.py",
    "companion/i18n/__init__.py",
    *_code("companion/rules"),
    *(
        file
        for part in ("corrections", "partial", "records", "scoring")
        for file in _code(f"companion/rules/{part}")
    ),
)
"""The readable rules, without what is only written about them, the packed ones and the library."""


_SIDE_BY_SIDE = (
    *_ENGINE,
    *_code("tests/oracle"),
    *(f"tests/rules/{name}.py" for name in ("against_the_oracle", "side_by_side", "table")),
)
"""The engine, the oracle, and what plays both."""


def _proof(name: str) -> str:
    return f"tests/proof/{name}.py"


_TWO_AUTHORS = (*_SIDE_BY_SIDE, "tests/rules/many_ends.py", _proof("two_authors"))


PROOFS = (
    Proof(
        "golden journals",
        "Games recorded by every released version still open and end as they ended then.",
        golden.portions,
        (Goal("journals", 8, 8),),
        seconds=1,
        of=("companion", *_CRASH),
    ),
    Proof(
        "controls",
        "The same proofs notice a flush that is left out, a folder that is not flushed, a"
        " screen that shows before it saves, a writer that confirms too early, and a checksum"
        " that is not checked.",
        controls.portions,
        (Goal("caught", 100, 100, of="controls"),),
        seconds=5,
        of=(
            *_PROGRAM,
            *_CRASH,
            *map(_proof, ("controls", "crash_states", "hasty", "opening", "rot")),
        ),
    ),
    Proof(
        "kill at every call",
        "The journal, the index, the settings, a box of tags and an export are killed at every"
        " call they make on their files: nothing confirmed is lost, and the work can then be"
        " finished. The installer and all its children are killed at every call that changes the"
        " machine during an update: some whole version opens, and the next attempt completes the"
        " update. The same holds for the roll-back: one version or the other is in use, and"
        " nobody is told the wrong one.",
        every_call.portions_of_kills,
        (Goal("kills", 40, 850),),
        seconds=45,
        of=(
            "companion",
            "install.sh",
            "release",
            "systemd",
            *_CRASH,
            *map(_proof, ("every_call", "subjects", "updating")),
        ),
    ),
    Proof(
        "bit rot",
        "One bit in every byte of a whole game's journal is flipped in turn, and every bit of"
        " short ones; blocks are replaced by zeros, noise or other blocks; every byte of the"
        " index is damaged. Nothing that was not written is ever shown as true.",
        rot.portions,
        (Goal("flips", 5_000, 75_000), Goal("blocks", 1_000, 20_000)),
        seconds=20,
        of=(
            "companion/journal",
            "companion/rules",
            "companion/exports/kept_game.py",
            *_CRASH,
            _proof("rot"),
        ),
    ),
    Proof(
        "crash states",
        "The file system calls of the whole program were recorded while it played. Whatever a"
        " disk may hold after a cut between any two of them opens with everything that was"
        " confirmed: sectors that arrived, did not or were torn, lengths without bytes, names"
        f" that did not last. After the first {crash_states.BIRTH} calls of a game, which create"
        " its files, three calls in seven are followed by a cut, so that every kind of call has"
        " its turn.",
        crash_states.portions,
        (Goal("states", 5_000, 100_000),),
        seconds=60,
        of=(*_PROGRAM, *_CRASH, *map(_proof, ("crash_states", "opening"))),
    ),
    Proof(
        "a card that lies",
        "The same with a card that only pretends to have saved the last three events: the"
        " journal is never corrupt, at most these three are missing, and the program says where"
        " it stands. Two calls in seven are followed by a cut.",
        crash_states.portions_of_liar,
        (Goal("states", 1_000, 20_000),),
        seconds=30,
        of=(*_PROGRAM, *_CRASH, *map(_proof, ("crash_states", "opening"))),
    ),
    Proof(
        "faults at every call",
        "EIO, ENOSPC, EROFS, EACCES, EINTR and short writes at every call, once or from then"
        " on: nothing is lost, the fault is reported in words, and the program recovers when its"
        " cause is gone.",
        every_call.portions_of_faults,
        (Goal("faults", 200, 4_000),),
        seconds=40,
        of=("companion", "release", *_CRASH, *map(_proof, ("every_call", "subjects", "updating"))),
    ),
    Proof(
        "counts",
        "The engine and the oracle count the same number of legal sequences of actions, by kind, to"
        " a greater depth than the tests.",
        two_authors.portions_of_counts,
        (Goal("lines", 500_000, 20_000_000),),
        seconds=30,
        of=(*_TWO_AUTHORS, "tests/oracle/counts.json"),
    ),
    Proof(
        "foreign bytes",
        "No parser of foreign bytes fails, hangs or grows, whatever arrives: noise, altered"
        " inputs, and bytes guided by the code they reach. Fast parsers are given more than slow"
        f" ones; millions of bytes at full strength: {fuzz.distributed()}.",
        fuzz.portions,
        (Goal("bytes", 2_000_000, 1_000_000_000), Goal("guided inputs", 0, 1_000_000)),
        seconds=8,
        of=(
            "assets",
            "companion",
            "hardware",
            *_CRASH,
            *map(_proof, ("corpus", "foreign", "fuzz", "guided")),
        ),
    ),
    Proof(
        "kills at random",
        "The whole program is killed at random moments of games, and resumes with everything"
        " that was confirmed.",
        kills.portions,
        (Goal("kills", 200, 10_000),),
        seconds=25,
        of=(*_PROGRAM, *_CRASH, "tests/app", "tests/core", *map(_proof, ("kills", "warm"))),
    ),
    Proof(
        "branches",
        "The tests take every branch of the rules, the journal, the parsers and the debouncer;"
        " branches that they do not take are listed.",
        branches.portions,
        (Goal("taken", 90, 100, of="branches"),),
        seconds=300,
        of=("companion", "hardware", "tests"),
    ),
    Proof(
        "tests that can fail",
        "Ten randomly chosen tests from every folder fail when the code under them is broken; a"
        " test that no mistake makes fail is listed. Tests are not eligible if they run no line"
        " of ours in which a mistake can be made: what they check is a table, a file or another"
        " program.",
        broken.portions,
        (Goal("that failed", 90, 95, of="tests"), Goal("tests", 4, 150)),
        seconds=60,
        of=("assets", "companion", "hardware", "tests"),
    ),
    Proof(
        "soak",
        "Simulated people play for hours with bouncing buttons, noise on the line, pulled"
        " cables, clocks that jump, a disk that fills, and changes of language and colours: each"
        " game's journal tells the same game as the table, and memory, open files and threads do"
        " not grow.",
        soak.portions,
        (Goal("minutes of table time", 30, 24 * 60), Goal("mishaps", 30, 2_000)),
        seconds=120,
        of=(*_PROGRAM, *map(_proof, ("soak", "soaking", "surroundings"))),
    ),
    Proof(
        "slips",
        "People press the wrong thing at auctions, at every level, by keys, panel and touch:"
        " late overbids, double presses, neighbours' buttons, tiles too early, OK twice, suns"
        " without passes. After each slip the screen says something and they correct it; table"
        " and screen never differ silently. A program that ignores presses after a settlement is"
        " caught.",
        slips.portions,
        (
            Goal("games", 50, 1_000),
            Goal("slips", 1_000, 20_000),
            Goal("caught", 100, 100, of="controls"),
        ),
        seconds=4,
        of=(
            "assets",
            "companion",
            "tests/app",
            "tests/core",
            "tests/rules",
            *map(_proof, ("confused", "slips")),
        ),
    ),
    Proof(
        "hidden totals",
        "Two tables that differ only in one player's hidden total are compared on every page of"
        " a running game, after everything that is offered there and, from the pages that lead"
        " furthest, after everything that is offered next: the picture, and what is lit, asked,"
        " said aloud and saved, whatever options were chosen and whoever's points they are. A"
        " program that gives the total away is caught.",
        hidden.portions,
        (Goal("pairs", 500, 20_000), Goal("caught", 100, 100, of="controls")),
        seconds=2,
        of=(
            "assets",
            "companion",
            "tests/journal/disks.py",
            "tests/net",
            "tests/once.py",
            "tests/random_games.py",
            "tests/rules/table.py",
            "tests/security",
            "tests/statistics/evenings.py",
            "tests/view",
            _proof("hidden"),
        ),
    ),
    Proof(
        "packed rules",
        "The packed rules, interpreted and compiled, agree with the readable ones on every"
        " position and every choice of random games, with every number of players, edition and"
        ' option; deals are played as in "two authors". Broken on purpose, they are caught.',
        packed_rules.portions,
        (Goal("games", 1_000, 1_000_000), Goal("caught", 100, 100, of="controls")),
        seconds=17,
        of=(
            *_SIDE_BY_SIDE,
            "companion/rules/packed",
            "release/kernels.py",
            "release/lock.py",
            "tests/packed/kernels.py",
            "tests/packed/side_by_side.py",
            _proof("packed_rules"),
        ),
    ),
    Proof(
        "pulled plugs",
        "A whole emulated machine is played through its pins, and its plug is pulled on a disk"
        " that loses whatever was not flushed: nothing that a lamp has shown as saved is lost."
        " After every twentieth cut the machine boots from what is left and plays on; after the"
        " others the kernel mounts the disk. A journal that does not flush is caught.",
        plugs.portions,
        (Goal("plugs", 0, plugs.CUTS), Goal("caught", 0, 1)),
        seconds=2 * 3600,
        of=(*_PROGRAM, "release", "systemd", "tests/machine", _proof("plugs")),
    ),
    Proof(
        "fleet",
        "What leaves a table during a game is the same, byte for byte, whatever the names and"
        " points are; and hostile orders at a real broker end no process and fill neither memory"
        " nor log, while every valid order among them reaches the table.",
        fleet.portions,
        (Goal("games", 100, 1_000), Goal("messages", 50_000, 1_000_000)),
        seconds=30,
        of=(
            "companion",
            "tests/fleet",
            "tests/random_games.py",
            "tests/together.py",
            _proof("fleet"),
        ),
    ),
    *(
        Proof(
            f"mutation of {subject}",
            f"One small mistake at a time is made in {what}: the tests notice it, or the surviving"
            " mutant is listed with the reason. Excused mutants are known to make no difference"
            " and were not tried.",
            partial(mutation.portions, subject),
            (Goal("killed", 80 if is_quick else 0, 95, of="mutants"),),
            seconds=30,
            of=mutation.of(subject),
            tried="Tests are collected once per portion, children start with everything loaded, and"
            " only tests that run the changed line are asked, fastest first: a mistake that is"
            " noticed costs a fraction of a second. A survivor costs every test that runs it,"
            " up to twelve seconds, and most of the time goes there. A mistake that a test noticed"
            " before a change is not made again, and counts as noticed before, if neither the"
            " module nor the file of that test has changed, and the test still passes without it"
            " and runs its line; that no other change lets it pass now is not tried. Portions take"
            " the modules in turn, and the mistakes of a module in random order, so that what is"
            " done is a fair sample of the whole.",
            reason=mutation.reason,
        )
        for subject, what, is_quick in (
            ("journal", "the journal", True),
            ("parsers", "the parsers of foreign bytes and the debouncer", True),
            ("fleet", "what a table says to the bar and takes from it", False),
            ("rules", "the rules, readable and packed, and in the records of games", False),
            ("pages", "what pages decide", False),
        )
    ),
    Proof(
        "two authors",
        "The engine and the independent oracle agree on every state and every choice of random"
        " games, with every number of players, edition and option. Each deal is played from the"
        f" first tile to an end, then to {many_ends.AGAIN} other ends from random moments of it,"
        f" and so on from what is new in these, {many_ends.GENERATIONS} times: every game"
        " differs, and all its states are compared. States that games share are counted once.",
        two_authors.portions,
        (Goal("games", 1_000, 1_000_000),),
        seconds=20,
        of=_TWO_AUTHORS,
        tried="What games of a deal share is played once. Tables are compared field by field rather"
        " than as text, except at the ends of epochs and in the game from the first tile. The"
        " oracle's forms of hands and choices are cached, and its invariants are checked when"
        " what they concern has changed. Portions are new deals, so every further hour adds to"
        " them.",
    ),
)
"""Each with its goals."""
