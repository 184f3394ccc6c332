#!/usr/bin/env -S python3 -B
"""Tests of docs/recipes.md and of the ready files of actions, with synthetic fingers and a real broker.

    recipes.py FOLDER     FOLDER has built programs: gestured and gesturectl

Prints `ok` and `FAIL` lines, and at last how many passed. Installs missing packages.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile

from parts import PATIENCE, ROOT, Daemon, Program, blocks
from sentences import Report, wait_for

sys.path.insert(0, str(ROOT / "clients/python/tests"))
from written_recording import write_recording  # noqa: E402

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
WIDTH, HEIGHT = 2160, 1350  # of the panel, in tenths of a millimetre
PAGE = list(blocks(ROOT / "docs/recipes.md"))


def block(section, kind, part=""):
    """The block of a kind that has this in it; nothing if there is none."""
    return next((text for heading, words, text in PAGE
                 if heading == section and words == kind and part in text), "")


def line(fingers, by, frames=15):
    """Frames in which fingers that land at these places all move by this."""
    return [[(x + by[0] * step / frames, y + by[1] * step / frames) for x, y in fingers] for step in range(frames + 1)]


def pinch(count, scale, frames=15):
    """Frames in which some fingers of a hand move to or from their middle, by a factor."""
    start = hands(count)
    x, y = (sum(place[axis] for place in start) / count for axis in (0, 1))
    factors = [1 + (scale - 1) * step / frames for step in range(frames + 1)]
    return [[(x + factor * (left - x), y + factor * (top - y)) for left, top in start] for factor in factors]


def hold(count, seconds):
    return line(hands(count), (0, 0), round(60 * seconds))


def returning(fingers, by):
    """Frames in which fingers move by this and back again."""
    there = line(fingers, by)
    return there + there[::-1]


def hands(count):
    """The places of some fingers beside each other in the middle, in an arc: an even row would be filtered."""
    left = (WIDTH - 180 * (count - 1)) / 2
    return [(left + 180 * number, HEIGHT / 2 + 60 * (number - 1) ** 2) for number in range(count)]


# The recipe, what the fingers do, the recognizer, and its last state.
GESTURES = [
    ("Back in a kiosk's browser", line([(5, 700)], (600, 0)), "back", "ended"),
    ("A strip for the volume", line([(WIDTH - 40, 1000)], (0, -600), 40), "volume", "ended"),
    ("Home Assistant", line(hands(2), (0, 0), 70), "lamp", "ended"),
    ("Home Assistant", line(hands(3), (0, 400)), "blinds", "recognized"),
]

# The ready files of actions: what the fingers do, and the commands that run, with xdotool for keys.
READY = {
    "lisgd": [
        ("a finger to the right", line(hands(1), (600, 0)), ["xdotool key alt+shift+e"]),
        ("a finger to the left", line(hands(1), (-600, 0)), ["xdotool key alt+shift+r"]),
        ("a finger up", line(hands(1), (0, -400)), []),
        ("a finger from down left to up right", line([(700, 900)], (500, -500)), ["sxmo_vol.sh up"]),
        ("a finger from up right to down left", line([(1200, 400)], (-500, 500)), ["sxmo_vol.sh down"]),
        ("a finger from down right to up left", line([(1200, 900)], (-500, -500)), ["sxmo_brightness.sh up"]),
        ("a finger from up left to down right", line([(700, 400)], (500, 500)), ["sxmo_brightness.sh down"]),
        ("two fingers to the right", line(hands(2), (400, 0)), ["xdotool key alt+e"]),
        ("two fingers to the left", line(hands(2), (-400, 0)), ["xdotool key alt+r"]),
        ("two fingers up", line(hands(2), (0, -400)), ["pidof svkbd-sxmo", "svkbd-sxmo"]),
        ("two fingers down", line(hands(2), (0, 400)), ["pkill -x svkbd-sxmo"]),
    ],
    "touchegg": [
        ("three fingers up", line(hands(3), (0, -400)), ["xdotool key alt+F10"]),
        ("three fingers down", line(hands(3), (0, 400)), ["xdotool key super+h"]),
        ("three fingers to the left", line(hands(3), (-400, 0)), ["xdotool key super+Left"]),
        ("three fingers to the right", line(hands(3), (400, 0)), ["xdotool key super+Right"]),
        ("four fingers up", line(hands(4), (0, -400)), ["xdotool key super+Page_Down"]),
        ("four fingers down", line(hands(4), (0, 400)), ["xdotool key super+Page_Up"]),
        ("four fingers to the right", line(hands(4), (400, 0)), ["xdotool key super+s"]),
        ("four fingers to the left", line(hands(4), (-400, 0)), []),
        ("three fingers that meet", pinch(3, 0.6), ["xdotool key alt+F4"]),
        ("three fingers that come a little nearer", pinch(3, 0.8), []),
        ("four fingers that part", pinch(4, 1.5), ["xdotool key super+d"]),
        ("four fingers that part a little", pinch(4, 1.3), []),
        ("four fingers that meet", pinch(4, 0.6), ["xdotool key super+a"]),
        ("four fingers that come a little nearer", pinch(4, 0.8), []),
        ("a tap of two fingers", hold(2, 0.08), ["xdotool click 3"]),
        ("a tap of three fingers", hold(3, 0.08), ["xdotool click 2"]),
        ("two fingers that part", pinch(2, 3), ["xdotool key ctrl+KP_Add"] * 5),
        ("two fingers that meet", pinch(2, 0.4), ["xdotool key ctrl+KP_Subtract"] * 4),
    ],
    "phone": [
        ("a finger from the left edge", line([(5, 700)], (200, 0)), ["xdotool key alt+Left"]),
        ("a finger from the right edge", line([(WIDTH - 5, 700)], (-200, 0)), ["xdotool key alt+Left"]),
        ("a finger a little from the left edge", line([(5, 700)], (140, 0)), []),
        ("a finger from the left edge and back", returning([(5, 700)], (200, 0)), []),
        ("a finger fast from the lower edge", line([(1000, HEIGHT - 5)], (0, -250)), ["xdotool key super+a"]),
        ("a finger a little from the lower edge", line([(1000, HEIGHT - 5)], (0, -180)), []),
        ("a finger slowly from the lower edge", line([(1000, HEIGHT - 5)], (0, -250), 40), []),
        ("three fingers down", line(hands(3), (0, 400)), ["grim /home/screenshot-TIME.png"]),
        ("three fingers to the left", line(hands(3), (-400, 0)), ["xdotool key alt+Tab"]),
        ("three fingers to the right", line(hands(3), (400, 0)), ["xdotool key alt+shift+Tab"]),
    ],
    "kiosk": [
        ("a finger from the left edge", line([(5, 700)], (250, 0)), ["xdotool key alt+Left"]),
        ("a finger a little from the left edge", line([(5, 700)], (180, 0)), []),
        ("a finger from the left edge and back", returning([(5, 700)], (250, 0)), []),
        ("three fingers down", line(hands(3), (0, 400)), ["xdotool key F5"]),
        ("four fingers for 1.5 s", hold(4, 1.5), []),
        ("four fingers for 3 s", hold(4, 3), ["notify-send --expire-time=4000 Keep holding to shut down"]),
        ("four fingers for 6.5 s", hold(4, 6.5),
         ["notify-send --expire-time=4000 Keep holding to shut down", "systemctl poweroff"]),
        ("a finger up at the right edge", line([(WIDTH - 40, 1000)], (0, -300)),
         ["wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+"] * 3),
        ("a finger down at the right edge", line([(WIDTH - 40, 400)], (0, 300)),
         ["wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%-"] * 3),
    ],
}
FINGERS = 4  # The most that these gestures have.


def command(*arguments, **options):
    done = subprocess.run([str(each) for each in arguments], capture_output=True, text=True, check=False,
                          timeout=PATIENCE, **options)
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def merged(text, folder):
    """A file with the standard configuration, and this drop-in over it."""
    file = folder / "root/etc/gestured/gestured.yaml.d/50-recipe.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file = folder / "merged.yaml"
    file.write_text(command(PROGRAMS / "gesturectl", "config", "--root", folder / "root"))
    return file


def recognized(section, frames, folder):
    """The gestures that are published, as pairs of recognizer and state."""
    recording = folder / "fingers.evemu"
    write_recording(recording, frames)
    configuration = merged(block(section, "yaml drop-in"), folder)
    said = command(PROGRAMS / "gesturectl", "replay", "--json", "--config", configuration, recording)
    return [(params["recognizer"], params["state"]) for params in (
        each["params"] for each in map(json.loads, said.splitlines()) if each.get("method") == "gesture")]


def daemon(configuration, frames, pause, folder):
    """gestured with fingers that do the same again and again."""
    write_recording(folder / "again.evemu", frames, pause)
    return Daemon(PROGRAMS / "gestured", folder / "gestured.sock", folder / "again.evemu", "--config", configuration)


def environment(folder):
    """Of programs that find the daemon and replaced programs in a folder."""
    return {**os.environ, "GESTURED_SOCKET": str(folder / "gestured.sock"), "XDG_CONFIG_HOME": str(folder),
            "PATH": f"{folder}:{PROGRAMS}:{os.environ['PATH']}"}


def program(text, name, folder):
    """A program of the page as a file."""
    file = folder / name
    file.write_text(text)
    file.chmod(0o755)
    return file


def frames_of_all(name):
    """A round of a ready file's gestures: a tap at the left, then each, with taps in the middle between them."""
    def together(frames):
        still = [[None] * FINGERS] * 36
        return [places + [None] * (FINGERS - len(places)) for places in frames] + still
    between = together(hold(1, 0.08))
    parts = [between + together(frames) for _, frames, _ in READY[name]]
    return together(line([(100, 300)], (0, 0), 4)) + sum(parts, [])[len(between):]


