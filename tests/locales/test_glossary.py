"""One thing has one word, and it is the word of the book in the box."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.rules.tiles import KINDS
from tests.locales.catalogues import GLOSSARY, LANGUAGES, sentences, translations
from tests.together import for_each

ROOT = Path(__file__).parents[2]

LABELS: Mapping[str, str] = {
    **{kind.value: kind.english for kind in KINDS},
    "fam_civ": "Civilizations",
    "fam_mon": "Monuments",
    "cat_gods": "Gods",
    "cat_pharaohs": "Pharaohs",
    "cat_river": "River",
    "cat_gold": "Gold",
    "cat_mon_qty": "Identical monuments",
    "cat_mon_div": "Different monuments",
    "cat_suns": "Suns",
    "invoke": "Invoke Ra",
    "use_god": "God tile",
    "pass": "Pass",
}
"""What things are called where their name stands alone."""


EPOCHS = {
    "uk": ("First epoch", "Second epoch", "Third epoch"),
    "ru": ("Old Kingdom", "Middle Kingdom", "New Kingdom"),
    "cs": ("Old Kingdom", "Middle Kingdom", "New Kingdom"),
    "hu": ("First epoch", "Second epoch", "Third epoch"),
    "ja": ("First epoch", "Second epoch", "Third epoch"),
}
"""Which of the two ways to call the epochs is that of the book."""


OTHERWISE = {
    ("cs", "god"): "Bůh",
    ("cs", "cat_mon_qty"): "Stejné monumenty",
    ("cs", "cat_mon_div"): "Různé monumenty",
    ("cs", "invoke"): "Dražba",
    ("ru", "cat_mon_qty"): "Группы монументов",
}
"""Where another word is used, and NOTES.md says why."""


TERMS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("terms.toml").read_text(encoding="utf-8")
)
"""English words, and the word that a sentence has for them in each language."""


_HELP = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("companion/cli/*.py")}


_FACT = re.compile(r"\{.*?\}")


languages = pytest.mark.parametrize("language", LANGUAGES)


def _terms(language: str, key: str) -> list[str]:
    return [term.casefold() for term in GLOSSARY[key][language]["terms"]]


def test_the_glossary_has_all_books_for_everything() -> None:
    for key, entry in GLOSSARY.items():
        assert set(entry) == {"en", *LANGUAGES}, key
        for language in LANGUAGES:
            assert set(entry[language]) == {"terms", "book"}
            assert entry[language]["book"] in ("printed", "inflected", "proposed")
            assert all(entry[language]["terms"])


@languages
@for_each(key=LABELS)
def test_a_thing_is_called_as_the_book_calls_it(language: str, key: str) -> None:
    said = translations(language)[LABELS[key]][0]
    if (language, key) in OTHERWISE:
        assert said == OTHERWISE[language, key]
        return
    beginning = said.casefold()[: 1 if language == "ja" else 3]
    assert any(said.casefold() == term or beginning in term for term in _terms(language, key))
    if key.startswith(("civ_", "mon_", "dis_")):
        assert said.casefold() in _terms(language, key)


@languages
def test_epochs_are_called_as_the_book_calls_them(language: str) -> None:
    said = [translations(language)[english][0].casefold() for english in EPOCHS[language]]
    assert said == [_terms(language, key)[0] for key in ("epoch1", "epoch2", "epoch3")]


@languages
@for_each(english=TERMS)
def test_a_sentence_has_the_words_of_the_book(language: str, english: str) -> None:
    wanted = re.compile(TERMS[english][language], re.IGNORECASE)
    missing = [
        said
        for sentence, said in translations(language).items()
        if re.search(english, _FACT.sub("", sentence), re.IGNORECASE)
        and not _HELP & sentences()[sentence]
        if not all(wanted.search(form) for form in said)
    ]
    assert missing == []


def test_nobody_declares_a_bid_in_japanese() -> None:
    """The book has one verb for calling Ra and for bidding; here it means calling Ra alone."""
    for sentence, said in translations("ja").items():
        declared = said[0].count("宣言")
        assert declared == said[0].count("Ra を宣言") + said[0].count("Raを宣言"), sentence


def test_no_article_stands_before_a_number_or_a_name_in_hungarian() -> None:
    for said in translations("hu").values():
        for form in said:
            assert not re.search(r"\b[Aa]z? \{(?!kinds)", form)


def test_names_are_never_said_to_be_men_or_women() -> None:
    """In the past tense the three Slavic languages would have to know."""
    past = re.compile(r"\{(?:name|player|other)\} \w+(?:[вл]|ла|ли|l|la|li)(?:[ ,.]|$)")
    for language in ("uk", "ru", "cs"):
        said = (form for all_forms in translations(language).values() for form in all_forms)
        assert [form for form in said if past.search(form)] == []
