"""Where the program's own files are, and where games are kept."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def asset(*parts: str) -> Path:
    """Return a file of ``assets/``: inside the installed package, or beside it in a checkout.

    Raises:
        FileNotFoundError: The program was installed without its assets.
    """
    for root in (_PACKAGE / "assets", _PACKAGE.parent / "assets"):
        if root.is_dir():
            return root.joinpath(*parts)
    raise FileNotFoundError("Ra Companion was installed without its assets: install it again")


def data_folder() -> Path:
    """Return where games are kept unless ``--data`` says otherwise.

    Under systemd that is the service's state folder, else the user's own data folder.
    """
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state)
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "ra-companion"


def from_home(path: Path) -> str:
    """Return how people write this path: short where it lies in their own folder."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def owners_places() -> tuple[Path, ...]:
    """Return where the owner's settings may lie; a service can write only into the last one."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return (
        Path("/etc/ra-companion/settings.toml"),
        Path(home) / "ra-companion" / "settings.toml",
        data_folder() / "settings.toml",
    )


def table_socket(data: Path | None = None) -> Path:
    """Return where a table meets the processes for the fleet and for phones.

    Under systemd that is the service's runtime folder, else the user's, else the data folder.
    """
    runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if runtime:
        return Path(runtime) / "table.sock"
    users = os.environ.get("XDG_RUNTIME_DIR")
    if users:
        return Path(users) / "ra-companion-table.sock"
    return (data or data_folder()) / "table.sock"


def phones_state() -> Path:
    """Return where it is kept whose each phone is: no secret of it leaves this computer."""
    return data_folder() / "phones.json"
