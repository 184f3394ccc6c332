"""Raw HTTP and WebSockets, for clients that break the rules where they are asked to."""

import base64
import json
import os
import select
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def read_all(connection):
    data = bytearray()
    while part := connection.recv(1 << 20):
        data += part
    return bytes(data)


class Answer:
    """An HTTP answer."""

    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        assert lines[0].startswith("HTTP/1."), f"no answer but {data[:80]!r}"
        self.status = int(lines[0].split()[1])
        self.fields = [tuple(line.split(": ", 1)) for line in lines[1:]]

    def __getitem__(self, name):
        values = [value for each, value in self.fields if each.lower() == name.lower()]
        assert len(values) <= 1, f"{name} is repeated"
        return values[0] if values else None

    @property
    def text(self):
        return self.body.decode()


class WebSocket:
    """A WebSocket, as a client that keeps to the rules only where it is asked to."""

    def __init__(self, bridge, token=None, headers=(), receive=None):
        self.connection = bridge.connect(receive)
        upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                   f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        self.connection.sendall(bridge.head(f"/gestures?token={token or bridge.token}", headers=[*upgrade, *headers]))
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            part = self.connection.recv(65_536)
            assert part, f"no handshake but {self.data!r}"
            self.data += part
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, opcode, payload=b"", final=True, masked=True, reserved=0):
        self.connection.sendall(frame(opcode, payload, final, masked, reserved))

    def say(self, method, **params):
        self.send(TEXT, request(method, **params))

    def receive(self):
        """The next frame: opcode and payload; None at the end."""
        while True:
            if (found := self.take()) is not None:
                return found
            try:
                part = self.connection.recv(1 << 18)
            except ConnectionResetError:
                part = b""
            if not part:
                return None
            self.data += part

    def take(self):
        if len(self.data) < 2:
            return None
        length, start = self.data[1], 2
        assert self.data[0] & 0x70 == 0 and length < 128, "frames of a server are neither compressed nor masked"
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(self.data) < start:
                return None
            length = int.from_bytes(self.data[2:start], "big")
        if len(self.data) < start + length:
            return None
        opcode, payload = self.data[0] & 15, self.data[start:start + length]
        self.data = self.data[start + length:]
        return opcode, payload

    def line(self):
        """The next message, as an object."""
        found = self.receive()
        assert found and found[0] == TEXT, f"no message but {found!r}"
        return json.loads(found[1])

    def subscribe(self, **params):
        """Subscribes; returns the answer."""
        self.say("subscribe", **params)
        while "result" not in (line := self.line()):
            assert "error" not in line, line
        return line["result"]

    def closing(self):
        """The code and the reason of the close frame; other frames do not count."""
        while (found := self.receive()) is not None:
            if found[0] == CLOSE:
                return struct.unpack("!H", found[1][:2])[0], found[1][2:].decode()
        raise AssertionError("it ended without a close frame")

    def is_readable(self, seconds):
        return bool(select.select([self.connection], [], [], seconds)[0])


def frame(opcode, payload=b"", final=True, masked=True, reserved=0):
    length = len(payload)
    size = bytes([length]) if length < 126 else b"\x7e" + struct.pack("!H", length) if length < 65_536 \
        else b"\x7f" + struct.pack("!Q", length)
    # A mask of zeros is one, and costs no time.
    return bytes([final << 7 | reserved << 4 | opcode, size[0] | masked << 7]) + size[1:] + bytes(4 * masked) + payload


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
