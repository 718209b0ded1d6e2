"""How Home Assistant finds a table by itself: one message describes the device and its entities.

Fields are those of Home Assistant's "MQTT discovery" page for devices: ``dev``, ``o`` and ``cmps``,
and in each component those of its platform. Home Assistant translates no names: they are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from companion.fleet.shapes import ANSWERED, OFFLINE, ONLINE, Call, TablePhase, Topics

Config = dict[str, object]

_CALLS = get_args(Call)

_GONE: Mapping[str, str] = {
    "language": "select",
    "volume": "select",
    "night": "switch",
    "locked": "switch",
    "message": "notify",
    "update": "button",
    "game": "event",
}
"""Entities of version 2 and their platforms. One that has only its platform is removed."""


def config(topics: Topics, version: str) -> Config:
    """Return what is published for Home Assistant.

    Args:
        topics: Those of the table.
        version: The program's.
    """
    node = f"ra_companion_{topics.id}"
    entities = {**_sensors(), **_of_calls(topics)}
    cmps = {key: _component(node, key, own) for key, own in entities.items()}
    return {
        "dev": {
            "ids": [node],
            "name": f"Ra {topics.id}",
            "mf": "Ra Companion",
            "mdl": "Table for Ra",
            "sw": version,
        },
        "o": {"name": "Ra Companion", "sw": version},
        "cmps": {**cmps, **{key: {"p": platform} for key, platform in _GONE.items()}},
        "availability": [
            {
                "topic": topics.availability,
                "payload_available": ONLINE,
                "payload_not_available": OFFLINE,
            }
        ],
        "availability_mode": "all",
        "state_topic": topics.state,
        "qos": 1,
    }


def _component(node: str, key: str, own: Config) -> Config:
    """Return an entity, with what every entity has."""
    platform = own["p"]
    return {
        "unique_id": f"{node}_{key}",
        "default_entity_id": f"{platform}.{node.lower().replace('-', '_')}_{key}",
        **own,
    }


def _entity(platform: str, name: str, value: str = "", **more: object) -> Config:
    """Return an entity; `value` is where it is found in what its topic says, if it has one."""
    template = {"value_template": f"{{{{ {value} }}}}"} if value else {}
    return {"p": platform, "name": name, **more, **template}


def _sensors() -> dict[str, Config]:
    def measured(key: str, name: str, icon: str) -> Config:
        own = _entity("sensor", name, f"value_json.{key}", icon=f"mdi:{icon}")
        return {**own, "state_class": "measurement"}

    phases = [each.value for each in TablePhase]
    return {
        "phase": _entity("sensor", "Phase", "value_json.phase", icon="mdi:table-furniture",
                         device_class="enum", options=phases),
        "players": measured("players", "Players", "account-group"),
        "epoch": measured("epoch", "Epoch", "numeric"),
        "ra": measured("ra", "Ra tiles", "weather-sunny"),
        "ra_limit": measured("ra_limit", "Ra limit", "weather-sunny-alert"),
        "actions": measured("actions", "Entries", "counter"),
        "minutes": _entity("sensor", "Playing time", "value_json.minutes",
                           device_class="duration", unit_of_measurement="min"),
        "games_today": _entity("sensor", "Games today", "value_json.games_today",
                               icon="mdi:pyramid", state_class="total_increasing"),
        "calling": _entity("sensor", "Calling for", "value_json.call", icon="mdi:hand-wave",
                           device_class="enum", options=list(_CALLS)),
        "trouble": _entity("binary_sensor", "Trouble", "'ON' if value_json.trouble else 'OFF'",
                           device_class="problem"),
        "troubles": _entity("sensor", "Kinds of trouble", "value_json.trouble | join(', ')",
                            entity_category="diagnostic", icon="mdi:alert"),
        "version": _entity("sensor", "Version", "value_json.version",
                           entity_category="diagnostic", icon="mdi:tag"),
    }  # fmt: skip


def _of_calls(topics: Topics) -> dict[str, Config]:
    kinds = [*(call for call in _CALLS if call != "none"), "ended"]
    return {
        "call": _entity("event", "Call", "{'event_type': value} | tojson", device_class="button",
                        event_types=kinds, state_topic=topics.call),
        "end_call": _entity("button", "Call answered", icon="mdi:check",
                            payload_press=ANSWERED, command_topic=topics.answer),
    }  # fmt: skip
