"""Whether the pins can be opened, and what each contact says now. No lamp is lit."""

from collections.abc import Iterator

from companion.connections import pins as pins_of
from companion.device_notes import mistaken, no_pins, said
from companion.doctor.case import Case
from companion.doctor.finding import Finding, State
from hardware.header import header_pin
from hardware.no_pins import NoPins, PinTrouble
from hardware.pin_mistakes import mistakes
from hardware.pins import PanelPins, Role, Use, Wire, wires


def look(case: Case) -> Iterator[Finding]:
    """Yield mistakes in the table of pins, or else what each wire says."""
    words = case.words
    if case.settings.panel.factory == "none":
        unwired = words.say(
            "The settings name no buttons ([panel] factory). At the table, Test buttons and reader"
            " in the menu leads to the wizard that finds them"
        )
        yield Finding("pins", State.OK, unwired, facts={"factory": "none"})
        return
    panel = pins_of(case.settings)
    found = mistakes(panel)
    for mistake in found:
        yield Finding(
            "pins",
            State.WRONG,
            said(mistaken(mistake), words),
            words.say(
                "Give it another pin, in the settings under [panel.buttons] or [panel.lamps]"
            ),
            {"gpio": mistake.pin, "kind": mistake.kind.name.lower()},
        )
    if case.is_open and not found:
        there = words.say("The table is open and has the pins: its test page shows them")
        yield Finding("pins", State.OK, there, facts={"factory": str(panel.factory)})
    elif not found:
        yield from _opened(case, panel)


def _opened(case: Case, panel: PanelPins) -> Iterator[Finding]:
    words, factory = case.words, str(panel.factory)
    try:
        header = case.machine.open_pins(panel.factory)
    except NoPins as why:
        remedy = words.say('For a table without buttons: factory = "none" under [panel]')
        facts = {"factory": factory, "kind": why.kind.name.lower()}
        yield Finding("pins", State.WRONG, said(no_pins(why), words), remedy, facts)
        return
    try:
        there = words.say("The pins can be opened ({factory})", factory=factory)
        yield Finding("pins", State.OK, there, facts={"factory": factory})
        for use, wire in wires(panel):
            try:
                is_closed = header.listen(wire, _ignored).is_closed()
            except NoPins as why:
                yield _refused(case, use, wire, why)
            else:
                yield _level(case, use, wire, is_closed=is_closed)
    finally:
        header.close()


def _ignored(_is_closed: bool) -> None:  # noqa: FBT001 - the driver gives it so
    """Nothing follows from a contact that moves while it is looked at."""


def _facts(use: Use, wire: Wire) -> dict[str, object]:
    return {
        "control": str(use.control),
        "role": use.role.name.lower(),
        "gpio": wire.pin,
        "header_pin": header_pin(wire.pin),
    }


def _refused(case: Case, use: Use, wire: Wire, why: NoPins) -> Finding:
    words = case.words
    facts = {**_facts(use, wire), "kind": why.kind.name.lower()}
    if why.kind is PinTrouble.PIN_IN_USE:
        remedy = words.say("Close the table or whatever uses it, and look again")
    else:
        remedy = words.say("Give it another pin in the settings")
    return Finding(
        f"pin-{wire.pin}", State.WRONG, f"{use}: {said(no_pins(why), words)}", remedy, facts
    )


def _level(case: Case, use: Use, wire: Wire, *, is_closed: bool) -> Finding:
    words, facts = case.words, _facts(use, wire)
    is_high = is_closed != wire.active_low
    facts |= {"level": "high" if is_high else "low", "is_closed": is_closed}
    where = {"who": str(use), "gpio": wire.pin, "pin": facts["header_pin"]}
    level = words.say("high") if is_high else words.say("low")
    if is_closed and use.role is Role.CONTACT:
        return Finding(
            f"pin-{wire.pin}",
            State.ATTENTION,
            words.say("{who} is pressed or stuck: GPIO {gpio} (header pin {pin}) is {level}",
                      level=level, **where),
            words.say("If no finger is on it: is its wire on the right pin, and not on ground?"),
            facts,
        )  # fmt: skip
    rests = words.say("{who}: GPIO {gpio} (header pin {pin}) is {level}", level=level, **where)
    return Finding(f"pin-{wire.pin}", State.OK, rests, facts=facts)
