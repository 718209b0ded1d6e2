"""A thousand presses of contacts that bounce, on a chip of the kernel's."""

import json

from release.tests.machine.computer import Computer

TIMES = 1000


def test_a_thousand_presses_with_five_milliseconds_of_bounce_are_a_thousand_presses(
    table: Computer,
) -> None:
    table.sh("systemctl stop ra-companion")
    table.begin(
        "sh",
        words=[
            "/opt/ra-companion/current/bin/python",
            "-P",
            "/usr/lib/machine/presses",
            f"{TIMES}",
        ],
        seconds=3600,
    )
    while not table.is_done:
        table.seen(5.0)
    done = table.answer()
    assert done["status"] == 0, done
    told = json.loads(done["said"])
    assert (told["ButtonDown"], told["ButtonUp"]) == (TIMES, TIMES), told
    assert not told.keys() & {"ButtonMasked", "DeviceLost"}, told
    table.sh("systemctl start ra-companion")
