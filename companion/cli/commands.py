"""The command line: one thin function for each command, and how each of them may end.

What a command needs is imported when it is called, so that none of them waits for the others.
"""

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence

from companion.cli.options import NAME, parsed
from companion.cli.output import complain, finish, forget_output, is_stuck, language_of, make_ready
from companion.i18n import ENGLISH, Words, mark
from companion.i18n.catalogues import words

_FAILED = 1

_TROUBLE = 2

_INTERRUPTED = 130

_NOBODY_READS = 141
"""What a shell says of a program whose reader has gone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status; nothing is ever raised.

    Args:
        argv: The words after the program's name; None for those of this process.
    """
    try:
        make_ready()
        status = _done(sys.argv[1:] if argv is None else argv)
        finish()
    except KeyboardInterrupt:
        forget_output()
        return _INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return _NOBODY_READS
    except OSError as trouble:
        said = _words(argv)
        where = trouble.filename or (said.say("output") if is_stuck() else "")
        forget_output()
        place = f"{where}: " if where else ""
        complain([f"{NAME}: {place}{said.repeat(trouble.strerror or trouble)}"])
        return _TROUBLE
    except Exception as mistake:  # noqa: BLE001 - the last line of defence
        _log_mistake(mistake)
        sentence = mark("internal error, please report it: {mistake}")
        complain([f"{NAME}: {_words(argv).say(sentence, mistake=repr(mistake))}"])
        return _FAILED
    return status


def _words(argv: Sequence[str] | None) -> Words:
    """Return the words in which whatever stopped a command is said; English if they are missing."""
    try:
        return words(language_of(sys.argv[1:] if argv is None else argv))
    except OSError:
        return ENGLISH


def _done(argv: Sequence[str]) -> int:
    try:
        arguments = parsed(argv)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else _TROUBLE
    return _COMMANDS[arguments.command](arguments)


def _log_mistake(mistake: Exception) -> None:
    import logging  # noqa: PLC0415 - needed only now

    log = logging.getLogger(__name__)
    log.addHandler(logging.NullHandler())  # who keeps no log is not shown a traceback
    log.error("stopped", exc_info=mistake)


def run(arguments: Namespace) -> int:
    """Open the table."""
    gc.disable()  # until the first picture stands, hardly anything is garbage
    try:
        return _run(arguments)
    finally:
        gc.enable()


def _run(arguments: Namespace) -> int:
    import logging  # noqa: PLC0415 - only the table keeps a log

    from companion.app.program import run as open_table  # noqa: PLC0415 - the others need not load it
    from companion.app.run_options import RunOptions  # noqa: PLC0415 - as above

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    asked = vars(arguments)
    fields = asked.keys() & set(RunOptions.__struct_fields__)
    return open_table(RunOptions(**{name: asked[name] for name in fields}))


def replay(arguments: Namespace) -> int:
    """Play records again and print the states or the account of each."""
    from companion.cli.replay import replay_files  # noqa: PLC0415 - the others need not load it

    return replay_files(arguments.files, arguments.language, as_json=arguments.json)


def score(arguments: Namespace) -> int:
    """Score a sheet from a file, or one that is asked for."""
    from companion.cli.score import score_file  # noqa: PLC0415 - the others need not load it

    return score_file(
        arguments.file, arguments.language, as_json=arguments.json, as_csv=arguments.csv
    )


def simulate(arguments: Namespace) -> int:
    """Play random games and print how fast that was, or let simulated people play at a table."""
    if arguments.table:
        from companion.cli import virtual_table  # noqa: PLC0415 - the others need not load it

        wanted = virtual_table.Wanted(
            players=arguments.players,
            games=arguments.games or 1,
            seed=arguments.seed,
            speed=arguments.speed,
            records=arguments.records,
            as_json=arguments.json,
        )
        return virtual_table.open_virtual_table(
            wanted, arguments.data, arguments.language, is_headless=arguments.headless
        )
    from companion.cli.simulate import play_many, show  # noqa: PLC0415

    table = (arguments.players, arguments.games or 100, arguments.seed)
    figures = play_many(*table, arguments.records)
    return show(figures, arguments.language, as_json=arguments.json)


