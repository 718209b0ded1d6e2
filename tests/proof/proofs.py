"""All proofs in the order in which they run: the quick to fail first, the endless last."""

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
from tests.proof.measure import Goal, Proof
from tests.rules import many_ends

_PROGRAM = ("assets", "companion", "hardware", "pyproject.toml")


_CRASH = ("tests/crash", "tests/journal/disks.py", "tests/rules/games.py", "tests/rules/table.py",
          "tests/proof/evenings.py", "tests/proof/golden.py", "tests/proof/journals")  # fmt: skip


_RULES = ("companion/rules", "tests/oracle", "tests/rules", "tests/proof/two_authors.py")


def _proof(name: str) -> str:
    return f"tests/proof/{name}.py"


PROOFS = (
    Proof(
        "golden journals",
        "The games of every version there was still come to the end they had.",
        golden.portions,
        (Goal("journals", 8, 8),),
        seconds=1,
        of=("companion", "tests/proof/journals", _proof("golden")),
    ),
    Proof(
        "controls",
        "The same proofs notice a flush that is left out, a folder that is not flushed, a screen"
        " that shows before it saves, a writer that confirms too early, and a blind checksum.",
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
        " call they make on their files; nothing confirmed is lost, and the work is then done. The"
        " installer with all its children is killed at every call that changes the machine while it"
        " updates it: a whole version opens, and the next try completes the update. So is the way"
        " back to the version before: one or the other is used, and nobody is told wrongly which.",
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
        "A bit of every byte of a whole game's journal turned over in turn, and every bit of short"
        " ones; blocks that became zeros, noise or other"
        " blocks, every byte of the index: nothing is shown as true that was not written.",
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
        "The calls of the whole program were listened to while it played. Whatever a disk may hold"
        " after a cut between any two of them opens with all that was confirmed: sectors that"
        " came, did not or were torn, lengths without bytes, names that did not last. After the"
        f" first {crash_states.BIRTH} calls of a game, which make its files, three calls of seven"
        " are followed by a cut, so that all kinds of calls have their turn.",
        crash_states.portions,
        (Goal("states", 5_000, 100_000),),
        seconds=60,
        of=(*_PROGRAM, *_CRASH, *map(_proof, ("crash_states", "opening"))),
    ),
    Proof(
        "a card that lies",
        "The same with a card that only pretends to keep the last three events: never corrupt, at"
        " most these three are missing, and the program says where it stands. Two calls of seven"
        " are followed by a cut.",
        crash_states.portions_of_liar,
        (Goal("states", 1_000, 20_000),),
        seconds=30,
        of=(*_PROGRAM, *_CRASH, *map(_proof, ("crash_states", "opening"))),
    ),
    Proof(
        "faults at every call",
        "EIO, ENOSPC, EROFS, EACCES, EINTR and short writes at every call, once and for good:"
        " nothing is lost, it is said in words, and it heals when the cause goes.",
        every_call.portions_of_faults,
        (Goal("faults", 200, 4_000),),
        seconds=40,
        of=("companion", *_CRASH, *map(_proof, ("every_call", "subjects"))),
    ),
    Proof(
        "counts",
        "Both find the same number of legal lines, by their kinds, deeper than the tests look.",
        two_authors.portions_of_counts,
        (Goal("lines", 500_000, 20_000_000),),
        seconds=30,
        of=_RULES,
    ),
    Proof(
        "foreign bytes",
        "No parser of bytes that others wrote fails, hangs or grows, whatever comes: noise, bent"
        " inputs, and bytes led by what they reach. A quick parser is given more than a slow one;"
        f" millions of bytes at full strength: {fuzz.distributed()}.",
        fuzz.portions,
        (Goal("bytes", 2_000_000, 1_000_000_000), Goal("guided inputs", 0, 1_000_000)),
        seconds=8,
        of=(
            "assets",
            "companion",
            "hardware",
            *map(_proof, ("corpus", "foreign", "fuzz", "guided")),
        ),
    ),
    Proof(
        "kills at random",
        "The whole program is killed at random moments of games, and goes on with all that was"
        " confirmed.",
        kills.portions,
        (Goal("kills", 200, 10_000),),
        seconds=25,
        of=(*_PROGRAM, *_CRASH, "tests/app", "tests/core", _proof("kills")),
    ),
    Proof(
        "branches",
        "The tests take every branch of the rules, the journal, the parsers and the debouncer;"
        " what they do not take is named.",
        branches.portions,
        (Goal("taken", 90, 100, of="branches"),),
        seconds=300,
        of=("companion", "hardware", "tests"),
    ),
    Proof(
        "tests that can fail",
        "Tests drawn by lot, ten in every folder, fail when the code under them is broken; a test"
        " that minds no mistake is named. Not drawn are those under which no line of ours runs in"
        " which a mistake can be made: what they ask about is a table, a file or another program.",
        broken.portions,
        (Goal("that failed", 90, 95, of="tests"), Goal("tests", 4, 150)),
        seconds=60,
        of=("assets", "companion", "hardware", "tests"),
    ),
    Proof(
        "soak",
        "Simulated people play for hours with bouncing buttons, noise on the line, pulled cables,"
        " clocks that jump, a disk that fills, other languages and colours: each game's journal"
        " tells the same game as the table, and memory, files and threads do not grow.",
        soak.portions,
        (Goal("minutes of table time", 30, 24 * 60), Goal("mishaps", 30, 2_000)),
        seconds=120,
        of=(*_PROGRAM, *map(_proof, ("evenings", "soak", "soaking"))),
    ),
    Proof(
        "slips",
        "People confuse presses at auctions at every level, by keys, panel and touch: late"
        " overbids, double presses, neighbours' buttons, tiles too early, OK twice, suns without"
        " passes. After each slip the screen says something, they put it right, and the table and"
        " the screen never differ in silence. A program that is deaf after a settlement is caught.",
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
        "Two tables that differ only in the hidden total of one player are compared on every page"
        " of a running game, after everything that is offered there and, from the pages that lead"
        " furthest, after everything that is offered then: the picture, what is lit, asked, said"
        " aloud and kept, whatever was agreed, and whoever's points they are. A program that tells"
        " is caught.",
        hidden.portions,
        (Goal("pairs", 500, 20_000), Goal("caught", 100, 100, of="controls")),
        seconds=2,
        of=(
            "assets",
            "companion",
            "tests/net",
            "tests/security",
            "tests/view",
            _proof("hidden"),
        ),
    ),
    Proof(
        "packed rules",
        "The rules in whole numbers, as they are written and compiled, agree with the readable ones"
        " on every position and every choice of random games, with every number of players, edition"
        " and option; deals are played as by two authors. Broken on purpose, they are caught.",
        packed_rules.portions,
        (Goal("games", 1_000, 1_000_000), Goal("caught", 100, 100, of="controls")),
        seconds=17,
        of=(
            *_RULES,
            "release/kernels.py",
            "tests/packed/kernels.py",
            "tests/packed/side_by_side.py",
            _proof("packed_rules"),
        ),
    ),
    Proof(
        "pulled plugs",
        "The plug of a whole machine, emulated and played at by its pins, is pulled on a disk that"
        " loses what was not flushed: nothing that a lamp has shown as saved is lost. After each"
        " twentieth cut the machine boots from what is left, and goes on; after the others the"
        " kernel mounts the disk. A journal that does not flush is caught.",
        plugs.portions,
        (Goal("plugs", 0, plugs.CUTS), Goal("caught", 0, 1)),
        seconds=2 * 3600,
        of=(*_PROGRAM, "release", "systemd", "tests/machine", _proof("plugs")),
    ),
    Proof(
        "fleet",
        "What leaves a table while a game runs is the same, byte by byte, whatever names and points"
        " are; and hostile orders at a real broker end no process, fill no memory and no log, while"
        " every good one among them reaches the table.",
        fleet.portions,
        (Goal("games", 100, 1_000), Goal("messages", 50_000, 1_000_000)),
        seconds=30,
        of=("companion", "tests/fleet", _proof("fleet")),
    ),
    Proof(
        "mutation",
        "One small mistake at a time in the rules, the journal, the parsers, the debouncer, what"
        " pages decide and the fleet: the tests notice. Who survives is named, with the reason."
        " Excused is what was known before to make no difference, and was not tried.",
        mutation.portions,
        (Goal("killed", 80, 95, of="mutants"),),
        seconds=18,
        of=("companion", "hardware", "tests"),
        tried="Tests are collected once for each portion, children are born with everything loaded,"
        " and only tests that walk over the line are asked, the quickest first: a mistake that is"
        " noticed costs a fraction of a second. One that survives costs all tests that see it, up"
        " to twelve seconds, and most of the time goes there. The portions take all modules in"
        " turn, and the mistakes of a module in an order drawn by lot, so that what is done is a"
        " fair sample of the whole.",
        reason=mutation.reason,
    ),
    Proof(
        "two authors",
        "The engine and the naive oracle agree on every state and every choice of random games,"
        " with every number of players, edition and option. Each deal is played from the first"
        f" tile to an end, then to {many_ends.AGAIN} others from moments of it drawn by lot, and"
        f" again so from what is new in these, {many_ends.GENERATIONS} times: games that differ,"
        " each with all its states compared. States that games share are counted once.",
        two_authors.portions,
        (Goal("games", 1_000, 1_000_000),),
        seconds=20,
        of=_RULES,
        tried="What games of a deal share is played once. Tables are compared place by place and"
        " not as they are printed, but for the ends of epochs and the game from the first tile."
        " Hands and choices are remembered in the oracle's words, and its invariants are looked at"
        " when what they are about has changed. Portions are deals that nobody has played before,"
        " so every further hour adds to them.",
    ),
)
"""Each with its goals."""
