"""The help of every command, with examples; what each option means stands in ``arguments.py``."""

from companion.i18n import mark

ABOUT = mark("""\
Beside the board game Ra: a table on a screen, with buttons, a dial and a bag reader; and
games and scores as text for other programs.

Without a command the table is opened, as by `ra-companion run`.
""")


STATUSES = mark("""\
exit status:
  0    all is well
  1    the rules of Ra refuse what a file says; or the program had to stop
  2    a file cannot be read or is of another kind; or the command line is wrong
  130  stopped with Ctrl-C
""")


RUN = mark("""\
Open the table: the whole game on a screen, entered with buttons, keys or touch, kept on the
disk before it is shown.

example:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    play a script, no window
""")


REPLAY = mark("""\
Play records of games again by the rules and tell what happened. A record is a text file with
one line of JSON for the game and one for every event.

example:
  ra-companion replay evening.jsonl            an account in sentences
  ra-companion replay evening.jsonl --json     the whole table after every event
  tail -n +1 a.jsonl | ra-companion replay -   from standard input
""")


REPLAY_END = mark("""\
An event that the rules refuse ends its file: the states before it are printed, and a line
FILE:LINE: reason goes to standard error. Other files are still played.
""")


SCORE = mark("""\
Score an epoch, or the end of a game, from what lies before the players.

FILE is a score sheet in JSON. Without FILE, on a terminal, you are asked: one line for each
player, such as  Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20  for three pharaohs, a flood, four Niles,
two Art, three pyramids, the suns 13, 5 and 2, and 20 points before.

example:
  ra-companion score
  ra-companion score sheet.json
  echo '{"epoch": 1, "players": [{"tiles": {"god": 2}}, {"tiles": {"gold": 1}}]}' |
      ra-companion score - --json
""")


SCORE_END = mark("""\
A sheet that cannot lie on a table is refused with every reason, one a line, as
FILE:LINE: reason on standard error.
""")


SIMULATE = mark("""\
Play whole games by the rules, every choice and every tile at random, and say how fast that was.
The same seed plays the same games. An action is one choice of a player; seconds are those the
processor spent playing.

With --table simulated people play at a table with simulated hardware: they press, slip, take back
and draw tile by tile, and every game's journal is proved to tell the game on the table.

example:
  ra-companion simulate --players 4 --games 5000 --seed 7
  ra-companion simulate --players 2 --games 10 --seed 1 --json --records games/
  ra-companion simulate --table --speed 3     to watch, as at a fair
""")


GAMES = mark("""\
List the games that are kept, the newest first: number, when it was begun (UTC), and who played.

example:
  ra-companion games
  ra-companion games --player Anna --edition c25 --since 2026-01-01
  ra-companion games --json | head -1
  ra-companion games --rebuild      make the index anew from the games themselves
""")


EXPORT = mark("""\
Write a kept game: as a record of what stands at the end, or in a form that others read.

example:
  ra-companion export last                             the newest game, to the terminal
  ra-companion export 12 evening.jsonl                 game number 12, into a file
  ra-companion export last ra.bgsplay --format bgsplay for BG Stats
  ra-companion export last table.png --format png      a picture of the final table
  ra-companion export all /media/stick                 every game in every form, onto a stick
""")


FORGET = mark("""\
Forget somebody: the name is taken out of every game, and is gone from the data folder to the last
byte. Points and games stay. Backups forget when the next one is written.

example:
  ra-companion forget Anna
""")


BACKUP = mark("""\
Copy all games to a stick or a folder: as a new generation that is written, read back and compared
before an old one goes. Five are kept. A game that only an earlier backup has stays in every one.

example:
  ra-companion backup /media/stick
""")


STATS = mark("""\
Say what all finished games add up to: of the table, or of one player.

example:
  ra-companion stats
  ra-companion stats Anna
  ra-companion stats --json
  ra-companion stats --png pictures/     also draw what there is to see
""")


SETTINGS = mark("""\
Say which settings hold, or with --check name every mistake in the owner's file, a line each.

example:
  ra-companion settings
  ra-companion settings --check
  ra-companion settings --check mine.toml
""")


DOCTOR = mark("""\
Look at this computer and say of everything that the table needs whether it is there: a line
each, with the remedy. Say it as the user who opens the table, with no table open.

example:
  ra-companion doctor
  sudo -u ra-companion ra-companion doctor    as the service sees it
  ra-companion doctor --json
""")


DOCTOR_STATUSES = mark("""\
exit status:
  0    nothing is wrong
  1    something is wrong
  2    the command line is wrong
""")


DIAGNOSTICS = mark("""\
Write one file for whoever helps: what the doctor found, the settings, what the service said, and
the ends of the newest games. Nobody's name is in it, and no PIN.

PLACE is a folder, such as a USB stick, or a file that ends with .zip.

example:
  ra-companion diagnostics /media/stick
  sudo ra-companion diagnostics . --data /var/lib/ra-companion
""")


TAGS = mark("""\
Boxes of tagged tiles: which tag is on which tile. The table uses the box that the settings name
as bag_reader.box, or the only one there is.

A box is a table of CSV with the columns uid and kind. A kind is one of
  ra god pharaoh nile flood gold
  civ_art civ_agriculture civ_religion civ_astronomy civ_writing
  mon_fortress mon_obelisk mon_palace mon_pyramid mon_sphinx mon_statues
  mon_step_pyramid mon_temple
  dis_funeral dis_drought dis_unrest dis_earthquake
  sun-1 to sun-16 and ra_figure

example:
  ra-companion tags teach attic         lay the tiles on the reader, kind by kind
  ra-companion tags show attic          how many there are, and what is missing
  ra-companion tags export attic attic.csv
  ra-companion tags import ours attic.csv
  ra-companion tags forget attic 04A23BD2C15C80
""")


RULES = mark("""\
Say the rules of Ra in our own words: ten pages, as they can also be read at the table.

example:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999 --pdf rules.pdf    a sheet of paper to print
""")