def windows(said):
    """The commands between each two taps of the first whole round, and how many taps came after it.

    They are in the order of the gestures' times: processes may overtake each other.
    """
    rounds = [[]]
    for _, words in sorted(said, key=lambda each: each[0]):
        if words == "first-tap":
            rounds.append([[]])
        elif words == "next-tap":
            rounds[-1].append([])
        elif rounds[-1]:
            rounds[-1][-1].append(words)
    return (rounds[1], sum(map(len, rounds[2:]))) if len(rounds) > 2 else (None, 0)


def ready_run(name):
    """Runs a ready file; returns the commands of each of its gestures, and the numbers of the lines that ran."""
    wanted = [commands for _, _, commands in READY[name]]
    with tempfile.TemporaryDirectory() as path:
        folder, examples = pathlib.Path(path), ROOT / "config/examples"
        # Only these programs can run: a kiosk's actions switch the machine off.
        programs = folder / "programs"
        programs.mkdir()
        for each in "sh", "date":
            (programs / each).symlink_to(f"/bin/{each}")
        for each in {"first-tap", "next-tap", *(words.split()[0] for words in sum(wanted, []))}:
            # A keyboard that does not run yet.
            program(f'#!/bin/sh\necho "$GESTURED_TIME" {each} "$@"\n[ {each} != pidof ]\n', each, programs)
        actions = folder / "actions.yaml"
        actions.write_text((examples / f"actions/{name}.yaml").read_text() + """
  - { on: { recognizer: tap, where: { location.x: "< 50mm" } }, command: [first-tap] }
  - { on: { recognizer: tap, where: { location.x: "> 50mm" } }, command: [next-tap] }
""")
        recognizers = examples / f"recognizers/{name}.yaml"
        configuration = merged(recognizers.read_text(), folder) if recognizers.exists() else examples / f"{name}.yaml"
        with daemon(configuration, frames_of_all(name), 1.0, folder), \
                Program(PROGRAMS / "gesturectl", "run", "--config", actions, env={
                    "PATH": str(programs), "HOME": "/home", "DISPLAY": ":0",
                    "GESTURED_SOCKET": str(folder / "gestured.sock")}) as process:
            def whole_round():
                assert process.process.poll() is None, f"gesturectl has ended: {process.text()}"
                said, lines = [], set()
                for text in process.text().splitlines(keepends=True):
                    found = re.match(rf"{actions}:(\d+): ([\d.]+) (.*)\n", text)
                    assert found or not text.endswith("\n") or "is there; " in text, text
                    if found:
                        lines.add(int(found[1]))
                        said.append((float(found[2]), re.sub(r"\d{9,}", "TIME", found[3].strip())))
                done, later = windows(said)
                # What has not run after another whole round does not run.
                return (done, lines) if later > 2 and done == wanted or later > len(wanted) else None
            return wait_for(whole_round, "a whole round", 5 * PATIENCE)


