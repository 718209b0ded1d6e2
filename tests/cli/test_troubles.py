"""What a reader of JSON complains of is said in the language of the table."""

import re
from enum import Enum
from typing import Annotated

import msgspec
import pytest

from companion.i18n import ENGLISH
from companion.storage.files import Trouble, trouble
from tests.locales.pseudo import LONGER


class Kind(Enum):
    """One of two."""

    ONE = "one"
    TWO = "two"


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """Something to read."""

    a: Annotated[int, msgspec.Meta(ge=1)]
    b: tuple[str, ...] = ()
    c: Kind = Kind.ONE


WRONG = {
    "{}": "missing field a",
    '{"a": 1, "z": 2}': "unknown field z",
    '{"a": "x"}': "expected int, not str ($.a)",
    '{"a": 0}': "expected `int` >= 1 ($.a)",
    '{"a": 1, "b": [1]}': "expected str, not int ($.b[0])",
    '{"a": 1, "c": "three"}': "'three' is not allowed here ($.c)",
    '{"a"': "the file ends too early",
    "nonsense": "unexpected data at byte 4",
    '{"b": ["\udcff"]}': "a character is not UTF-8",
}


def _told(text: str) -> str:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as why:
        msgspec.json.decode(text.encode(errors="surrogateescape"), type=Sheet)
    return str(why.value)


@pytest.mark.parametrize(("text", "said"), WRONG.items())
def test_a_mistake_in_a_file_is_said_as_a_person_would(text: str, said: str) -> None:
    assert trouble(_told(text), ENGLISH) == said


@pytest.mark.parametrize("text", WRONG)
def test_nothing_of_it_is_said_in_english_elsewhere(text: str) -> None:
    said = trouble(_told(text), LONGER)
    assert said.startswith("[")
    assert "expected" not in said
    assert "field" not in said


def test_every_trouble_is_tried() -> None:
    fixed = [re.split(r"{[^}]*}", kind.value) for kind in Trouble]
    said = [trouble(_told(text), ENGLISH) for text in WRONG]
    for parts in fixed:
        assert any(all(part in each for part in parts) for each in said)


def test_what_msgspec_has_never_told_before_is_said_as_it_is() -> None:
    assert trouble("The moon is full", ENGLISH) == "The moon is full"
