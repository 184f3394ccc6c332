"""Publisher of a panel's gestures and presence to an MQTT broker: the program of gestured-mqtt.service.

docs/fleet.md has the topics, the messages and the guarantees. One thread receives gestures, the other is connected to
the broker; between them is the `Outbox`. Needs Python 3.10, paho-mqtt 1.6 or 2, and gestured's library for Python.
"""

import argparse
import collections
import json
import logging
import os
import pathlib
import random
import select
import signal
import socket
import sys
import threading
import time

import paho.mqtt.client as mqtt

# `make install` and a checkout have the library there; that of Debian's package comes first.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))
import gestured  # noqa: E402

MEMBERS = {"recognizer", "type", "state", "surface", "region", "taps", "direction"}  # None says where a finger was.
SHORTEST_PAUSE, LONGEST_PAUSE = 1, 60  # Seconds between two attempts to connect.
log = logging.getLogger("gestured-mqtt")


class Outbox:
    """Messages that wait for the broker, in order: the newest `most`, and how many gestures were lost before them.

        add ─► waiting ─► sent ─► acknowledged
                  │ full: the oldest
                  └─► lost: one message in the place of all of them
    """

    def __init__(self, most):
        self._most, self._lock = most, threading.Lock()
        self._waiting, self._lost, self._sent = collections.deque(), None, None

    def unknown(self):
        """The number of gestures, waiting or lost, that the broker does not know of."""
        with self._lock:
            return sum(each.get("lost", 1) for each in (*self._waiting, self._sent, self._lost) if each is not None)

    def add(self, message):
        with self._lock:
            if len(self._waiting) >= self._most:
                self._drop(self._waiting.popleft())
            self._waiting.append(message)

    def next(self):
        """The message to send: the same one until it is acknowledged; None if there is none."""
        with self._lock:
            if self._sent is None and self._lost is not None:
                self._sent, self._lost = self._lost, None
            elif self._sent is None and self._waiting:
                self._sent = self._waiting.popleft()
            return self._sent

    def acknowledge(self):
        with self._lock:
            if "lost" in self._sent:
                log.warning("%d gestures were lost, which the broker knows now", self._sent["lost"])
            self._sent = None

    def _drop(self, message):
        if self._lost is None:
            log.warning("more than %d gestures wait for the broker: dropping the oldest", self._most)
        before = 0 if self._lost is None else self._lost["lost"]
        self._lost = {"lost": before + message.get("lost", 1), "at": message["at"]}


class Broker:
    """The broker, from the first attempt to connect until the program ends."""

    def __init__(self, options, outbox):
        self.options, self.outbox, self.is_online = options, outbox, False
        self.bell = os.eventfd(0, os.EFD_NONBLOCK)

    def ring(self):
        """Tells the connection's thread that there is something to send."""
        os.eventfd_write(self.bell, 1)

    def set_online(self, is_online):
        self.is_online = is_online
        self.ring()

    def run(self):
        """Connects whenever there is no connection, after pauses that grow; does not return."""
        pause, said = SHORTEST_PAUSE, ""
        while True:
            connection = Connection(self)
            try:
                reason = connection.serve()
            except OSError as error:
                reason = str(error)
            if connection.is_open:
                pause, said = SHORTEST_PAUSE, ""
            if reason != said:
                log.warning("no connection to the broker %s: %s; trying again", self.options.host, reason)
                said = reason
            # Not all panels of a broker that returns come at the same time.
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)


class Connection:
    """One connection to the broker.

    A message is sent when the broker has acknowledged the one before: so one that is sent again on the next connection
    comes twice in a row, and never behind a later one.
    """

    def __init__(self, broker):
        self.broker, self.topic = broker, f"panels/{broker.options.panel}"
        self.is_open, self.reason = False, "the broker has not answered"
        self._presence = ""  # The last one sent.
        self._on_acknowledgement = None  # What to do when the broker acknowledges the message that was sent, if any.

    def serve(self):
        """Connects and sends until the connection is lost; returns why. Raises an `OSError` if there is none."""
        options, bell = self.broker.options, self.broker.bell
        client = self._client()
        client.connect(options.host, options.port, options.keepalive)
        while (link := client.socket()) is not None:
            self._send_next(client)
            readable, writable, _ = select.select(
                [link, bell], [link] if client.want_write() else [], [], options.keepalive / 4)
            if bell in readable:
                os.eventfd_read(bell)
            if writable:
                client.loop_write()
            if link in readable:
                client.loop_read()
                # What TLS has read already makes nothing readable.
                while client.socket() is not None and options.cafile and client.socket().pending():
                    client.loop_read()
            client.loop_misc()
        return self.reason

    def _client(self):
        options = self.broker.options
        # paho-mqtt 2 asks which arguments callbacks have; the first ones here are the same in both versions.
        versions = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
        client = mqtt.Client(*versions, client_id=options.panel)
        client.on_connect, client.on_publish = self._answered, self._acknowledged
        client.will_set(f"{self.topic}/presence", "offline", qos=1, retain=True)
        if options.username:
            client.username_pw_set(options.username, options.pw)
        if options.cafile:
            client.tls_set(options.cafile)
        return client

    def _send_next(self, client):
        if not self.is_open or self._on_acknowledgement:
            return
        presence = "online" if self.broker.is_online else "offline"
        if presence != self._presence:
            self._presence, self._on_acknowledgement = presence, lambda: None
            client.publish(f"{self.topic}/presence", presence, qos=1, retain=True)
        elif message := self.broker.outbox.next():
            self._on_acknowledgement = self.broker.outbox.acknowledge
            client.publish(f"{self.topic}/gestures", json.dumps(message, separators=(",", ":")), qos=1)

    def _answered(self, _client, _data, _flags, code, *_):
        self.is_open = code == 0
        if self.is_open:
            log.info("connected to the broker %s", self.broker.options.host)
            self.reason = "the connection is lost"
        else:
            self.reason = mqtt.connack_string(code)

    def _acknowledged(self, *_):
        acknowledge, self._on_acknowledgement = self._on_acknowledgement, None
        acknowledge()


