"""What is said is found where it is written, also where no call shows that it is said."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import companion
from companion.i18n import Sentences
from companion.rules.problems import OFF_THE_TABLE
from tests.locales.catalogues import EXTRACT, forms, sentences, template

NEVER_SAID = {"StaffAct", "DialCommand", "Route", "Mode"}
"""Enums whose values have blanks."""

MOST = 1050
"""Whoever adds a sentence takes one out, or lets two be one."""

ONLY_ENGLISH = {"BoxFault", "FileFlaw", "Unreadable"}
"""What is wrong with a file: said where files are named, in a terminal or after a sentence."""


def test_every_value_of_a_table_of_sentences_is_in_the_template() -> None:
    tables = EXTRACT.tables()
    assert len(tables) > 15
    said = {str(member.value) for table in tables for member in table}
    assert said - sentences().keys() == {why.value for why in OFF_THE_TABLE} - sentences().keys()


def test_a_sentence_of_one_or_two_words_has_a_context_and_no_other_has_one() -> None:
    """Out of context "Turn" is a verb or a noun, and a translator sees nothing else."""
    said = [forms(each.id) for each in template() if each.id]
    counted = {one for one, *many in said if many and "{number}" in one}
    short = {one for one, *_ in said if len(one.split()) <= 2}
    assert short - counted == EXTRACT.CONTEXTS.keys(), "see assets/locales/contexts.toml"


def test_a_translator_has_a_thousand_and_fifty_sentences_at_most() -> None:
    assert len([each for each in template() if each.id]) <= MOST


def others(kind: type[Enum] = Enum) -> Iterator[type[Enum]]:
    """Yield every enum that is loaded and no table of sentences."""
    for each in kind.__subclasses__():
        if each is not Sentences:
            yield each
            yield from others(each)


def test_an_enum_whose_values_have_blanks_is_a_table_of_sentences() -> None:
    assert EXTRACT.tables(), "every module is loaded by this"
    ours = [each for each in others() if each.__module__.startswith("companion.")]
    texts = {
        each.__name__: [str(one.value) for one in each if type(one.value) is str] for each in ours
    }
    with_blanks = {name for name, said in texts.items() if " " in "".join(said)}
    assert with_blanks == NEVER_SAID | ONLY_ENGLISH


def test_only_whole_folders_and_files_are_the_staffs() -> None:
    for place in EXTRACT.STAFF:
        assert [*Path(companion.__file__).parents[1].glob(f"{place}*")], place
    seen = {
        file for each in template() if not EXTRACT.is_staffs(each) for file, _ in each.locations
    }
    assert {"companion/pages/table/settled.py", "companion/pages/menu/menu.py"} <= seen