# The sentences.

def check_gesture(folder, section, frames, recognizer, state):
    found = recognized(section, frames, folder)
    assert (recognizer, state) in found, found
    others = {name for name, _ in found} - {recognizer}
    assert not others, f"{others} were recognized, too: {found}"


def check_actions(folder, section, text):
    merged(block(section, "yaml drop-in"), folder)
    file = folder / "actions.yaml"
    # Whatever they run is here.
    for name in {"xdotool", *re.findall(r"\[([a-z][\w-]*)[,\]]", text)}:
        program("#!/bin/sh\n", name, folder)

    def status(words):
        file.write_text(words)
        return subprocess.run(
            [PROGRAMS / "gesturectl", "check", "--actions", file, "--root", folder / "root"], capture_output=True,
            text=True, check=False, timeout=PATIENCE,
            env={**environment(folder), "WAYLAND_DISPLAY": "", "DISPLAY": ":0"})

    done = status(text)
    assert done.returncode == 0, done.stdout + done.stderr
    for wrong in "{ on: no-recognizer, key: a }", "{ on: tap, command: [no-program] }":
        assert status(f"{text}  - {wrong}\n").returncode != 0, f"{wrong} has no problem, either"


def check_ready(name, index, run):
    done, wanted = run.result()[0], READY[name][index][2]
    assert len(done) == len(READY[name]), f"taps are missing: {done}"
    assert done[index] == wanted, f"{done[index]} ran, not {wanted}"


