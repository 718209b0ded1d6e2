"""``make compare REV=main``: what the pages show, offer and do, in a revision and in this tree.

Both are run and nothing is stored but what an unchanged commit answered the last time. The same
difference on many pages is printed once.
"""

import argparse
import difflib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).parents[2]

HOME = ROOT / "build" / "compare"

RECORDER = ("tests/net/record.py", "tests/net/recording.py")

PARTS = ("offers", "does", "messages", "pictures")

MOST_LINES, MOST_PAGES, MOST_DETAILS, WIDEST = 12, 5, 3, 160
"""So much of a difference is printed, unless all is asked for."""

Answers = Mapping[str, Mapping[str, str]]
"""What is there, by page and by what was looked at."""


class Change(NamedTuple):
    """The same difference, wherever it is found."""

    kind: str
    """What was looked at, without the gesture, message or size."""
    lines: tuple[str, ...]
    """Lines with ``-`` for the revision and ``+`` for this tree."""


def changes(before: Answers, after: Answers) -> dict[Change, dict[str, list[str]]]:
    """Return every difference, the most frequent first: on which pages, and of what there."""
    found: dict[Change, dict[str, list[str]]] = {}
    for page in sorted(before.keys() & after.keys()):
        was, now = before[page], after[page]
        for what in [*was, *(each for each in now if each not in was)]:
            if was.get(what) != now.get(what):
                kind, detail = _kind(what)
                change = Change(kind, tuple(_difference(was.get(what), now.get(what))))
                details = found.setdefault(change, {}).setdefault(page, [])
                details += [detail] if detail not in details else []
    order = sorted(found, key=lambda each: (-len(found[each]), each))
    return {each: found[each] for each in order}


def _kind(what: str) -> tuple[str, str]:
    """Return "does" and "tap p1" of "does tap p1"; the number of players is a detail, too."""
    first, _, rest = what.partition(" ")
    return (rest.removeprefix("players, "), first) if rest.startswith("players") else (first, rest)


def _difference(was: str | None, now: str | None) -> Iterator[str]:
    if was is None or now is None:
        yield from (f"- {line}" for line in (was or "").splitlines())
        yield from (f"+ {line}" for line in (now or "").splitlines())
        return
    for line in difflib.ndiff(was.splitlines(), now.splitlines()):
        if line[:2] in ("- ", "+ "):
            yield line


def renamed(text: bytes, names: Iterable[str]) -> bytes:
    """Return the answers of the revision with names as they are now, each given as OLD=NEW."""
    for each in names:
        old, _, new = each.partition("=")
        text = text.replace(old.encode(), new.encode())
    return text


def report(before: Answers, after: Answers, *, is_full: bool = False) -> Iterator[str]:
    """Yield what differs, and how much does not."""
    found = changes(before, after)
    for change, places in found.items():
        named = [*places] if is_full else [*places][:MOST_PAGES]
        where = [f"{page} ({_details(places[page], is_full=is_full)})" for page in named]
        more = f"; and {len(places) - len(named)} more" if len(places) > len(named) else ""
        yield f"{change.kind}   [{len(places)}: {'; '.join(where)}{more}]"
        shown = change.lines if is_full else change.lines[:MOST_LINES]
        yield from (f"    {line if is_full else line[:WIDEST]}" for line in shown)
        if len(change.lines) > len(shown):
            yield f"    … {len(change.lines) - len(shown)} lines more; FULL=1 prints all"
    differ = {page for pages in found.values() for page in pages}
    both = before.keys() & after.keys()
    yield ""
    for only, side in ((before.keys() - both, "revision"), (after.keys() - both, "tree")):
        if only:
            yield f"only in the {side}: {', '.join(sorted(only))}"
    asked = sum(len(after[page]) for page in both)
    yield (
        f"{len(both)} pages, {asked} answers: {len(both - differ)} pages are the same,"
        f" {len(differ)} differ in {len(found)} ways"
    )


def _details(details: Sequence[str], *, is_full: bool) -> str:
    some = details if is_full else details[:MOST_DETAILS]
    return ", ".join(some) + (", …" if len(some) < len(details) else "")


def answers(tree: Path, parts: Iterable[str], pages: Iterable[str], to: Path) -> bytes:
    """Run the recorder in a tree and return what it wrote."""
    words = [sys.executable, "-m", "tests.net.record", str(to), "--parts", *parts]
    words += ["--pages", *pages] if pages else []
    subprocess.run(words, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, check=True)
    return to.read_bytes()


def of_revision(revision: str, parts: tuple[str, ...], pages: tuple[str, ...]) -> bytes:
    """Return the answers of a revision, those of last time if it is the same commit."""
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    asked = "-".join((*parts, *(page.replace(" ", "_") for page in pages)))
    kept = HOME / f"{commit[:12]}-{asked[:120]}.json"
    if kept.exists():
        return kept.read_bytes()
    tree = HOME / f"tree-{os.getpid()}"
    _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
    try:
        for name in RECORDER:
            if not (tree / name).exists():  # a revision that is older than they are
                shutil.copy(ROOT / name, tree / name)
        return answers(tree, parts, pages, kept)
    finally:
        _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> str:
    git = ["git", "-C", str(ROOT), *words]
    return subprocess.run(git, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Compare a revision with this tree."""
    parser = argparse.ArgumentParser(prog="make compare", description=__doc__)
    parser.add_argument("revision")
    parser.add_argument("--parts", nargs="*", default=PARTS, help=", ".join(PARTS))
    parser.add_argument("--pages", default="", help="only these, with commas between")
    parser.add_argument("--renamed", nargs="*", default=[], metavar="OLD=NEW")
    parser.add_argument("--full", action="store_true", help="every line of every difference")
    asked = parser.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    pages = tuple(page for page in asked.pages.split(",") if page)
    old = of_revision(asked.revision, tuple(asked.parts), pages)
    new = answers(ROOT, asked.parts, pages, HOME / "tree.json")
    before, after = (
        msgspec.json.decode(each, type=dict[str, dict[str, str]])
        for each in (renamed(old, asked.renamed), new)
    )
    print("\n".join(report(before, after, is_full=asked.full)))  # noqa: T201 - a command speaks


if __name__ == "__main__":
    main()
