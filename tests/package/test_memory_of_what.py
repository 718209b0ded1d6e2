"""The measuring of memory counts every mapping once, and knows what is no part of the program."""

from pathlib import Path

from benchmarks.memory import mappings, sizes

SMAPS = """\
55d0c8a00000-55d0c8b00000 rw-p 00000000 00:00 0                          [heap]
Size:               1024 kB
Rss:                 700 kB
7f0000000000-7f0000400000 r-xp 00000000 08:01 11  /usr/lib/x86_64-linux-gnu/libLLVM-15.so.1
Rss:                4096 kB
7f0001000000-7f0001400000 r-xp 00000000 08:01 12  /usr/lib/x86_64-linux-gnu/dri/swrast_dri.so
Rss:                 104 kB
7f0002000000-7f0002400000 rw-p 00000000 00:00 0
Rss:                 300 kB
7f0003000000-7f0003400000 r-xp 00000000 08:01 13  /opt/x/pygame_ce.libs/libSDL2-2.so.0
Rss:                 900 kB
"""


def test_mesa_is_told_from_the_program() -> None:
    found = sizes(SMAPS.splitlines())
    assert found.kinds == {
        "heap, stacks and surfaces": 1000,
        "Mesa and its compiler": 4200,
        "SDL and what it draws with": 900,
    }
    assert found.whole == 6100


def test_every_mapping_of_a_real_process_is_counted_once() -> None:
    lines = Path("/proc/self/smaps").read_text().splitlines()
    sums = [int(line.split()[1]) for line in lines if line.startswith("Rss:")]
    assert [size for _, size in mappings(lines)] == sums
    assert sizes(lines).whole == sum(sums)