class Options(argparse.ArgumentParser):
    """The options, also from a file with one on each line, as those of mosquitto's clients are."""

    def __init__(self):
        super().__init__(
            prog="gestured_mqtt.py", fromfile_prefix_chars="@", allow_abbrev=False,
            description="Publishes the gestures of this panel to an MQTT broker.",
            epilog="@FILE reads options from a file, one a line.")
        add, more = self.add_argument, {"action": "append", "default": []}
        add("--host", default="localhost", help="the broker; localhost by default")
        add("--port", type=int, help="its port; by default 1883, with --cafile 8883")
        add("--username", help="the panel's user at the broker")
        add("--pw", help="the user's password; others can read it, unless it is in a file")
        add("--cafile", help="the certificate of the authority that signed the broker's; enables TLS")
        add("--keepalive", type=int, default=20, help="seconds of silence after which the broker must answer; 20")
        add("--panel", default=socket.gethostname(), help="the name in topics, and at the broker; the host name")
        add("--recognizer", **more, help="publish only gestures of recognizers with this name or glob; repeatable")
        add("--surface", **more, help="publish only gestures of surfaces with this name or glob; repeatable")
        add("--member", **more, help="publish this member of gestures, too; repeatable")
        add("--keep", type=int, default=10_000, help="how many gestures may wait for the broker; 10000")

    def convert_arg_line_to_args(self, arg_line):
        words = arg_line.strip().split(maxsplit=1)
        return ["=".join(words)] if words and not words[0].startswith("#") else []

    def read(self):
        options = self.parse_args()
        if min(options.keep, options.keepalive) < 1:
            self.error("--keep and --keepalive must be at least 1")
        options.port = options.port or (8883 if options.cafile else 1883)
        return options


def message_of(gesture, members):
    """The message of a gesture, with its time by the panel's clock, in seconds since 1970."""
    chosen = {name: value for name, value in gesture.members.items() if name in members}
    return {**chosen, "at": round(time.time() - time.monotonic() + gesture.time, 6)}


def publish_gestures(options, outbox, broker):
    """Receives gestures until the program ends; raises a `gestured.Error` that trying again does not mend."""
    members = MEMBERS.union(options.member)
    with gestured.Client(reconnect=True) as client:
        client.subscribe(options.recognizer or None, surfaces=options.surface or None, states=["recognized", "ended"])
        broker.set_online(True)
        for event in client:
            if isinstance(event, gestured.Gesture):
                outbox.add(message_of(event, members))
                broker.ring()
            elif isinstance(event, gestured.Lagged):
                outbox.add({"lost": event.dropped, "at": round(time.time(), 6)})
            elif isinstance(event, (gestured.Connected, gestured.Disconnected)):
                broker.set_online(isinstance(event, gestured.Connected))


def end(*_):
    """Ends the program without a farewell to the broker, which then says itself that the panel is offline."""
    sys.exit()


def end_with(arguments):
    """Ends the program when its other thread has failed."""
    threading.__excepthook__(arguments)
    os._exit(1)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    options = Options().read()
    outbox = Outbox(options.keep)
    broker = Broker(options, outbox)
    signal.signal(signal.SIGTERM, end)
    threading.excepthook = end_with
    threading.Thread(target=broker.run, daemon=True).start()
    try:
        publish_gestures(options, outbox, broker)
    except gestured.Error as error:
        sys.exit(str(error))
    finally:
        if number := outbox.unknown():
            log.warning("%d gestures are lost, of which the broker does not know", number)


if __name__ == "__main__":
    main()
