"""Puts a compiled kernel into a wheel if ``release.kernels`` asks for it; else wheels are pure."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Kernel(BuildHookInterface[Any]):
    """The hook that hatchling runs before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files that ``RA_KERNEL`` names; ``RA_TAG`` says for what, if not for many."""
        named = os.environ.get("RA_KERNEL", "")
        if not named or version != "standard":
            return
        for kernel in named.split(os.pathsep):
            build_data["force_include"][kernel] = f"companion/rules/packed/{Path(kernel).name}"
        if "RA_TAG" in os.environ:
            build_data["pure_python"] = False
            build_data["tag"] = os.environ["RA_TAG"]
