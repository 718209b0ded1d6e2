"""What a guest's keyboard cannot do to a machine, although its kernel and Debian would let it."""

from release.tests.machine.computer import Computer
from release.tests.machine.test_table import begun, entered

IS_WRITABLE = "grep -q ' / ext4 rw' /proc/mounts && echo yes"

SAYS_POWER = "journalctl -b -u systemd-logind -o cat | grep -i 'power key pressed'"

BOOT = "cat /proc/sys/kernel/random/boot_id"


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


def test_ctrl_alt_del_does_nothing_however_often(table: Computer) -> None:
    begun(table)
    boot = table.sh(BOOT)
    for _ in range(10):  # seven within two seconds are systemd's own order to restart
        table.keys("ctrl", "alt", "delete")
    table.rest(10)
    assert table.sh(BOOT) == boot
    assert entered(table)


def test_once_the_table_is_closed_the_keys_are_the_system_s_again(table: Computer) -> None:
    held = table.sh("systemd-inhibit --list --no-legend")
    assert "handle-power-key" in held
    assert table.sh("cat /proc/sys/kernel/sysrq").strip() == "0"
    table.sh("systemctl stop ra-companion")
    assert "handle-power-key" not in table.sh("systemd-inhibit --list --no-legend")
    assert table.sh("cat /proc/sys/kernel/sysrq").strip() == "438"
    table.sh("systemctl start ra-companion")
    table.await_table()
