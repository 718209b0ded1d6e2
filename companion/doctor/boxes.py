"""The boxes of tagged tiles that the table would find."""

from collections.abc import Iterator

from companion import box_files
from companion.box_table import located
from companion.core.box import TILES, tagged_tiles
from companion.doctor.case import Case
from companion.doctor.finding import Finding, State


def look(case: Case) -> Iterator[Finding]:
    """Yield what the box on this table is like."""
    words, wanted = case.words, case.settings.bag_reader.box
    names = box_files.names(case.data)
    facts = {"boxes": names, "wanted": wanted}
    if wanted and wanted not in names:
        yield Finding(
            "box",
            State.WRONG,
            words.say("There is no box of tags called {box}", box=wanted),
            words.say("ra-companion tags teach {box}, or name another as [bag_reader] box",
                      box=wanted),
            facts,
        )  # fmt: skip
    elif not names:
        none = words.say("No tile has a tag: tiles are entered by hand")
        yield Finding("box", State.OK, none, facts=facts)
    elif not wanted and len(names) > 1:
        yield Finding(
            "box",
            State.ATTENTION,
            words.say("There are several boxes of tags: {boxes}", boxes=", ".join(names)),
            words.say("Name the one on this table as [bag_reader] box in the settings"),
            facts,
        )
    else:
        yield _box(case, wanted or names[0])


def _box(case: Case, name: str) -> Finding:
    words = case.words
    file = box_files.box_file(case.data, name)
    box, mistakes = box_files.load(file)
    tagged = tagged_tiles(box)
    facts = {"box": name, "tagged_tiles": tagged, "mistakes": len(mistakes)}
    if mistakes:
        first = located(mistakes[0], words)
        bad = words.say("{file} has mistakes: {mistake}", file=file, mistake=first)
        remedy = words.say("ra-companion tags show {box} names them all", box=name)
        return Finding("box", State.WRONG, bad, remedy, facts)
    said = words.say("Box {box}: {number} of {all} tiles have a tag", box=name, number=tagged,
                     all=TILES)  # fmt: skip
    if tagged < TILES:
        remedy = words.say("ra-companion tags teach {box}; the other tiles are entered by hand",
                           box=name)  # fmt: skip
        return Finding("box", State.ATTENTION, said, remedy, facts)
    return Finding("box", State.OK, said, facts=facts)
