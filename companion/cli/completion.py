"""``ra-companion completion``: the script with which a shell completes our command lines.

The scripts are generated from the parsers, so the two cannot disagree. Completing runs none of our
code.
"""

import argparse
import shlex
from collections.abc import Callable, Iterator, Mapping

import msgspec

from companion.cli.commands import COMMANDS, parser_of, parser_of_all
from companion.cli.terminal.options import NAME, SpokenOptions
from companion.cli.terminal.output import write
from companion.cli.terminal.parser import CommandParser
from companion.i18n import ENGLISH, mark
from companion.i18n.catalogues import speak

ABOUT = mark("""\
Print shell completion for bash, zsh or fish. The installer puts it in place.

examples:
  ra-companion completion bash > ~/.local/share/bash-completion/completions/ra-companion
  ra-companion completion zsh > ~/.zfunc/_ra-companion
  ra-companion completion fish > ~/.config/fish/completions/ra-companion.fish
""")


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which shell."""

    shell: str


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add("shell", choices=tuple(SHELLS), metavar="SHELL", help=mark("bash, zsh or fish"))
    parser.add_language()


def run(options: Options) -> int:
    """Print the script of a shell, and return the exit status."""
    write([script(options.shell)])
    return 0


def script(shell: str) -> bytes:
    """Return what a shell reads."""
    speak(ENGLISH.language)  # what argparse says, too: a script is the same for everybody
    return ("\n".join(SHELLS[shell]()) + "\n").encode()


class Option(msgspec.Struct, frozen=True):
    """What begins with a dash."""

    names: tuple[str, ...]
    help: str
    value: str
    """What its value is called; empty if it has none."""
    choices: tuple[str, ...]


class AfterCommand(msgspec.Struct, frozen=True):
    """What can stand behind a command, or behind an action of one."""

    words: tuple[str, ...]
    """The command, and its action."""
    help: str
    options: tuple[Option, ...]
    values: tuple[tuple[str, tuple[str, ...]], ...]
    """What else stands there, in order: how it is called, and what it can be."""
    actions: tuple[str, ...]


def lines() -> Iterator[AfterCommand]:
    """Yield every command, and every action of one."""
    for name, about in COMMANDS.items():
        yield from _lines((name,), about, parser_of(name, ENGLISH))


def _lines(
    words: tuple[str, ...], about: str, parser: argparse.ArgumentParser
) -> Iterator[AfterCommand]:
    below = [each for each in parser._actions if isinstance(each, _SubParsers)]  # noqa: SLF001 - argparse offers no other way
    yield AfterCommand(
        words,
        about,
        tuple(options_of(parser)),
        tuple(
            (str(each.metavar or each.dest), _choices(each))
            for each in parser._actions  # noqa: SLF001 - as above
            if not each.option_strings and not isinstance(each, _SubParsers)
        ),
        tuple(name for each in below for name in each.choices),
    )
    for each in below:
        told = {choice.dest: choice.help or "" for choice in each._choices_actions}  # noqa: SLF001 - as above
        for name, action in each.choices.items():
            yield from _lines((*words, name), told[name], action)


_SubParsers = argparse._SubParsersAction  # noqa: SLF001 - as above


def options_of(parser: argparse.ArgumentParser) -> Iterator[Option]:
    """Yield what begins with a dash."""
    for each in parser._actions:  # noqa: SLF001 - as above
        if each.option_strings:
            value = "" if each.nargs == 0 else str(each.metavar or each.dest.upper())
            names = tuple(each.option_strings)
            yield Option(names, each.help or "", value, _choices(each))


def _choices(action: argparse.Action) -> tuple[str, ...]:
    return tuple(map(str, action.choices or ()))


_FILES, _FOLDERS = frozenset({"FILE", "PLACE"}), frozenset({"DIR"})
"""Values that the shell can complete by itself; a place is a folder or a file."""


def _bash() -> Iterator[str]:
    known = tuple(lines())
    yield f"# bash completion for {NAME}"
    yield "_ra_companion() {"
    yield '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} line=""'
    yield '    [[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD-2]}'
    yield '    [[ $word == "=" ]] && { before=${COMP_WORDS[COMP_CWORD-1]}; word=""; }'
    yield "    (( COMP_CWORD > 1 )) && line=${COMP_WORDS[1]}"
    actions = " | ".join(each.words[0] for each in known if each.actions)
    more = '(( COMP_CWORD > 2 )) && line+=" ${COMP_WORDS[2]}"'
    yield f"    case $line in {actions}) {more} ;; esac"
    yield "    [[ $line == -* ]] && line=run"
    yield '    case "$line:$before" in'
    for each in known:
        for option in each.options:
            reply = _bash_value(option.value, option.choices)
            if reply:
                patterns = "|".join(f'"{" ".join(each.words)}:{name}"' for name in option.names)
                yield f"        {patterns}) {reply}; return ;;"
    yield "    esac"
    yield '    case "$line" in'
    top = " ".join([*COMMANDS, *_names(tuple(options_of(parser_of_all(ENGLISH))))])
    yield f'        "") {_bash_words(top)} ;;'
    for each in known:
        names = _names(each.options)
        pattern = shlex.quote(" ".join(each.words))
        replies = [_bash_value(value, choices) for value, choices in each.values]
        files = next((reply for reply in replies if reply and "-W" not in reply), "")
        words = [*each.actions, *(word for _, choices in each.values for word in choices)]
        yield f"        {pattern})"
        if files:
            yield f"            if [[ $word == -* ]]; then {_bash_words(' '.join(names))}"
            yield f"            else {files}; fi ;;"
        else:
            yield f"            {_bash_words(' '.join((*words, *names)))} ;;"
    yield "    esac"
    yield "}"
    yield f"complete -F _ra_companion {NAME}"


def _bash_words(words: str) -> str:
    return f'COMPREPLY=($(compgen -W {shlex.quote(words)} -- "$word"))'


def _bash_value(value: str, choices: tuple[str, ...]) -> str:
    """Return what completes a value; nothing if only a person knows it."""
    if choices:
        return _bash_words(" ".join(choices))
    if value in _FILES | _FOLDERS:
        kind = "-d" if value in _FOLDERS else "-f"
        return (
            f'compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen {kind} -- "$word")'
        )
    return ""


def _names(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(name for option in options for name in option.names)


def _zsh() -> Iterator[str]:
    known = tuple(lines())
    yield f"#compdef {NAME}"
    yield "_ra_companion() {"
    yield "    local -a commands"
    yield "    commands=("
    yield from (f"        {_quoted(name + ':' + _flat(about))}" for name, about in COMMANDS.items())
    yield "    )"
    yield "    if (( CURRENT == 2 )); then _describe command commands; return; fi"
    actions = "|".join(each.words[0] for each in known if each.actions)
    yield '    local line="${words[2]}"; integer used=1'
    more = '(( CURRENT > 3 )) && { line+=" ${words[3]}"; used=2 }'
    yield f"    case $line in ({actions}) {more} ;; esac"
    yield "    shift $used words; (( CURRENT -= used ))"
    yield '    case "$line" in'
    for each in known:
        yield f"        ({shlex.quote(' '.join(each.words))}) _arguments -s \\"
        specs = [*_zsh_options(each), *_zsh_values(each)]
        yield from (f"            {_quoted(spec)} \\" for spec in specs)
        yield "            ;;"
    yield "    esac"
    yield "}"
    yield '_ra_companion "$@"'


def _zsh_options(line: AfterCommand) -> Iterator[str]:
    for option in line.options:
        told = _flat(option.help).translate(_ZSH)
        value = (
            f":{option.value}:{_zsh_value(option.value, option.choices)}" if option.value else ""
        )
        yield from (f"{name}[{told}]{value}" for name in option.names)


def _zsh_values(line: AfterCommand) -> Iterator[str]:
    if line.actions:
        yield f"1:ACTION:({' '.join(line.actions)})"
    yield from (f"*:{value}:{_zsh_value(value, choices)}" for value, choices in line.values[:1])


def _zsh_value(value: str, choices: tuple[str, ...]) -> str:
    if choices:
        return f"({' '.join(choices)})"
    return "_files -/" if value in _FOLDERS else "_files" if value in _FILES else " "


_ZSH = str.maketrans({"[": r"\[", "]": r"\]", ":": r"\:"})


def _fish() -> Iterator[str]:
    yield f"# fish completion for {NAME}"
    yield f"complete -c {NAME} -f"
    for name, about in COMMANDS.items():
        told = _quoted(_flat(about))
        yield f"complete -c {NAME} -n __fish_use_subcommand -a {name} -d {told}"
    for each in lines():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in each.words)
        start = f"complete -c {NAME} -n {_quoted(seen)}"
        for option in each.options:
            named = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
                for name in option.names
            )
            value = _fish_value(option.value, option.choices)
            yield f"{start} {named}{value} -d {_quoted(_flat(option.help))}"
        for action in each.actions:
            yield f"{start} -a {action}"
        for name, choices in each.values:
            if choices:
                yield f"{start} -a {_quoted(' '.join(choices))}"
            elif name in _FILES | _FOLDERS:
                yield f"{start} -F"


def _fish_value(value: str, choices: tuple[str, ...]) -> str:
    if choices:
        return f" -x -a {_quoted(' '.join(choices))}"
    return " -r -F" if value in _FILES | _FOLDERS else " -x" if value else ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


SHELLS: Mapping[str, Callable[[], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""Each with what writes its script."""

FILES: Mapping[str, str] = {"bash": NAME, "zsh": f"_{NAME}", "fish": f"{NAME}.fish"}
"""What a shell expects its script to be called."""
