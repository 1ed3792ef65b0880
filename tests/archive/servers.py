"""Real servers on loopback, and a proxy between that does to them what networks do."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextlib.contextmanager
def started(
    command: list[str], port: int, cwd: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server as a process of its own once it answers, and end it afterwards."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=cwd
    ) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def running(command: list[str], port: int, cwd: Path | None = None) -> Iterator[str]:
    """Run a web server of any kind; its address."""
    with started(command, port, cwd):
        yield f"http://127.0.0.1:{port}"


SECRET = "wJalrXUtnFEMI"  # noqa: S105 (of nobody)


def s3_settings(url: str) -> dict[str, str]:
    """Return the environment in which the program finds a server, and its secret."""
    return {
        "AWS_ENDPOINT_URL": url,
        "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }


# The server asks who it is, and does not check the signature.
SIGNED = {
    "Authorization": "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20300101/us-east-1/s3/aws4_request, "
    "SignedHeaders=host, Signature=00"
}


class Bucket:
    """A bucket of a real S3 server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._host = url.removeprefix("http://")
        self.put("", b"")

    def put(self, key: str, content: bytes) -> None:
        connection = http.client.HTTPConnection(self._host, timeout=20)
        connection.request("PUT", f"/archive/{key}".removesuffix("/"), content, SIGNED)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 200, answer.status

    def fill(self, folder: Path, prefix: str) -> None:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.put(f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes())


@pytest.fixture(scope="session")
def bucket() -> Iterator[Bucket]:
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-p", str(port), "-H", "127.0.0.1"]
    with running(command, port) as url:
        yield Bucket(url)


_SLOW = (
    b"<?xml version='1.0'?><Error><Code>SlowDown</Code>"
    b"<Message>Please reduce your request rate.</Message></Error>"
)
_THROTTLED = (
    b"HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n" % len(_SLOW)
)
Fate = Callable[[bytes, int], str | int | None]
"""For a request and its number: `throttle`, `cut` it at once, after so many bytes, or leave it alone."""


class Proxy:
    """Passes connections on to a server, one request each, and lets some of them fail."""

    def __init__(self, url: str, fate: Fate) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self._to = (host, int(port))
        self._fate = fate
        self._lock = threading.Lock()
        self.requests: list[bytes] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                piece = client.recv(65536)
                if not piece:
                    return
                head += piece
            line, rest = head.split(b"\r\n", 1)
            with self._lock:
                fate = self._fate(line, len(self.requests))
                self.requests.append(line)
            if fate == "throttle":
                client.sendall(_THROTTLED if line.startswith(b"HEAD") else _THROTTLED + _SLOW)
                return
            if fate == "cut":
                return
            with socket.create_connection(self._to, 20) as server:
                server.sendall(line + b"\r\nConnection: close\r\n" + _without_connection(rest))
                _copy(server, client, fate if isinstance(fate, int) else None)


def _without_connection(rest: bytes) -> bytes:
    lines = rest.split(b"\r\n")
    return b"\r\n".join(one for one in lines if not one.lower().startswith(b"connection:"))


def _copy(server: socket.socket, client: socket.socket, most: int | None) -> None:
    """Pass an answer on, or its head and so many bytes of its body."""
    passed = b""
    body = 0
    while piece := server.recv(65536):
        if most is None:
            client.sendall(piece)
            continue
        passed += piece
        head = passed.find(b"\r\n\r\n")
        if head < 0:
            continue
        allowed = passed[: head + 4 + most]
        client.sendall(allowed[body:])
        body = len(allowed)
        if len(passed) > len(allowed):
            return