def check_lines(name, run):
    text = (ROOT / f"config/examples/actions/{name}.yaml").read_text()
    written = {number for number, line in enumerate(text.splitlines(), 1) if line.lstrip().startswith("- on:")}
    assert written - run.result()[1] == set(), f"lines {sorted(written - run.result()[1])} ran nothing"


def check_dark_screen(folder):
    text, log = block("Wake the screen without pressing", "sh", "swaymsg"), folder / "log"
    assert "-t 300" in text and "-t 1 " in text
    file = program(text.replace("-t 300", "-t 0.5").replace("-t 1 ", "-t 0.3 "), "dark-screen", folder)
    program(f'#!/bin/sh\necho "$@" >>{log}\n', "swaymsg", folder)
    # Nothing is intercepted here, so that gestured would refuse.
    program(f'#!/bin/sh\n[ "$*" != swallow ] || exec swaymsg swallow\nexec {PROGRAMS}/gesturectl "$@"\n',
            "gesturectl", folder)
    log.touch()
    configuration = merged(block("Wake the screen without pressing", "yaml drop-in"), folder)
    with daemon(configuration, line([(600, 600)], (0, 0), 4), 2.0, folder), \
            Program("bash", file, env=environment(folder)):
        wait_for(lambda: log.read_text().count("power on") >= 2, "off and on, twice", PATIENCE)
    # Two seconds pass between two touches.
    night = r"swallow\noutput \* power off\n(swallow\n)+output \* power on\n"
    assert re.match(night * 2, log.read_text()), log.read_text()