def games(arguments: Namespace) -> int:
    """List the games that are kept."""
    from companion.cli.games import asked_for, list_games  # noqa: PLC0415
    from companion.paths import data_folder  # noqa: PLC0415

    data = arguments.data or data_folder()
    wanted = asked_for(arguments.player, arguments.edition, arguments.since, arguments.until)
    flags = {"as_json": arguments.json, "rebuild": arguments.rebuild}
    return list_games(data, arguments.language, wanted, **flags)


def export(arguments: Namespace) -> int:
    """Write a kept game in one of its forms, or all of them in all."""
    from companion.cli.games import ALL, export_game, take_along  # noqa: PLC0415
    from companion.paths import data_folder  # noqa: PLC0415

    data = arguments.data or data_folder()
    if arguments.game == ALL:
        return take_along(data, arguments.output, arguments.language)
    wanted = (arguments.game, arguments.output, arguments.language)
    return export_game(data, *wanted, form=arguments.format, everything=arguments.everything)


def stats(arguments: Namespace) -> int:
    """Say what all games add up to."""
    from companion.cli.stats import Order, show_statistics  # noqa: PLC0415
    from companion.paths import data_folder  # noqa: PLC0415

    order = Order(
        arguments.player,
        arguments.language,
        as_json=arguments.json,
        as_csv=arguments.csv,
        png=arguments.png,
        svg=arguments.svg,
    )
    return show_statistics(arguments.data or data_folder(), order)


def forget(arguments: Namespace) -> int:
    """Take a name out of every game."""
    from companion.cli.forget import forget_name  # noqa: PLC0415 - the others need not load it
    from companion.paths import data_folder  # noqa: PLC0415

    return forget_name(arguments.data or data_folder(), arguments.name, arguments.language)


def backup(arguments: Namespace) -> int:
    """Copy all games to a stick."""
    from companion.cli.backup import back_up  # noqa: PLC0415 - the others need not load it
    from companion.paths import data_folder  # noqa: PLC0415

    return back_up(arguments.data or data_folder(), arguments.folder, arguments.language)


def settings(arguments: Namespace) -> int:
    """Show the settings that hold, or name the mistakes in the owner's file."""
    from companion.cli.settings import show_settings  # noqa: PLC0415 - as above

    return show_settings(arguments.file, arguments.language, only_check=arguments.check)


def doctor(arguments: Namespace) -> int:
    """Look at this computer and say what is wrong with it."""
    from companion.cli.doctor import examine  # noqa: PLC0415 - the others need not load it

    return examine(arguments)


def diagnostics(arguments: Namespace) -> int:
    """Write one file for whoever helps."""
    from companion.cli.diagnostics import hand_out  # noqa: PLC0415 - as above

    return hand_out(arguments)


def tags(arguments: Namespace) -> int:
    """Teach, show and carry boxes of tagged tiles."""
    from companion.cli.tags import do  # noqa: PLC0415 - the others need not load it

    return do(arguments)


def rules(arguments: Namespace) -> int:
    """Say the rules, or write them as a sheet to print."""
    from companion.cli.rules import show_rules  # noqa: PLC0415 - the others need not load it

    return show_rules(arguments.edition, arguments.language, arguments.pdf)


_COMMANDS: Mapping[str, Callable[[Namespace], int]] = {
    "run": run,
    "replay": replay,
    "score": score,
    "simulate": simulate,
    "games": games,
    "export": export,
    "stats": stats,
    "forget": forget,
    "backup": backup,
    "settings": settings,
    "doctor": doctor,
    "diagnostics": diagnostics,
    "tags": tags,
    "rules": rules,
}
