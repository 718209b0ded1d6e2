"""Puts a compiled kernel into a wheel if ``release.kernels`` asks for it; else wheels are pure."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Kernel(BuildHookInterface[Any]):
    """What hatchling asks before it packs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file that ``RA_KERNEL`` names, for the Python and machine of ``RA_TAG``."""
        kernel = os.environ.get("RA_KERNEL", "")
        if kernel and version == "standard":
            build_data["force_include"][kernel] = f"companion/rules/packed/{Path(kernel).name}"
            build_data["pure_python"] = False
            build_data["tag"] = os.environ["RA_TAG"]
