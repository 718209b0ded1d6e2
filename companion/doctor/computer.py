"""Which computer and system this is, and its Python."""

import platform
from collections.abc import Iterator

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State


def look(case: Case) -> Iterator[Finding]:
    """Yield what the computer, its system and its Python are."""
    machine, words = case.machine, case.words
    model = machine.model or machine.text("sys/class/dmi/id/product_name")
    kind = platform.machine()
    facts = {"model": model, "kind": kind}
    if machine.is_pi:
        yield Finding("computer", State.OK, f"{model} ({kind})", facts=facts)
    else:
        known = words.say("{model} ({kind}), not a Raspberry Pi", model=model, kind=kind)
        if not model:
            known = words.say("A computer of the kind {kind}, not a Raspberry Pi", kind=kind)
        yield Finding("computer", State.OK, known, facts=facts)
    yield _system(case)
    yield Finding(
        "python",
        State.OK,
        f"Python {platform.python_version()}",
        facts={"version": platform.python_version()},
    )


def _system(case: Case) -> Finding:
    machine, words = case.machine, case.words
    named = [line.partition("=") for line in machine.text("etc/os-release").splitlines()]
    said = {key: value.strip('"') for key, _, value in named}
    name = said.get("PRETTY_NAME") or words.say("a Linux that does not say its name")
    kernel = machine.text("proc/sys/kernel/osrelease")
    facts = {"system": name, "kernel": kernel}
    sentence = words.say("{system}, kernel {kernel}", system=name, kernel=kernel or "?")
    return Finding("system", State.OK, sentence, facts=facts)
