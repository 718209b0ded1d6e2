"""Every sentence is in the template, and every language says all of them."""

import gettext
from collections.abc import Iterator
from enum import Enum
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.mofile import read_mo

import companion
from companion.core.model import COLOURS, Agreement, Model
from companion.core.notices import Notes
from companion.i18n import Sentences
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES as ALL
from companion.i18n.languages import own_name
from companion.narration import CATEGORIES
from companion.pages import render
from companion.pages.controls import controls, prompt
from companion.pages.menu.menu import Menu
from companion.pages.new_game import options
from companion.pages.new_game.options import OptionsPage
from companion.rules.problems import OFF_THE_TABLE, Why
from companion.rules.scoring.reasons import Because
from companion.rules.tiles import KINDS
from companion.ui.scene import Text
from companion.ui.style import Canvas
from tests.locales.catalogues import (
    EXTRACT,
    LANGUAGES,
    forms,
    read,
    sentences,
    template,
    translations,
)
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, TYPE

languages = pytest.mark.parametrize("language", LANGUAGES)


def test_the_template_is_up_to_date() -> None:
    written = EXTRACT.written(template())
    assert written == EXTRACT.TEMPLATE.read_bytes(), "run: python assets/locales/extract.py"


@languages
def test_a_catalogue_is_up_to_date_and_without_flaws(language: str) -> None:
    catalog = read(language)
    assert list(EXTRACT.flaws(catalog)) == []
    assert not catalog.obsolete
    file = EXTRACT.catalogue_file(language)
    again = EXTRACT.updated(EXTRACT.read(language), language, template())
    assert EXTRACT.written(again) == file.read_bytes(), "run: python assets/locales/extract.py"


@languages
def test_what_the_program_reads_is_what_the_catalogue_says(language: str) -> None:
    file = EXTRACT.catalogue_file(language).with_suffix(".mo")
    shipped = read_mo(BytesIO(file.read_bytes()))
    fresh = read_mo(BytesIO(EXTRACT.compiled(read(language))))
    said, expected = ({str(one.id): one.string for one in of if one.id} for of in (shipped, fresh))
    assert said == expected
    assert shipped.plural_expr == fresh.plural_expr
    assert words(language).say("Pharaoh") == translations(language)["Pharaoh"][0]


@languages
def test_every_character_of_a_catalogue_can_be_shown(language: str) -> None:
    for said in translations(language).values():
        for form in said:
            for line in form.splitlines():
                assert TYPE.shown(line) == line


def _missing(said: Iterator[str]) -> set[str]:
    """Return what is in no catalogue; languages stand in a list by their own names."""
    own = set(map(own_name, ALL))
    return {
        sentence for sentence in said if sentence and not {sentence, sentence[2:]} & own
    } - sentences().keys()


def test_the_template_has_every_sentence_of_the_tables() -> None:
    tables = [*Because, *Notes, *(why for why in Why if why not in OFF_THE_TABLE)]
    assert not _missing(str(member.value) for member in tables)
    assert not _missing(kind.english for kind in KINDS)
    assert not _missing(iter((*CATEGORIES.values(), *COLOURS)))


def test_the_template_has_everything_that_can_be_agreed() -> None:
    for players in range(2, 6):
        agreement = Agreement()
        for place in range(len(options.rows(agreement, players))):
            for _ in range(12):
                row = options.rows(agreement, players)[place]
                assert not _missing(iter((row.title, "" if row.facts else row.value)))
                agreement = row.following(1)


def _offered(model: Model) -> Iterator[str]:
    """Yield every sentence and label of a page that is not drawn but offered."""
    now = controls(model)
    yield prompt(model).sentence
    yield now.dial
    yield from (offer.label for offer in (*now.taps.values(), *now.holds.values()))


@for_each(page=PAGES)
def test_the_template_has_what_is_asked_and_offered_on_every_page(page: str) -> None:
    for players in range(2, 6):
        model = PAGES[page](players, NAMES)
        assert not _missing(_offered(model))
        if isinstance(model.page, Menu):
            assert not _missing(entry.label for entry in Menu().entries(model))
        if isinstance(model.page, OptionsPage):
            assert not _missing(row.title for row in options.rows(model.session.agreement, players))


@languages
def test_a_language_has_a_form_for_every_way_of_counting(language: str) -> None:
    """CLDR says which numbers are counted alike; the catalogue must part them just so."""
    catalog = read(language)
    form_for = gettext.c2py(catalog.plural_expr)
    category_of = Locale(language).plural_form
    pairs = {(form_for(number), category_of(number)) for number in range(201)}
    assert len(pairs) == len(dict(pairs)) == catalog.num_plurals
    assert len({category for _, category in pairs}) == catalog.num_plurals
    for message in catalog:
        if len(forms(message.id)) > 1:
            assert len(forms(message.string)) == catalog.num_plurals


TIED = ("{number} point each, so the highest sun decides: {order}",
        "{number} points each, so the highest sun decides: {order}")  # fmt: skip

POINTS = {
    "en": "points point points points points points points points",
    "uk": "очок очку очки очок очок очку очки очку",
    "ru": "очков очку очка очков очков очку очка очку",
    "cs": "bodů bod body bodů bodů bodů bodů bodů",
    "hu": "pont pont pont pont pont pont pont pont",
    "ja": "点で同点 点で同点 点で同点 点で同点 点で同点 点で同点 点で同点 点で同点",
}
"""What follows the numbers 0, 1, 2, 5, 11, 21, 22 and 101."""


@pytest.mark.parametrize(("language", "expected"), POINTS.items())
def test_points_are_counted_as_people_count_them(language: str, expected: str) -> None:
    for number, points in zip((0, 1, 2, 5, 11, 21, 22, 101), expected.split(), strict=True):
        said = words(language).tell(*TIED, number, order="Anna 9")
        space = "" if language == "ja" else " "
        assert f"{number}{space}{points}" in said.replace(",", " ").replace("のため", " ")
        assert said.endswith("Anna 9")


# What is said is found where it is written, also where no call shows that it is said.


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


# What stands between words is written as each language writes it.


WESTERN = ("en", *(language for language in LANGUAGES if language != "ja"))


@pytest.mark.parametrize("language", WESTERN)
def test_western_languages_have_commas_colons_and_full_stops_with_spaces(language: str) -> None:
    said = words(language)
    assert said.list(("Anna", "Marek")) == "Anna, Marek"
    assert said.state("Anna", "3") in ("Anna: 3", "Anna\N{NO-BREAK SPACE}: 3")
    assert said.end("Anna") == "Anna."
    assert said.end("Anna", "Marek") == "Anna. Marek"


def test_japanese_has_wide_ones_without() -> None:
    said = words("ja")
    assert said.list(("芸術", "農業")) == "芸術、農業"
    assert said.state("言語", "日本語") == "言語：日本語"  # noqa: RUF001 (Japanese)
    assert said.end("Anna", "Marek") == "Anna。Marek"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_beside_a_large_name_does_not_begin_with_the_colon_behind_it(
    language: str,
) -> None:
    canvas = Canvas(size=(800, 480), type=TYPE, words=words(language))
    scene = render.scene(PAGES["turn with a god"](3, NAMES), canvas)
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    assert "Anna" in texts
    assert not [text for text in texts if text.strip()[:1] in tuple(":\N{FULLWIDTH COLON}")]
