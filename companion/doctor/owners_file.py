"""What is wrong in the owner's settings file."""

from collections.abc import Iterator

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State
from companion.mistakes import described


def look(case: Case) -> Iterator[Finding]:
    """Yield every mistake, or that there is none."""
    words, file = case.words, case.settings_file
    facts = {"file": "" if file is None else str(file)}
    for mistake in case.mistakes:
        yield Finding(
            "settings",
            State.WRONG,
            f"{file}: {described(mistake, words)}",
            words.say("Correct it: until then the default holds"),
            {**facts, "line": mistake.line, "kind": mistake.wrong.name.lower()},
        )
    if case.mistakes:
        return
    if file is None:
        none = words.say("There is no settings file: defaults hold")
        yield Finding("settings", State.OK, none, facts=facts)
    else:
        well = words.say("{file}: all is well", file=file)
        yield Finding("settings", State.OK, well, facts=facts)
