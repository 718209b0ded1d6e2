"""A computer is measured, and the table that a service has open there."""

from pathlib import Path
from unittest.mock import patch

from companion.cli import bench
from companion.doctor.machine import Machine, Severity
from companion.i18n import ENGLISH


def test_the_table_that_a_service_has_open_is_watched(tmp_path: Path) -> None:
    process = tmp_path / "proc" / "7"
    for task in ("7", "8"):
        (process / "task" / task).mkdir(parents=True)
        (process / "task" / task / "status").write_text("voluntary_ctxt_switches:\t5\n")
    (process / "status").write_text("VmRSS:\t   81920 kB\n")
    shown = {"MainPID": "7\n", "ActiveEnterTimestampMonotonic": "14500000\n"}
    times = iter((0.0, 10.0))
    machine = Machine(
        root=tmp_path, answer=lambda words: shown[words[3]], ticks=lambda: next(times)
    )

    def wait(_: float) -> None:
        (process / "task" / "7" / "status").write_text(
            "voluntary_ctxt_switches:\t95\nnonvoluntary_ctxt_switches:\t10\n"
        )

    with patch("companion.cli.bench.time.sleep", wait):
        boot, service = bench.of_service(machine, ENGLISH)
    assert (boot.state, boot.facts) == (Severity.OK, {"seconds": 14.5})
    assert service.facts == {"megabytes": 80.0, "wakes_a_second": 10.0}
    assert service.sentence == "The open table uses 80 MB and wakes 10.0 times a second"


def test_no_service_is_nothing_to_be_told() -> None:
    machine = Machine(answer=lambda _: "")
    assert not list(bench.of_service(machine, ENGLISH))
