"""Checks of recordings that pages send: results, refusals, and too much of them."""

import json
import os
import subprocess
import threading

from parts import CONFIGURATION, DEMO, memory, temporary, wait
from sentences import check

MIB = 1024 * 1024


def recording(name="pinch"):
    return (DEMO / f"{name}.evemu").read_text()


def gesturectl(scene, *words):
    done = subprocess.run([scene.programs / "gesturectl", *words], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def bridge_whose_gesturectl(scene, command):
    """A further bridge, whose gesturectl first runs a command of the shell."""
    program = scene.folder / "gesturectl"
    program.write_text(f"#!/bin/sh\n{command}\nexec {scene.programs}/gesturectl \"$@\"\n")
    os.chmod(program, 0o755)
    bridge = scene.other()
    bridge.control = program
    return bridge


@check("A recording is played as gesturectl plays it, with and without a configuration")
def played(scene):
    configuration = scene.folder / "given.yaml"
    configuration.write_text(CONFIGURATION)
    for name in ["pinch", "swipe", "tap"]:
        answer = scene.bridge.post({"recording": recording(name), "configuration": CONFIGURATION})
        assert answer.status == 200 and answer["Content-Type"] == "application/json", answer.text
        result, path = json.loads(answer.body), DEMO / f"{name}.evemu"
        assert result["lines"] == gesturectl(scene, "replay", "--touches", "--json", "--config", configuration, path)
        assert result["decisions"] == gesturectl(scene, "explain", "--json", "--config", configuration, path)
        assert [each["name"] for each in result["configuration"]["configuration"]["recognizers"]] == ["move", "zoom"]
    plain = scene.bridge.post({"recording": recording()})
    assert plain.status == 200 and json.loads(plain.body)["lines"]
    assert scene.bridge.post({"recording": recording(), "configuration": None}).body == plain.body


@check("Names with line feeds and quotes in a recording and a configuration leave the answer JSON")
def names(scene):
    text = recording().replace("N: ", 'N: a"b\\c\u2028\t')
    configuration = 'recognizers: [{ name: "a\\"b", type: pinch }]\n'
    answer = scene.bridge.post({"recording": text, "configuration": configuration})
    assert answer.status in (200, 422)
    json.loads(answer.body)


@check("A recording or a configuration that is garbage is refused in gesturectl's words, without paths")
def garbage(scene):
    good = recording()
    for order, words in [
        ({"recording": "garbage"}, "recording:1: "), ({"recording": ""}, "recording"),
        ({"recording": "\x00" * 1000}, "recording"), ({"recording": "\u20ac" * 1000}, "recording"),
        ({"recording": good, "configuration": "recognizers: [{ name: x, type: nonsense }]"}, "configuration:1"),
        ({"recording": good, "configuration": "\t:"}, "configuration"),
        ({"recording": good, "configuration": "\x00"}, "configuration"),
        ({"recording": good, "configuration": "&a [*a, *a]"}, "configuration"),
        ({"recording": good, "configuration": "[" * 100_000}, "configuration"),
    ]:
        answer = scene.bridge.post(order)
        assert answer.status == 422, (str(order)[:60], answer.status, answer.text[:300])
        message = json.loads(answer.body)["message"]
        assert words in message and "/dev/fd" not in message and "/tmp" not in message, message[:300]


@check("A body that is no order is refused")
def orders(scene):
    for body in [b"", b"{}", b"[]", b"null", b"{", b'{"recording":1}', b'{"recording":null}', b"\xff" * 100,
                 b'{"recording":"a","configuration":[]}', b"[" * 1_000_000, b'{"a":' * 100_000, b'"\\ud800"',
                 b'{"recording":"\\ud800"}', b'{"recording":' + b"9" * 100_000 + b"}"]:
        assert scene.bridge.post(body).status in (400, 422), body[:40]


@check("A body of 16 MiB is read, and a larger one, or one that is longer than it says, is refused")
def sizes(scene):
    bridge = scene.bridge
    rest = len(json.dumps({"recording": ""}))
    assert bridge.post({"recording": "a" * (16 * MIB - rest)}).status == 422
    for size in [16 * MIB - rest + 1, 17 * MIB, 64 * MIB]:
        answer = bridge.post({"recording": "a" * size})
        assert answer.status == 413, answer.status
    head = bridge.head(f"/replay?token={bridge.token}", "POST", ["Content-Length: 2"])
    assert bridge.exchange(head + b"{}" + b"a" * MIB).status == 400
    chunked = bridge.head(f"/replay?token={bridge.token}", "POST", ["Transfer-Encoding: chunked"])
    assert bridge.exchange(chunked + (b"100000\r\n" + b"a" * MIB + b"\r\n") * 64).status == 413
    assert bridge.exchange(chunked + b"2\r\n{}\r\n0\r\n\r\n").status == 400
    both = bridge.head(f"/replay?token={bridge.token}", "POST", ["Transfer-Encoding: chunked", "Content-Length: 2"])
    assert bridge.exchange(both + b"{}").status == 400


@check("Of 100 recordings at a time 4 are taken, and the others are told to come again, in less than 500 MiB")
def many(scene):
    body = json.dumps({"recording": recording() + "# a\n" * (3 * MIB)}).encode()
    results, release = [], scene.folder / "release"

    def post():
        try:
            answer = bridge.post(body)
            results.append((answer.status, answer["Retry-After"]))
        except (OSError, AssertionError) as failure:
            results.append((0, str(failure)))

    # The first four are under way until the others are answered, or until each has had its 10 s.
    waiting = f'[ "$1" = schema ] || until [ -e {release} ]; do sleep 0.1; done'
    with bridge_whose_gesturectl(scene, waiting) as bridge:
        threads = [threading.Thread(target=post) for _ in range(100)]
        for thread in threads:
            thread.start()
        scene.listener.more(50)
        wait(lambda: len(results) >= 96, "answers to all but four")
        release.touch()
        for thread in threads:
            thread.join()
        statuses = [status for status, _ in results]
        assert statuses.count(503) >= 80 and set(statuses) <= {503, 200, 422} and len(statuses) == 100, results
        assert all(again == "1" for status, again in results if status == 503)
        assert memory(bridge.pid, "VmHWM") < 500, f"{memory(bridge.pid, 'VmHWM'):.0f} MiB"
        assert bridge.post({"recording": recording()}).status == 200


@check("Pages that send a recording and go, or send half of it, use nothing up")
def gone(scene):
    bridge = scene.bridge
    for _ in range(20):
        with bridge.connect() as connection:
            body = json.dumps({"recording": recording()}).encode()
            connection.sendall(bridge.head(f"/replay?token={bridge.token}", "POST", [f"Content-Length: {len(body)}"]))
            connection.sendall(body[:len(body) // 2])
    wait(lambda: bridge.post({"recording": recording()}).status == 200, "a recording is played")


@check("A recording whose result is never ready in time, or too large, is refused, and others are played after it")
def heavy(scene):
    head = "".join(line for line in recording().splitlines(True) if not line.startswith("E:"))
    move = "E: {0}.{1:06} 0003 0035 {2}\nE: {0}.{1:06} 0000 0000 0\n"
    down = "E: 0.000000 0003 0039 1\nE: 0.000000 0003 0035 9\nE: 0.000000 0003 0036 9\nE: 0.000000 0000 0000 0\n"
    text = head + down + "".join(
        move.format(1 + step // 1000, step % 1000 * 1000, 100 + step % 2 * 300) for step in range(250_000))
    answer = scene.bridge.post({"recording": text, "configuration": CONFIGURATION})
    assert answer.status == 422, (answer.status, len(answer.body))
    message = json.loads(answer.body)["message"]
    assert message in ("it takes more than 10 seconds", "it makes more than 16 MiB of output"), message
    assert scene.bridge.post({"recording": recording()}).status == 200


@check("The view's recording may come by a pipe; one of more than 16 MiB is refused, with the limit")
def piped(scene):
    pipe, large = scene.folder / "pipe", scene.folder / "large.evemu"
    os.mkfifo(pipe, 0o666)
    pipe.chmod(0o666)
    text = recording()
    writer = threading.Thread(target=lambda: pipe.write_text(text), daemon=True)
    writer.start()
    with scene.other("--recording", pipe) as bridge:
        assert bridge.get(f"/recording?token={bridge.token}").body == text.encode()
    with large.open("wb") as file:
        file.truncate(17 * 1024 * 1024)
    large.chmod(0o644)
    status, errors = scene.other("--recording", large).refusal()
    assert status == 1 and "it has more than 16777216 bytes" in errors, (status, errors)


@check("Nothing of a recording stays in a file, and gesturectl gets no socket of the server")
def files(scene):
    before = temporary()
    listing = scene.folder / "listing"
    listing.touch()
    os.chmod(listing, 0o666)
    with bridge_whose_gesturectl(scene, f"ls -l /proc/$$/fd >>{listing}") as bridge:
        with bridge.web_socket() as page:
            page.line()
            assert bridge.post({"recording": recording(), "configuration": CONFIGURATION}).status == 200
        opened = listing.read_text()
        assert opened.count("gestured-web-") >= 8 and "socket:" not in opened, opened
        wait(lambda: temporary() <= before, "files are gone")