def check_home_assistant(folder):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    panel, names = "panel-7", ["lamp", "blinds"]
    access = [re.search(pattern, (ROOT / "docs" / file).read_text())[0] for file, pattern in (
        ("fleet.md", "pattern .*#"), ("fleet.md", "topic read .*#"), ("recipes.md", "topic write homeassistant/#"))]
    (folder / "access").write_text("\n".join([access[0], "user home", *access[1:], "topic read homeassistant/#", ""]))
    for create, user in (["-c"], panel), ([], "home"):
        command("mosquitto_passwd", *create, "-b", folder / "passwords", user, "secret")
    (folder / "broker.conf").write_text(
        f"user root\nlistener {port} 127.0.0.1\nallow_anonymous false\npassword_file {folder}/passwords\n"
        f"acl_file {folder}/access\n")
    for name, user in ("mosquitto_pub", "home"), ("mosquitto_sub", "home"), ("broker", panel):
        (folder / name).write_text(f"--port {port}\n--username {user}\n--pw secret\n")
    file = program(block("Home Assistant", "sh"), "panel-home", folder)
    configuration = merged(block("Home Assistant", "yaml drop-in"), folder)
    with Program("/usr/sbin/mosquitto", "-c", folder / "broker.conf"), \
            daemon(configuration, line(hands(3), (0, 400)), 1.0, folder):
        wait_for(lambda: not socket.socket().connect_ex(("127.0.0.1", port)), "the broker listens", PATIENCE)
        command(file, panel, *names, env=environment(folder))
        topic = f"homeassistant/event/{panel}/gesture/config"
        announced = json.loads(command("mosquitto_sub", "-C", 1, "--topic", topic, env=environment(folder)))
        with Program("/usr/bin/python3", "-B", ROOT / "clients/mqtt/gestured_mqtt.py", "--panel", panel,
                     f"@{folder}/broker", env=environment(folder)):
            state, presence = (command("mosquitto_sub", "-C", 1, "--topic", announced[topic], env=environment(folder))
                               for topic in ("state_topic", "availability_topic"))
    assert announced["event_types"] == names and announced["device"]["identifiers"], announced
    assert presence == "online\n", presence
    event = json.loads(rendered(announced["value_template"], state))
    assert event == {"event_type": "blinds", "surface": "panel", "region": "root"}, (state, event)
    # Home Assistant ignores what becomes an empty text.
    for other in '{"recognizer":"tap","state":"recognized"}', '{"lost":3,"at":1.5}':
        assert not rendered(announced["value_template"], other), other


def rendered(template, message):
    """What a template of Home Assistant makes of a message."""
    return command("/usr/bin/python3", "-c", "import jinja2, json, sys; print(end=jinja2.Template(sys.argv[1]).render("
                   "value_json=json.loads(sys.argv[2])))", template, message)


def in_folder(check, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder), *arguments)


def main():
    subprocess.run([ROOT / "scripts/prerequisites", "mosquitto", "mosquitto-clients", "jq", "python3-paho-mqtt",
                    "python3-jinja2"], check=True)
    report = Report()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        # They mostly wait for fingers.
        names = {file.stem for file in (ROOT / "config/examples/actions").iterdir()}
        # mouse.yaml runs no commands: Tests/System/hands tries it.
        runs = {name: pool.submit(ready_run, name) for name in sorted(names - {"mouse"})}
        for section, frames, recognizer, state in GESTURES:
            report.check(f"{section}: {recognizer} is {state}, and nothing else",
                         in_folder, check_gesture, section, frames, recognizer, state)
        for section, words, text in PAGE:
            if words == "yaml actions":
                report.check(f"{section}: the actions have no problem with the drop-in",
                             in_folder, check_actions, section, text)
        report.check("a dark screen has gestured swallow a touch, is lit by it, and goes dark again",
                     in_folder, check_dark_screen)
        report.check("Home Assistant receives the panel's event, and each gesture", in_folder, check_home_assistant)
        for name, run in runs.items():
            for index, (what, _, wanted) in enumerate(READY[name]):
                report.check(f"{name}.yaml: {what}: {', '.join(dict.fromkeys(wanted)) or 'nothing'}",
                             check_ready, name, index, run)
            report.check(f"{name}.yaml: every action has a gesture here", check_lines, name, run)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
