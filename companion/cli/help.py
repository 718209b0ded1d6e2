"""The help of every command, with examples; what each option means stands in ``arguments.py``."""

from companion.i18n import mark

ABOUT = mark("""\
A companion to the board game Ra: a table on a screen, with buttons, a dial and a bag reader;
and games and scores as text for other programs.

Without a command, open the table, like `ra-companion run`.
""")

STATUSES = mark("""\
exit status:
  0    success
  1    the rules of Ra refuse what a file says, or an internal error
  2    unreadable or wrong kind of file, or wrong usage
  130  stopped with Ctrl-C
""")

RUN = mark("""\
Open the table: the whole game on a screen, entered with buttons, keys or touch. Everything is saved
to disk before it is shown.

examples:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    run a script without a window
""")

REPLAY = mark("""\
Replay game records by the rules and tell what happened. A record is a text file with one line of
JSON for the game and one for every event.

examples:
  ra-companion replay evening.jsonl            an account in sentences
  ra-companion replay evening.jsonl --json     the whole table after every event
  tail -n +1 a.jsonl | ra-companion replay -   from standard input
""")

REPLAY_END = mark("""\
An event the rules refuse ends its file: the states before it are printed, and
FILE:LINE: reason goes to standard error. Other files are still replayed.
""")

SCORE = mark("""\
Score an epoch, or the end of a game, from what everybody has.

FILE is a score sheet in JSON. Without FILE, on a terminal, you are asked for one line per player,
such as  Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20  for three pharaohs, one flood, four Niles, two Art,
three pyramids, the suns 13, 5 and 2, and 20 points before.

examples:
  ra-companion score
  ra-companion score sheet.json
  echo '{"epoch": 1, "players": [{"tiles": {"god": 2}}, {"tiles": {"gold": 1}}]}' |
      ra-companion score - --json
""")

SCORE_END = mark("""\
An impossible sheet is refused with every reason, one per line, as
FILE:LINE: reason on standard error.
""")

SIMULATE = mark("""\
Play random games by the rules and measure how fast that is. The same seed plays the same games. An
action is one choice by a player; seconds are processor time.

With --table, simulated people play at a table with simulated hardware: they press, slip, undo and
draw tile by tile, and every game's journal is checked against the game on the table.

examples:
  ra-companion simulate --players 4 --games 5000 --seed 7
  ra-companion simulate --players 2 --games 10 --seed 1 --json --records games/
  ra-companion simulate --table --speed 3     to watch, as at a fair
""")

GAMES = mark("""\
List saved games, newest first: number, start (UTC) and players.

examples:
  ra-companion games
  ra-companion games --player Anna --edition c25 --since 2026-01-01
  ra-companion games --json | head -1
  ra-companion games --rebuild      rebuild the index from the games themselves
""")

EXPORT = mark("""\
Export a saved game: as a record without anything undone, or in a format other programs read.

examples:
  ra-companion export last                             the newest game, to the terminal
  ra-companion export 12 evening.jsonl                 game number 12, into a file
  ra-companion export last ra.bgsplay --format bgsplay for BG Stats
  ra-companion export last table.png --format png      a picture of the final table
  ra-companion export all /media/stick                 every game in every format, onto a stick
""")

FORGET = mark("""\
Forget a player: remove the name from every game and erase every trace of it in the data folder.
Points and games stay. Backups forget it when the next one is written.

example:
  ra-companion forget Anna
""")

BACKUP = mark("""\
Back up all games to a stick or a folder. A new backup is written, read back and compared before an
old one is deleted. Five are kept. A game that only an older backup has is carried over to every
new one.

example:
  ra-companion backup /media/stick
""")

STATS = mark("""\
Show statistics over all finished games, for the table or for one player.

examples:
  ra-companion stats
  ra-companion stats Anna
  ra-companion stats --json
  ra-companion stats --png pictures/     also draw charts
""")

SETTINGS = mark("""\
Show the settings in use, or with --check every error in the owner's file, one per line.

examples:
  ra-companion settings
  ra-companion settings --check
  ra-companion settings --check mine.toml
""")

DOCTOR = mark("""\
Check everything the table needs on this computer; one line each, and how to fix what is missing.
Run it as the user who opens the table, with no table open.

examples:
  ra-companion doctor
  sudo -u ra-companion ra-companion doctor    as the service sees it
  ra-companion doctor --json
""")

DOCTOR_STATUSES = mark("""\
exit status:
  0    no problems
  1    problems found
  2    wrong usage
""")

DIAGNOSTICS = mark("""\
Write a support file: what the doctor found, the settings, the service log, and the ends of the
newest games. It contains no names and no PIN.

PLACE is a folder, such as a USB stick, or a file that ends with .zip.

examples:
  ra-companion diagnostics /media/stick
  sudo ra-companion diagnostics . --data /var/lib/ra-companion
""")

TAGS = mark("""\
Manage boxes of tagged tiles: which tag is on which tile. The table uses the box named in the
settings as bag_reader.box, or the only one there is.

A box is a CSV table with the columns uid and kind. A kind is one of
  ra god pharaoh nile flood gold
  civ_art civ_agriculture civ_religion civ_astronomy civ_writing
  mon_fortress mon_obelisk mon_palace mon_pyramid mon_sphinx mon_statues
  mon_step_pyramid mon_temple
  dis_funeral dis_drought dis_unrest dis_earthquake
  sun-1 to sun-16 and ra_figure

examples:
  ra-companion tags teach attic         lay the tiles on the reader, kind by kind
  ra-companion tags show attic          how many there are, and what is missing
  ra-companion tags export attic attic.csv
  ra-companion tags import ours attic.csv
  ra-companion tags forget attic 04A23BD2C15C80
""")

RULES = mark("""\
Print the rules of Ra in our own words: the same ten pages as at the table.

examples:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999 --pdf rules.pdf    a printable sheet
""")
