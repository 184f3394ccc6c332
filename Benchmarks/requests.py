#!/usr/bin/env python3
"""Processor time that the daemon spends on the largest requests of each kind, accepted and refused.

scripts/measure requests [--times N] [--limit MILLISECONDS] [FOLDER]
    of the programs in a folder, .build-install/release if none is given

Plays a recording in a daemon with 256 recognizers and 64 regions configured, and sends each request N times, most of
them as large as the protocol allows: 65,536 bytes, 1024 values. Prints the median and the largest time that the kernel
counts for the daemon, as a table in Markdown. The daemon still works after it has sent an answer, so the time ends when
one more small request is answered and all threads sleep. With a limit the exit status is 1 when a median is above it
(`reload`, which takes the longer the larger the file is, and `rotate`, which takes the longer the more all connections
have attached, have none), or when a request that is refused for its last word
costs more than the same request that is accepted.
"""

import argparse
import json
import math
import pathlib
import socket
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "Tests/Web"))
import programs  # noqa: E402

FRAME = {"x": 0, "y": 0, "width": "50%", "height": "50%"}
LINE = 65_000
# Globs that cost much where each part of a glob is tried at each place of a name; the names end with digits.
GLOBS = {
    "a long class": f"*[!{'b-z' * 83}]z",
    "half a name again and again": f"*{'recognizer' * 3}b*c",
    "many runs": "*e" * 16 + "x",
    "many classes": f"*{'[!b]' * 32}x",
}


def configuration(taps=1):
    """256 recognizers and 64 regions with long names, so that hints have much to look through; one can be private."""
    lines = ["regions:", f"- {{ name: keyboard, frame: {json.dumps(FRAME)}, private: false }}"]
    lines += [f"- {{ name: {'region' * 9}-{n}, frame: {json.dumps(FRAME)} }}" for n in range(63)]
    lines += ["recognizers:"]
    lines += [f"- {{ name: {'recognizer' * 6}-{n}, type: tap, numberOfTapsRequired: {n % 8 + taps} }}"
              for n in range(256)]
    return "\n".join(lines) + "\n"


def taps(count, **more):
    return [{"name": f"r{n}", "type": "tap", **more} for n in range(count)]


def nested(count):
    """Regions within each other, 16 deep."""
    return [{"name": f"g{n}", "frame": FRAME, **({"parent": f"g{n - 1}"} if n % 16 else {})} for n in range(count)]


