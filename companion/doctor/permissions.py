"""Which devices this user may use, and the group that would allow it."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State


class _Kind(NamedTuple):
    """One kind of device."""

    group: str
    """Who may use it, on Debian and its kin."""
    patterns: tuple[str, ...]
    """Its files."""


KINDS = (
    _Kind("video", ("dev/dri/card*",)),
    _Kind("render", ("dev/dri/renderD*",)),
    _Kind("input", ("dev/input/event*",)),
    _Kind("gpio", ("dev/gpiochip*",)),
    _Kind("dialout", ("dev/ttyUSB*", "dev/ttyACM*", "dev/ttyAMA*")),
)
"""Everything that the table may need."""


def look(case: Case) -> Iterator[Finding]:
    """Yield who this user is, and each kind of device."""
    machine, words = case.machine, case.words
    names = _names(case, "etc/passwd", frozenset({machine.user}))
    user = next(iter(names), str(machine.user))
    groups = tuple(sorted(_names(case, "etc/group", machine.groups)))
    sentence = words.say("{user}, in the groups {groups}", user=user, groups=", ".join(groups))
    yield Finding("user", State.OK, sentence, facts={"user": user, "groups": groups})
    for kind in KINDS:
        yield _kind(case, kind, user)


def _names(case: Case, file: str, numbers: frozenset[int]) -> tuple[str, ...]:
    """Return the names that a file like /etc/group gives to these numbers."""
    rows = [line.split(":") for line in case.machine.text(file).splitlines()]
    wanted = {str(number) for number in numbers}
    return tuple(row[0] for row in rows if len(row) > 2 and row[2] in wanted)  # noqa: PLR2004


def _kind(case: Case, kind: _Kind, user: str) -> Finding:
    machine, words = case.machine, case.words
    name = f"group-{kind.group}"
    devices = [path for pattern in kind.patterns for path in machine.found(pattern)]
    closed = tuple(machine.shown(path) for path in devices if not machine.may_use(path))
    facts = {"group": kind.group, "devices": len(devices), "closed": closed}
    if not devices:
        none = words.say("There is no device for the group {group}", group=kind.group)
        return Finding(name, State.OK, none, facts=facts)
    if not closed:
        well = words.say("{user} may use {number} devices of the group {group}", user=user,
                         number=len(devices), group=kind.group)  # fmt: skip
        return Finding(name, State.OK, well, facts=facts)
    refused = words.say("{user} may not use {devices}", user=user, devices=", ".join(closed))
    if not _is_needed(case, kind.group):
        return Finding(name, State.OK, words.say("{what}, and need not", what=refused), facts=facts)
    remedy = words.say("sudo usermod -aG {group} {user}, then log in anew", group=kind.group,
                       user=user)  # fmt: skip
    return Finding(name, State.WRONG, refused, remedy, facts)


def _is_needed(case: Case, group: str) -> bool:
    """Whether the table would use such devices itself; a desktop does it for its programs."""
    if group == "gpio":
        return case.settings.panel.factory != "none"
    if group == "dialout":
        url = case.settings.bag_reader.url
        return bool(url) and "://" not in url
    environment = case.machine.environment
    has_desktop = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return not has_desktop and group != "render"
