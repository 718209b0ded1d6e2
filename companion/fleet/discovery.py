"""How Home Assistant finds a table by itself: one message describes the device and its entities.

Fields are those of Home Assistant's "MQTT discovery" page for devices: ``dev``, ``o`` and ``cmps``,
and in each component those of its platform. Home Assistant translates no names: they are English.
"""

from __future__ import annotations

from companion.fleet.shapes import (
    OFF,
    OFFLINE,
    ON,
    ONLINE,
    VALUES,
    TablePhase,
    Topics,
)

Config = dict[str, object]

_CALLS = ("none", "rules", "order", "pay")


def config(topics: Topics, version: str) -> Config:
    """Return what is published for Home Assistant.

    Args:
        topics: Those of the table.
        version: The program's.
    """
    node = f"ra_companion_{topics.id}"
    cmps = {key: _component(node, key, own) for key, own in _components(topics).items()}
    return {
        "dev": {
            "ids": [node],
            "name": f"Ra {topics.id}",
            "mf": "Ra Companion",
            "mdl": "Table for Ra",
            "sw": version,
        },
        "o": {"name": "Ra Companion", "sw": version},
        "cmps": cmps,
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


def _components(topics: Topics) -> dict[str, Config]:
    return {**_sensors(), **_events(topics), **_controls(topics)}


def _sensors() -> dict[str, Config]:
    plain = {
        "players": ("Players", "mdi:account-group"),
        "epoch": ("Epoch", "mdi:numeric"),
        "ra": ("Ra tiles", "mdi:weather-sunny"),
        "ra_limit": ("Ra limit", "mdi:weather-sunny-alert"),
        "actions": ("Entries", "mdi:counter"),
    }
    sensors: dict[str, Config] = {
        key: {
            "p": "sensor",
            "name": name,
            "icon": icon,
            "value_template": f"{{{{ value_json.{key} }}}}",
            "state_class": "measurement",
        }
        for key, (name, icon) in plain.items()
    }
    return {
        "phase": {
            "p": "sensor",
            "name": "Phase",
            "icon": "mdi:table-furniture",
            "device_class": "enum",
            "options": [each.value for each in TablePhase],
            "value_template": "{{ value_json.phase }}",
        },
        **sensors,
        "minutes": {
            "p": "sensor",
            "name": "Playing time",
            "device_class": "duration",
            "unit_of_measurement": "min",
            "value_template": "{{ value_json.minutes }}",
        },
        "games_today": {
            "p": "sensor",
            "name": "Games today",
            "icon": "mdi:pyramid",
            "state_class": "total_increasing",
            "value_template": "{{ value_json.games_today }}",
        },
        "calling": {
            "p": "sensor",
            "name": "Calling for",
            "icon": "mdi:hand-wave",
            "device_class": "enum",
            "options": list(_CALLS),
            "value_template": "{{ value_json.call }}",
        },
        "trouble": {
            "p": "binary_sensor",
            "name": "Trouble",
            "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.trouble else 'OFF' }}",
        },
        "troubles": {
            "p": "sensor",
            "name": "Kinds of trouble",
            "entity_category": "diagnostic",
            "icon": "mdi:alert",
            "value_template": "{{ value_json.trouble | join(', ') }}",
        },
        "version": {
            "p": "sensor",
            "name": "Version",
            "entity_category": "diagnostic",
            "icon": "mdi:tag",
            "value_template": "{{ value_json.version }}",
        },
    }


def _events(topics: Topics) -> dict[str, Config]:
    kinds = ("rules", "order", "pay", "ended")
    return {
        "call": {
            "p": "event",
            "name": "Call",
            "device_class": "button",
            "event_types": list(kinds),
            "state_topic": topics.call,
            "value_template": "{{ {'event_type': value} | tojson }}",
        },
        "game": {
            "p": "event",
            "name": "Game",
            "event_types": ["over", "left"],
            "state_topic": topics.game,
            "value_template": (
                "{{ dict(value_json, event_type='over' if value_json.over else 'left') | tojson }}"
            ),
        },
    }


def _controls(topics: Topics) -> dict[str, Config]:
    return {
        "language": {
            "p": "select",
            "name": "Language",
            "icon": "mdi:translate",
            "options": list(VALUES["language"]),
            "value_template": "{{ value_json.language }}",
            "command_topic": topics.order("language"),
        },
        "volume": {
            "p": "select",
            "name": "Volume",
            "icon": "mdi:volume-high",
            "options": list(VALUES["volume"]),
            "value_template": "{{ value_json.volume }}",
            "command_topic": topics.order("volume"),
        },
        "night": _switch(topics, "night", "Night", "mdi:weather-night", "value_json.night"),
        "locked": _switch(
            topics, "locked", "Closed to guests", "mdi:lock", "value_json.phase == 'locked'"
        ),
        "end_call": {
            "p": "button",
            "name": "Call answered",
            "icon": "mdi:check",
            "payload_press": VALUES["call"][0],
            "command_topic": topics.order("call"),
        },
        "message": {
            "p": "notify",
            "name": "Message to guests",
            "command_topic": topics.order("message"),
        },
        "update": {
            "p": "button",
            "name": "Install update",
            "device_class": "update",
            "entity_category": "config",
            "payload_press": VALUES["update"][0],
            "command_topic": topics.order("update"),
        },
    }


def _switch(topics: Topics, key: str, name: str, icon: str, is_on: str) -> Config:
    return {
        "p": "switch",
        "name": name,
        "icon": icon,
        "payload_on": ON,
        "payload_off": OFF,
        "value_template": f"{{{{ '{ON}' if {is_on} else '{OFF}' }}}}",
        "command_topic": topics.order(key),
    }
