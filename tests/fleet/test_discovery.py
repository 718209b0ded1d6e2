"""What Home Assistant is told, against the fields that its documentation lists for each platform.

Sources: home-assistant.io, "MQTT": "MQTT discovery" and "Supported abbreviations in MQTT discovery
messages", and the pages of the platforms named below.
"""

import re

import msgspec
import pytest

from companion.fleet.discovery import config
from companion.fleet.shapes import State, TablePhase, Topics

TOPICS = Topics("ra-companion", "homeassistant", "Window_3-a")

ROOT = {
    "dev", "o", "cmps", "availability", "availability_mode", "availability_topic",
    "availability_template", "payload_available", "payload_not_available", "state_topic",
    "command_topic", "qos", "encoding",
}  # fmt: skip
"""What may stand beside the components of a device."""

DEVICE = {
    "ids", "cns", "name", "mf", "mdl", "mdl_id", "hw", "sw", "sa", "sn", "cu", "via_device",
}  # fmt: skip

ORIGIN = {"name", "sw", "url"}

ENTITY = {
    "p", "name", "unique_id", "default_entity_id", "icon", "entity_category", "entity_picture",
    "enabled_by_default", "device_class", "json_attributes_topic", "json_attributes_template",
    "qos", "encoding", "availability", "availability_mode",
}  # fmt: skip

PLATFORMS = {
    "sensor": {
        "state_topic", "value_template", "unit_of_measurement", "state_class", "options",
        "expire_after", "force_update", "suggested_display_precision", "last_reset_value_template",
    },
    "binary_sensor": {
        "state_topic", "value_template", "payload_on", "payload_off", "expire_after",
        "force_update", "off_delay",
    },
    "event": {"state_topic", "value_template", "event_types"},
    "button": {"command_topic", "command_template", "payload_press", "retain"},
}  # fmt: skip

CLASSES = {"sensor": {"enum", "duration"}, "binary_sensor": {"problem"}, "event": {"button"}}


class Described(msgspec.Struct, forbid_unknown_fields=True):
    """A device, as it goes to Home Assistant."""

    dev: dict[str, object]
    o: dict[str, object]
    cmps: dict[str, dict[str, object]]
    availability: list[dict[str, str]]
    availability_mode: str
    state_topic: str
    qos: int


def described() -> Described:
    """Return what is published, as it comes out of its bytes."""
    return msgspec.json.decode(msgspec.json.encode(config(TOPICS, "1.2.3")), type=Described)


def entities() -> dict[str, dict[str, object]]:
    """Return what Home Assistant shows."""
    return {key: each for key, each in described().cmps.items() if [*each] != ["p"]}


def test_the_device_says_who_it_is_where_it_comes_from_and_whether_it_is_there() -> None:
    told = described()
    assert set(Described.__struct_fields__) <= ROOT
    assert set(told.dev) <= DEVICE
    assert told.dev["ids"] == ["ra_companion_Window_3-a"]
    assert set(told.o) <= ORIGIN
    assert told.o["name"]  # required
    assert told.availability_mode == "all"
    assert told.availability == [
        {
            "topic": "ra-companion/Window_3-a/availability",
            "payload_available": "online",
            "payload_not_available": "offline",
        }
    ]


@pytest.mark.parametrize("key", entities())
def test_an_entity_has_only_fields_that_its_platform_documents(key: str) -> None:
    entity = entities()[key]
    platform = str(entity["p"])
    assert set(entity) <= ENTITY | PLATFORMS[platform]
    assert entity.get("entity_category") in (None, "diagnostic", "config")
    assert entity.get("device_class") in {None, *CLASSES.get(platform, ())}
    assert "object_id" not in entity
    assert "retain" not in entity  # orders are never retained
    assert re.fullmatch(rf"{platform}\.[a-z0-9_]+", str(entity["default_entity_id"]))


def test_what_is_told_and_ordered_arrives_at_least_once() -> None:
    assert config(TOPICS, "2.0.0")["qos"] == 1


def test_no_two_entities_are_one() -> None:
    told = entities().values()
    for field in ("unique_id", "default_entity_id"):
        assert len({str(each[field]) for each in told}) == len(told)


def test_enumerations_name_every_value_and_nothing_else_about_units() -> None:
    """Home Assistant refuses a unit or a state class beside the class ``enum``."""
    phases = entities()["phase"]
    assert phases["options"] == [each.value for each in TablePhase]
    for entity in entities().values():
        if entity.get("device_class") == "enum":
            assert not {"unit_of_measurement", "state_class"} & set(entity)
            assert entity["options"]


def test_every_value_that_a_template_reads_is_one_of_the_state() -> None:
    known = set(State.__struct_fields__)
    for key, entity in entities().items():
        read = set(re.findall(r"value_json\.(\w+)", str(entity.get("value_template", ""))))
        assert read <= known, key


def test_a_call_can_be_answered_and_nothing_else_be_ordered() -> None:
    orders = {
        key: (each["command_topic"], each["payload_press"])
        for key, each in entities().items()
        if "command_topic" in each
    }
    assert orders == {"end_call": (TOPICS.answer, "end")}


def test_calls_are_events_of_a_topic_of_their_own() -> None:
    call = entities()["call"]
    assert call["state_topic"] == TOPICS.call
    assert call["event_types"] == ["rules", "order", "pay", "ended"]


def test_entities_of_version_2_that_are_gone_are_removed() -> None:
    """A component that has nothing but its platform is removed by Home Assistant."""
    gone = {key: each["p"] for key, each in described().cmps.items() if key not in entities()}
    assert gone == {
        "language": "select",
        "volume": "select",
        "night": "switch",
        "locked": "switch",
        "message": "notify",
        "update": "button",
        "game": "event",
    }
