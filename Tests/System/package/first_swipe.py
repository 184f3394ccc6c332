"""Check that a swipe changes the page of Chromium under sway, for a user of the installed package.

`first_swipe` starts it as root in the Debian on which it has installed gestured. The user belongs to the group gestures
and has a file of actions; the machine has a drop-in with a recognizer.
"""

import http.server
import os
import pathlib
import pwd
import re
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "actions"))
from displays import programs, sway, until  # noqa: E402

SWIPE = HERE.parents[1] / "Fixtures/demo/swipe.evemu"
DROP_IN = """\
recognizers:
  - { name: back, type: swipe, direction: left, blocks: pan }
"""
ACTIONS = """\
actions:
  - { on: back, key: alt+Left }
"""
UNIT = pathlib.Path("/lib/systemd/system/gestured.service")


class Pages(http.server.BaseHTTPRequestHandler):
    """Pages that ask for /shown/… when they are shown; a key leads from the first to the second."""

    # Chromium leaves out of its history what a page has left by itself, without a touch or a key.
    PAGE = """<script>
        onpageshow = () => fetch('/shown' + location.pathname)
        onkeydown = event => { if (event.key == 'a') location = '/second' }
    </script>"""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.PAGE.encode())

    def log_message(self, *_):
        pass


def as_user(name, *command):
    return ["setpriv", "--reuid", name, "--regid", name, "--init-groups", "--", *command]


def of_unit(name):
    """The value of a key in the service's unit."""
    found = re.search(f"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, f"{UNIT} has no {name}"
    return found[1]


def main():
    subprocess.run(["useradd", "--create-home", "--groups", "gestures", "kiosk"], check=True)
    person = pwd.getpwnam("kiosk")
    pathlib.Path("/etc/gestured/gestured.yaml.d/back.yaml").write_text(DROP_IN, encoding="utf-8")
    actions = pathlib.Path(person.pw_dir, ".config/gestured/actions.yaml")
    actions.parent.mkdir(parents=True)
    actions.write_text(ACTIONS, encoding="utf-8")
    subprocess.run(["chown", "--recursive", "kiosk:", f"{person.pw_dir}/.config"], check=True)
    for command in ["gesturectl", "check"], ["gesturectl", "check", "--actions", str(actions)]:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    with programs() as started, http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        display = sway(started, user=person.pw_uid) | {"HOME": person.pw_dir}
        chromium = started.start(
            *as_user("kiosk", "chromium", "--ozone-platform=wayland", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     "--kiosk", f"http://127.0.0.1:{server.server_port}/first"), **display)
        until(lambda: "/shown/first" in server.asked, "Chromium shows the first page", chromium)

        def leaves_the_first_page():
            # Chromium takes no key before it has the focus.
            subprocess.run(as_user("kiosk", "wtype", "a"), check=True, env=os.environ | display)
            return "/shown/second" in server.asked
        until(leaves_the_first_page, "a key leads to the second page", chromium)

        folder = pathlib.Path("/run/gestured")
        folder.mkdir()
        os.chown(folder, pwd.getpwnam(of_unit("User")).pw_uid, -1)
        gestured = started.start(
            "setpriv", "--reuid", of_unit("User"), "--regid", of_unit("Group"), "--clear-groups", "--",
            *of_unit("ExecStart").split(), "--replay", SWIPE, "--loop")
        run = started.start(*as_user("kiosk", "gesturectl", "run"), **display)
        until(lambda: server.asked.count("/shown/first") == 2, "the swipe leads back to the first page",
              chromium, gestured, run)
        server.shutdown()


if __name__ == "__main__":
    main()
