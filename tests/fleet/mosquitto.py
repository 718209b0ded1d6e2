"""A real broker on the loopback, with certificates of its own, and a client that listens there."""

import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")

needs_mosquitto = pytest.mark.skipif(
    PROGRAM is None, reason="mosquitto is not installed: sudo apt install mosquitto"
)

needs_mosquitto_sub = pytest.mark.skipif(
    shutil.which("mosquitto_sub") is None,
    reason="mosquitto_sub is not installed: sudo apt install mosquitto-clients",
)

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is not installed"
)

PATIENCE_SECONDS = 20.0


def until(is_so: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until this is so."""
    end = monotonic() + seconds
    while not is_so():
        assert monotonic() < end, "it never came to that"
        sleep(0.01)


def free_port() -> int:
    """Return a port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Mosquitto:
    """A broker that can be stopped, started again and killed; it remembers nothing by itself."""

    def __init__(self, folder: Path, *lines: str) -> None:
        """Be ready to start.

        Args:
            folder: Where its configuration and log lie.
            lines: What else stands in its configuration; without any, everybody may do anything.
        """
        assert PROGRAM is not None
        self.folder, self.port = folder, free_port()
        self._config = folder / "mosquitto.conf"
        said = (f"listener {self.port} 127.0.0.1", "user root", "max_queued_messages 100000")
        self._config.write_text("\n".join((*said, *(lines or ("allow_anonymous true",)), "")))
        self._program: subprocess.Popen[bytes] | None = None

    def start(self) -> "Mosquitto":
        """Start it, and wait until it listens."""
        assert PROGRAM is not None
        with (self.folder / "mosquitto.log").open("ab") as log:
            words = [PROGRAM, "-c", str(self._config)]
            self._program = subprocess.Popen(words, stdout=log, stderr=log)
        until(self._listens)
        return self

    def _listens(self) -> bool:
        assert self._program is not None
        log = (self.folder / "mosquitto.log").read_text()
        assert self._program.poll() is None, log
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._program is not None
        self._program.send_signal(number)

    def stop(self) -> None:
        """End it at once; what it knew is lost."""
        if self._program is not None:
            self._program.kill()
            self._program.wait(PATIENCE_SECONDS)
            self._program = None


class Ears:
    """Listens to everything at a broker, and speaks there, too."""

    def __init__(self, port: int, *topics: str) -> None:
        """Listen from now on."""
        self.heard: list[tuple[str, bytes, bool]] = []
        """Topic, payload, and whether it was retained."""
        self.at: list[float] = []
        """When each was heard, by the monotonic clock in seconds."""
        self._is_listening = threading.Event()
        self._topics = topics or ("#",)
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.on_connect = lambda *_: self._listen()
        self.client.on_subscribe = lambda *_: self._is_listening.set()
        self.client.on_message = self._hear
        self.client.max_queued_messages_set(0)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._is_listening.wait(PATIENCE_SECONDS)

    def _listen(self) -> None:
        self.client.subscribe([(each, SubscribeOptions(qos=1)) for each in self._topics])

    def _hear(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.at.append(monotonic())
        self.heard.append((message.topic, bytes(message.payload), bool(message.retain)))

    def on(self, topic: str) -> list[bytes]:
        """Return everything that was heard on a topic."""
        return [payload for where, payload, _ in self.heard if where == topic]

    def say(self, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
        """Publish something, and wait until the broker has it."""
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_SECONDS)

    def close(self) -> None:
        """Stop listening."""
        self.client.loop_stop()
        self.client.disconnect()
        sock = self.client.socket()
        if sock is not None:
            sock.close()


def openssl(*words: str) -> None:
    """Let it do this."""
    program = shutil.which("openssl")
    assert program is not None
    subprocess.run([program, *words], check=True, capture_output=True, timeout=60)


def authority(folder: Path, name: str) -> Path:
    """Make a CA of one's own, as docs/own.md shows, and return its certificate."""
    key, certificate = folder / f"{name}.key", folder / f"{name}.crt"
    made = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3650")
    openssl(*made, "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(certificate))
    return certificate


def certificate(
    folder: Path, authority_: Path, *, name: str = "127.0.0.1", begins: str = "", ends: str = ""
) -> tuple[Path, Path]:
    """Let a CA sign a broker's certificate, and return it with its key.

    Args:
        folder: Where they are made; no two in one.
        authority_: The CA's certificate, with its key beside it.
        name: The address that it is for.
        begins: When it becomes valid, ``YYMMDDHHMMSSZ``; empty: now.
        ends: When it expires; empty: in ten years.
    """
    key, request, signed = (folder / f"broker.{end}" for end in ("key", "csr", "crt"))
    config, index = folder / "ca.conf", folder / "index.txt"
    index.touch()
    config.write_text(
        "[ca]\ndefault_ca = own\n[own]\n"
        f"database = {index}\nnew_certs_dir = {folder}\nrand_serial = yes\n"
        "default_md = sha256\npolicy = any\nx509_extensions = names\n[any]\n"
        f"commonName = supplied\n[names]\nsubjectAltName = IP:{name}\n"
    )
    openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=broker",
            "-keyout", str(key), "-out", str(request))  # fmt: skip
    dates = ("-startdate", begins or "250101000000Z", "-enddate", ends or "450101000000Z")
    openssl("ca", "-batch", "-notext", "-config", str(config), "-cert", str(authority_),
            "-keyfile", str(authority_.with_suffix(".key")), "-in", str(request),
            "-out", str(signed), *dates)  # fmt: skip
    return signed, key