def requests(daemon):
    """The dearest requests of each kind, by their names in the table.

    Each has a method, parameters, and requests or functions that prepare it, whose time is excluded. It is sent on a
    connection of its own.
    """
    others = [f"r{n}" for n in range(64)]
    relations = [{"name": f"r{n}", "type": "tap", "requireToFail": others[max(0, n - 4):n]} for n in range(64)]
    unknown = [f"{'recogniser' * 6}-{n}" for n in range(15)]
    points = [[n % 100, n * n % 97] for n in range(320)]
    attach = lambda **params: ("attach", params)
    inside = lambda count: [{**tap, "region": f"g{n}"} for n, tap in enumerate(taps(count))]
    both, all_regions = attach(regions=nested(32), recognizers=inside(32)), attach(regions=nested(64))
    many = attach(recognizers=inside(64))
    related = attach(recognizers=relations)
    moved = [{"name": f"g{n}", "frame": {"x": 1.5 * n, "y": -n, "width": 300.25 - n, "height": 200}} for n in range(64)]
    circle = [[round(50 + 50 * math.cos(n / 10.2), 3), round(50 + 50 * math.sin(n / 10.2), 3)] for n in range(63)]
    everything = ("subscribe", {"touches": True})
    globs = ("subscribe", {"recognizers": [GLOBS["many classes"]] * 32, "surfaces": ["*"] * 32})
    near = [f"{'recognizer' * 5}recogxxxxx-{n}" for n in range(225, 256)]
    configured = f"{'recognizer' * 6}-255"
    surface = daemon.call("list", {"what": "surfaces"})[0]["name"]
    return {
        **{f"subscribe, 64 globs: {words}": ("subscribe", {"recognizers": [glob] * 32, "surfaces": ["*"] + [glob] * 31})
           for words, glob in GLOBS.items()},
        "subscribe, 31 globs that are nearly names": ("subscribe", {"recognizers": [*near, "*"]}),
        "attach 64 recognizers": attach(recognizers=taps(64)),
        "attach 64 regions": attach(regions=nested(64)),
        "attach 32 regions, 32 recognizers in them, to 64 globs": (*both, globs),
        "attach 64 recognizers in as many own regions, to a subscription": (*many, everything, all_regions),
        "attach 64 recognizers, 4 relations each": related,
        "attach 64 recognizers, 4 relations each to configured ones": attach(recognizers=[
            {"name": f"r{n}", "type": "tap", "requireToFail": [
                f"{'recognizer' * 6}-{(n * 4 + other) % 256}" for other in range(4)]} for n in range(64)]),
        "attach 10 recognizers with long names that block 25 others each": attach(
            recognizers=[{"name": f"{'n' * 57}{n:02}", "type": "tap"} for n in range(25)] + [
                {"name": f"{'m' * 57}{n:02}", "type": "tap", "blocks": [f"{'n' * 57}{other:02}" for other in range(25)]}
                for n in range(10)]),
        "attach 64 transforms in the innermost of 64 own regions": (*attach(recognizers=[
            {"name": f"r{n}", "type": "transform", "region": "g63"} for n in range(64)]), all_regions),
        "attach a stroke of 320 points": attach(
            recognizers=[{"name": "s", "type": "stroke", "templates": [{"name": "t", "points": points}]}]),
        "refused: 64 recognizers, the last of an unknown type": attach(
            recognizers=[*taps(63), {"name": "r63", "type": "tapp"}]),
        "refused: 64 regions, the last on no surface": attach(regions=[*nested(64)[:63], {
            **nested(64)[63], "surface": "screem"}]),
        "refused: 64 recognizers, 4 relations each, the last to nothing": attach(
            recognizers=[*relations[:63], {**relations[63], "requireToFail": [*others[59:62], "r64"]}]),
        "refused: 64 unknown types": attach(recognizers=[{"name": f"r{n}", "type": "tapp"} for n in range(64)]),
        "refused: 255 references to nothing": attach(recognizers=taps(17, requireToFail=unknown)),
        "refused: 700 unknown keys": attach(recognizers=[
            {"name": f"r{n}", "type": "tap", **{f"numberOfTapsRequire{k}": 1 for k in range(14)}} for n in range(50)]),
        "refused: 64 recognizers in no region": attach(recognizers=taps(64, region="region" * 9)),
        "refused: a circle of 64 recognizers": attach(
            recognizers=[{"name": f"r{n}", "type": "tap", "requireToFail": others[n - 5:n] + others[:5 - min(n, 5)]}
                         for n in range(64)]),
        "refused: a text of 64 KB": attach(recognizers=[{"name": "r" * LINE, "type": "tap"}]),
        "refused: lists 16 deep": attach(recognizers=[json.loads("[" * 15 + "]" * 15)] * 60),
        "refused: detach 1000 names": ("detach", {"recognizers": unknown * 66}),
        "refused: setEnabled of nothing": ("setEnabled", {"recognizer": "recogniser" * 6, "enabled": True}),
        "refused: 900 unknown members": ("subscribe", {f"recognizer{n}": 1 for n in range(900)}),
        "unsubscribe, 64 globs": ("unsubscribe", {"subscription": 1}, globs),
        "detach 64 regions, 64 recognizers in them, of a subscription": ("detach", {}, everything, all_regions, many),
        "detach 64 recognizers, 4 relations each": ("detach", {}, related),
        "update 64 regions within each other": ("update", {"regions": moved}, all_regions, many),
        "update the shape of 4 regions to 64 points": ("update", {"regions": [
            {"name": f"g{n}", "shape": circle} for n in range(4)]}, all_regions),
        "update the order of 64 regions": ("update", {"regions": [
            {"name": f"g{n}", "above": f"g{n + 1}"} for n in range(63)]}, attach(regions=[
                {"name": f"g{n}", "frame": FRAME} for n in range(64)])),
        "refused: update of 64 unknown regions": ("update", {"regions": [
            {"name": f"h{n}", "frame": FRAME} for n in range(64)]}, all_regions),
        "setEnabled of a configured recognizer": (
            "setEnabled", {"recognizer": configured, "enabled": False}, everything,
            ("setEnabled", {"recognizer": configured, "enabled": True})),
        "setPrivate": ("setPrivate", {"region": "keyboard", "private": True}, everything,
                       ("setPrivate", {"region": "keyboard", "private": False})),
        "list recognizers": ("list", {"what": "recognizers"}),
        "list decisions": ("list", {"what": "decisions"}),
        "status": ("status", {}),
        "rotate": ("rotate", {"surface": surface, "rotation": 90}, everything,
                   ("rotate", {"surface": surface, "rotation": 0})),
        "reload of what is the same": ("reload", {}),
        "reload of 256 other recognizers": ("reload", {}, everything, daemon.change),
    }


