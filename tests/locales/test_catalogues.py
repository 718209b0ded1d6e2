"""Every sentence is in the template, and every language says all of them."""

import gettext
from collections.abc import Iterator
from io import BytesIO

import pytest
from babel import Locale
from babel.messages.mofile import read_mo

from companion.core.model import COLOURS, Agreement, Model
from companion.core.notices import Notes
from companion.i18n.catalogues import words
from companion.i18n.languages import BY_CODE
from companion.narration import CATEGORIES
from companion.pages.controls import controls, prompt
from companion.pages.menu.menu import Menu
from companion.pages.new_game import options
from companion.pages.new_game.options import OptionsPage
from companion.paths import asset
from companion.rules.problems import OFF_THE_TABLE, Why
from companion.rules.scoring.reasons import Because
from companion.rules.tiles import KINDS
from companion.ui.text_metrics import type_from
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
from tests.view.gallery import NAMES, PAGES

TYPE = type_from(asset("fonts", "advances.json").read_bytes())

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
    own = {language.name for language in BY_CODE.values()}
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
