"""Checks of the life of gestured-web: start, refusals to start, gestured's end and return, end."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import urllib.parse
import urllib.request

from parts import Listener, temporary, wait
from programs import AS_NOBODY, ROOT
from sentences import check

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


@check("It listens on 127.0.0.1 only")
def loopback(scene):
    port, found = f"{scene.bridge.port:04X}", []
    for name in ["tcp", "tcp6", "udp", "udp6"]:
        for line in pathlib.Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            found += [(name, local)] if local.endswith(":" + port) and state == "0A" else []
    assert found == [("tcp", f"0100007F:{port}")], found
    links = [os.readlink(each) for each in pathlib.Path(f"/proc/{scene.bridge.pid}/fd").iterdir()]
    inodes = {each[8:-1] for each in links if each.startswith("socket:")}
    listening = [line.split()[1] for name in ["tcp", "tcp6"]
                 for line in pathlib.Path(f"/proc/net/{name}").read_text().splitlines()[1:]
                 if line.split()[9] in inodes and line.split()[3] == "0A"]
    assert listening == [f"0100007F:{port}"], listening


@check("It does not run as root")
def root(scene):
    assert os.geteuid() == 0, "this needs root"
    status, errors = scene.other().refusal("env")
    assert status == 77 and "must not be root" in errors, (status, errors)


@check("A port in use is an error that says what to do")
def port_in_use(scene):
    status, errors = scene.other(port=scene.bridge.port).refusal()
    assert status == 1 and f"port {scene.bridge.port} is in use" in errors and "--port" in errors, (status, errors)


@check("A wrong port or origin on the command line is wrong usage")
def usage(scene):
    for words in [["--port", "65536"], ["--port=-1"], ["--port", "99999999999999999999"], ["--allow-origin", "*"],
                  ["--allow-origin", "null"], ["--allow-origin", "kiosk.example"], ["--nonsense"],
                  ["--allow-origin", "https://kiosk.example/"], ["--allow-origin", "https://a b"],
                  ["--allow-origin", "https://kiosk.example:443"]]:
        status, errors = scene.other(*words).refusal()
        assert status == 64 and "Error: " in errors, (words, status, errors)


@check("A folder of pages that is missing, or is none of pages, is an error with its path")
def pages(scene):
    for name in "large", "many", "/".join(["deep"] * 20):
        (scene.folder / name).mkdir(parents=True)
    (scene.folder / "large/a.png").write_bytes(bytes(5 * 1024 * 1024))
    for number in range(600):
        (scene.folder / f"many/{number}.js").touch()
    for name, words in [("missing", f"{scene.folder}/missing cannot be read: No such file"), ("large", "large/a.png"),
                        ("many", "it holds no pages"), ("deep", "it holds no pages")]:
        status, errors = scene.other(pages=scene.folder / name).refusal()
        assert status == 1 and words in errors, (status, errors)


@check("gesturectl that was built in a checkout finds its pages, or names the command that builds gestured-web")
def checkout(scene):
    root = scene.folder / "checkout"
    build, own = root / ".build/platform/debug", root / "own/kiosk"
    for folder in (build, root / "web/.build/debug", own, root / "clients"):
        folder.mkdir(parents=True)
    for folder in ("web/pages", "samples/monkey", "clients/javascript"):
        shutil.copytree(ROOT / folder, root / folder)
    (root / "web/Package.swift").touch()
    (own / "index.html").write_text("kiosk")
    shutil.copy(scene.programs / "gesturectl", build)
    subprocess.run(["chmod", "-R", "a+rX", root], check=True)
    verb = [*AS_NOBODY, build / "gesturectl", "web", "--port", "0", "--socket", scene.daemon.path]
    missing = subprocess.run(verb, capture_output=True, text=True, check=False)
    assert missing.returncode == 1, missing
    assert f"swift build --package-path {root}/web --product gestured-web" in missing.stderr, missing
    shutil.copy(scene.programs / "gestured-web", root / "web/.build/debug")
    for options, found in [([], ["/view/", "/monkey/", "/gestured/browser.js", "/view/schema.json"]),
                           (["--pages", own.parent], ["/kiosk/", "/gestured/browser.js"])]:
        process = subprocess.Popen([*verb, *options], stdout=subprocess.PIPE, text=True)
        try:
            address = process.stdout.readline().strip()
            assert urllib.parse.urlsplit(address).path == found[0], address
            for path in found:
                with urllib.request.urlopen(urllib.parse.urljoin(address, path)) as answer:
                    assert answer.status == 200 and answer.read(), path
        finally:
            process.terminate()
            process.wait()


@check("Without gesturectl it says so, and the bridge works")
def no_control(scene):
    bridge = scene.other()
    bridge.control = "/nowhere/gesturectl"
    with bridge:
        wait(lambda: any("recordings cannot be played" in line for line in bridge.errors), "a warning")
        assert bridge.post({"recording": "x"}).status == 422
        assert bridge.works()


@check("When gestured ends, WebSockets close with 1013, and work again when it is back")
def daemon_ends(scene):
    bridge = scene.bridge
    with bridge.web_socket() as page, bridge.web_socket() as other:
        page.subscribe()
        other.subscribe()
        scene.daemon.stop()
        assert page.closing() == (1013, "gestured closed the connection")
        assert other.closing() == (1013, "gestured closed the connection")
    with bridge.web_socket() as page:
        assert page.status == 101 and page.closing() == (1013, "gestured is not running")
    assert bridge.get("/view/").status == 200
    scene.daemon.start()
    scene.listener = Listener(scene.daemon.path)
    with bridge.web_socket() as page:
        page.subscribe()
        assert page.line()["params"]["seq"] == 1


def with_browser(scene, script, **environment):
    """A further bridge that opens a browser, which is a script of the shell."""
    programs = scene.folder / "programs"
    programs.mkdir(exist_ok=True)
    opener = programs / "xdg-open"
    opener.write_text(f"#!/bin/sh\n{script}\n")
    for place in scene.folder, programs, opener:
        place.chmod(0o777)
    return scene.other("--open", PATH=f"{programs}:/usr/bin:/bin", DISPLAY=":0", **environment).start()


@check("The browser is given a file that only its user can read, not the token, and the file is removed at the end")
def browser(scene):
    runtime, opened = scene.folder / "runtime", scene.folder / "opened"
    runtime.mkdir()
    runtime.chmod(0o777)
    # Renamed, so that what is there is whole.
    script = f"(echo $@; stat -c '%a' $(dirname $1); cat $1) >{runtime}/new; mv {runtime}/new {opened}"
    for number in SIGNALS:
        bridge = with_browser(scene, script, XDG_RUNTIME_DIR=str(runtime))
        wait(opened.exists, "a browser")
        arguments, mode, page = opened.read_text().splitlines()
        assert bridge.token not in arguments and arguments.startswith(str(runtime)) and mode == "700", (arguments, mode)
        assert f"url=http://127.0.0.1:{bridge.port}/view/#{bridge.token}" in page, page
        bridge.process.send_signal(number)
        assert bridge.process.wait(60) == 0
        assert not list(runtime.iterdir())
        opened.unlink()


@check("A browser that goes on has neither the port nor any other socket of the server, and is ended by a broken pipe")
def browser_goes_on(scene):
    pid = scene.folder / "lasting.pid"
    bridge = with_browser(scene, f"echo $$ >{pid}.new; mv {pid}.new {pid}; exec sleep 3600")
    wait(pid.exists, "a browser")
    number = int(pid.read_text())
    try:
        links = [os.readlink(each) for each in pathlib.Path(f"/proc/{number}/fd").iterdir()]
        assert not [each for each in links if each.startswith("socket:")], links
        ignored = re.search(r"SigIgn:\s+([0-9a-f]+)", pathlib.Path(f"/proc/{number}/status").read_text())[1]
        assert not int(ignored, 16) >> signal.SIGPIPE - 1 & 1, ignored
        bridge.process.terminate()
        assert bridge.process.wait(60) == 0
        with scene.other(port=bridge.port):
            pass
    finally:
        os.kill(number, signal.SIGKILL)


@check("SIGTERM, SIGINT and SIGHUP end it with status 0, with WebSockets and recordings under way, and no file is left")
def signals(scene):
    for number in SIGNALS:
        before, bridge = temporary(), scene.other().start()
        with bridge.web_socket() as page, bridge.connect() as half:
            page.subscribe()
            body = b'{"recording":"' + b"# a\\n" * 1_000_000 + b'"}'
            half.sendall(bridge.head(f"/replay?token={bridge.token}", "POST", [f"Content-Length: {len(body)}"]) + body)
            bridge.process.send_signal(number)
            assert bridge.process.wait(60) == 0
        wait(lambda: temporary() <= before, "files are gone")
        with scene.other(port=bridge.port):
            pass  # Nothing keeps the port.