def requests_beside_others(daemon):
    """Small requests beside other connections, whose subscriptions must not make them slow."""
    daemon.others = [Connection(daemon) for _ in range(12)]
    for connection in daemon.others:
        for number in range(5):
            connection.ask("subscribe", {"recognizers": [f"nothing{number}*"]})
    return {"subscribe, beside 60 subscriptions of others": ("subscribe", {"recognizers": ["nothing"]}),
            "attach a recognizer, beside 60 subscriptions of others": ("attach", {"recognizers": taps(1)})}


# Requests that are refused for their last element, and the same accepted.
TWINS = {
    "refused: 64 recognizers, the last of an unknown type": "attach 64 recognizers",
    "refused: 64 regions, the last on no surface": "attach 64 regions",
    "refused: 64 recognizers, 4 relations each, the last to nothing": "attach 64 recognizers, 4 relations each",
}


class Daemon(programs.Daemon):
    def __init__(self, folder_of_programs, folder):
        file, recording = pathlib.Path(folder, "gestured.yaml"), programs.RECORDINGS / "ed-atmel-mxt-1f-fasttaps.evemu"
        super().__init__(folder_of_programs, f"{folder}/socket", file, recording)
        self.taps = 2
        self.change()

    def change(self):
        """Writes a configuration whose recognizers all differ from those before."""
        self.taps = 3 - self.taps
        self.configuration.write_text(configuration(self.taps))

    def call(self, method, params):
        """The result of one request."""
        with Connection(self) as connection:
            return connection.ask(method, params)["result"]

    def spent(self):
        """Seconds of processor time, as soon as all threads sleep: the kernel counts those that run too late."""
        tasks = [*pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()]
        deadline = time.monotonic() + 60
        while any((task / "stat").read_text().rpartition(") ")[2][0] == "R" for task in tasks):
            assert time.monotonic() < deadline, "the daemon has worked for a minute"
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


class Connection:
    def __init__(self, daemon):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(daemon.path)
        self.lines = self.socket.makefile("rb")
        self.lines.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lines.close()
        self.socket.close()

    def send(self, line):
        """The answer to a request."""
        self.socket.sendall(line + b"\n")
        while b'"method"' in (answer := self.lines.readline())[:40] or not answer:
            assert answer, "the daemon closed the connection"
        return answer

    def ask(self, method, params):
        return json.loads(self.send(line_of(method, params)))


def line_of(method, params):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":")).encode()
    assert len(line) <= 65_536, (method, len(line))
    return line


def measure(daemon, method, params, before, times):
    """Times in milliseconds of one request, each on a connection of its own, and whether it was refused."""
    found, refused = [], False
    line, small = line_of(method, params), line_of("none", {})
    for _ in range(times):
        with Connection(daemon) as connection:
            for each in before:
                answer = each() if callable(each) else connection.ask(*each)
                assert not answer or "result" in answer, answer
            start = daemon.spent()
            refused = b'"error"' in connection.send(line)[:40]
            connection.send(small)
            found.append((daemon.spent() - start) * 1000)
    return found, refused


def table(daemon, requests, times):
    """Prints the rows of some requests; returns their medians."""
    medians = {}
    for name, (method, params, *before) in requests.items():
        found, refused = measure(daemon, method, params, before, times)
        medians[name] = statistics.median(found)
        print(f"| {name} | {medians[name]:.1f} | {max(found):.1f} |", flush=True)
        if refused != name.startswith("refused"):
            sys.exit(f"{name}: {'refused' if refused else 'accepted'}")
    return medians


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--limit", type=float)
    parser.add_argument("folder", nargs="?", default=ROOT / ".build-install/release", type=pathlib.Path)
    options = parser.parse_args()
    medians = {}
    print("| request | median, ms | largest, ms |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, Daemon(options.folder, folder) as daemon:
        for requests_of in requests, requests_beside_others:
            medians |= table(daemon, requests_of(daemon), options.times)
    if options.limit is None:
        return
    slow = [name for name, median in medians.items() if median > options.limit and not name.startswith(("reload", "rotate"))]
    dear = [refused for refused, accepted in TWINS.items() if medians[refused] > medians[accepted]]
    for name in slow:
        print(f"above {options.limit} ms: {name}", file=sys.stderr)
    for name in dear:
        print(f"dearer than accepted: {name}", file=sys.stderr)
    sys.exit(1 if slow or dear else 0)


if __name__ == "__main__":
    main()
