"""Lists everything that is shipped, with versions, hashes and licences, as CycloneDX 1.5 JSON.

``make sbom`` writes it into ``dist``; a bundle has it inside. It bears no time and no number of its
own, so that the same checkout gives the same bytes.
"""

import json
import re
from collections.abc import Iterator, Mapping
from tomllib import loads
from typing import Any

from companion import __version__
from release.lock import HERE, ROOT

Json = dict[str, Any]


NAME = "ra-companion.cdx.json"


def locked(lock: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield name, version and hashes of everything in a lock file."""
    text = (HERE / f"{lock}.lock").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[a-z])", text):
        head = re.match(r"([a-z0-9-]+)==(\S+)", entry)
        if head is not None:
            yield head[1], head[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)


def shipped() -> Mapping[str, Any]:
    """Return whose work is shipped besides our own, by its name."""
    return loads((HERE / "shipped.toml").read_text(encoding="utf-8"))


def _library(name: str, version: str, digests: list[str], about: Mapping[str, Any]) -> Json:
    reference = f"pkg:pypi/{name}@{version}"
    found: Json = {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        "purl": reference,
        "licenses": [{"expression": about["licence"]}],
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests],
        "externalReferences": [{"type": "vcs", "url": about["home"]}],
    }
    inside = [
        {"type": "library", "name": each, "licenses": [{"expression": licence}]}
        for each, licence in sorted(about.get("inside", {}).items())
    ]
    return {**found, "components": inside} if inside else found


_FONT: Json = {
    "type": "data",
    "bom-ref": "font",
    "name": "M PLUS 1p",
    "version": "1.062",
    "licenses": [{"expression": "OFL-1.1"}],
}


def inventory() -> bytes:
    """Return the inventory of this checkout.

    Raises:
        KeyError: Something is locked whose licence ``shipped.toml`` does not know.
    """
    about = shipped()
    libraries = [
        _library(name, version, digests, about[name])
        for lock in ("table", "pi")
        for name, version, digests in locked(lock)
    ]
    program: Json = {
        "type": "application",
        "bom-ref": "ra-companion",
        "name": "ra-companion",
        "version": __version__,
        "licenses": [{"expression": "MIT"}],
    }
    components = [*libraries, _FONT]
    said: Json = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
        "dependencies": [
            {"ref": "ra-companion", "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }
    return json.dumps(said, indent=2).encode() + b"\n"


if __name__ == "__main__":
    (ROOT / "dist").mkdir(exist_ok=True)
    (ROOT / "dist" / NAME).write_bytes(inventory())
