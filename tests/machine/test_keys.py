"""What a guest's keyboard cannot do to a machine, although its kernel and Debian would let it."""

from tests.machine.computer import Computer
from tests.machine.test_table import begun, entered

IS_WRITABLE = "grep -q ' / ext4 rw' /proc/mounts && echo yes"


SAYS_POWER = "journalctl -b -u systemd-logind -o cat | grep -i 'power key pressed'"


def is_writable(machine: Computer) -> bool:
    """Whether the machine's disk can be written."""
    return bool(machine.sh(IS_WRITABLE, may_fail=True))


def test_alt_sysrq_u_leaves_the_disk_as_it_is(table: Computer) -> None:
    begun(table)
    table.keys("alt", "sysrq", "u")
    table.rest(5)
    assert is_writable(table)
    assert entered(table)
    table.sh("echo 438 >/proc/sys/kernel/sysrq")  # as Debian has it: the keys are the right ones
    try:
        table.keys("alt", "sysrq", "u")
        table.until(lambda: not is_writable(table), 30, "these keys would do nothing anyway")
    finally:
        table.sh("echo 0 >/proc/sys/kernel/sysrq; mount -o remount,rw /")


def test_the_power_key_of_a_keyboard_is_heard_and_nothing_is_switched_off(table: Computer) -> None:
    begun(table)
    table.keys("power")
    table.until(lambda: table.sh(SAYS_POWER, may_fail=True), 30, "nobody has heard the key")
    table.rest(10)
    assert table.is_on
    assert entered(table)
