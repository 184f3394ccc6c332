"""Checks of what applications of Debian 13 see of an intercepted panel: sway's client, and Chromium's page.

`run-debian13` runs them. Debian 12's compositors cannot: a cancel goes no further than cage or sway 1.7 there.
"""

import contextlib
import http.server
import os
import re
import threading
import time
import urllib.parse

from interception.application_checks import OTHER, SWIPE, kinds, seen_as_panel, shows_tap
from interception.applications import intercepted, sway
from interception.interception_checks import standing
from interception.output_checks import clone_of
from scene import PROJECT, check, configured, read, stopped, until, written

SYSTEM = os.environ["DEBIAN13"]
PAGE = """<!DOCTYPE html><style>html, body { height: 100%; margin: 0; touch-action: none }</style><script>
let count = 0, last = Promise.resolve()
const tell = (...words) => last = last.then(() => fetch("/" + encodeURIComponent(words.join(" ")), { method: "POST" }))
for (const kind of ["pointerdown", "pointerup", "pointercancel", "click"])
    addEventListener(kind, event => tell(kind, (event.clientX / innerWidth).toFixed(2)))
onload = () => tell("loaded")
</script>"""


class Page(http.server.ThreadingHTTPServer):
    """A page that reports what it sees: each event is [kind, x], with x as a fraction of the page's width."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.events = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with the page, and takes its reports."""

    def do_GET(self):
        self.answer(PAGE.encode())

    def do_POST(self):
        self.server.events.append(urllib.parse.unquote(self.path[1:]).split())
        self.answer(b"")

    def answer(self, content):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@check("Debian 13: under sway a client gets a cancel of the clone as wl_touch.cancel, and no up; the next finger works")
def _(panel):
    with sway(SYSTEM) as client:
        with seen_as_panel(client, panel) as clone:
            clone.move(SWIPE)
            clone.cancel(0)
            clone.tap()
            assert kinds(client.touches(clone)) == [("down", 0), ("motion", 0), ("cancel",), ("down", 0), ("up", 0)]
            # wl_touch.cancel is for all touches of a client: sway says nothing more of the other one.
            clone.move(SWIPE, OTHER)
            clone.cancel(0)
            clone.drag(((0.7, 0.3), (0.8, 0.3)), first=1)
            assert kinds(client.touches(clone)) == [("down", 0), ("down", 1), ("motion", 0), ("cancel",)]
            clone.move(SWIPE)
        # Released with a finger down: it is cancelled, and the panel is the compositor's at once.
        until(lambda: shows_tap(client, panel), "sway has the panel's tap")
        assert kinds(client.events()[client.start:])[:3] == [("down", 0), ("motion", 0), ("cancel",)]


@contextlib.contextmanager
def kiosk():
    """Meanwhile the service has the configuration that is shipped, and that of administer.md for a kiosk."""
    section = read(f"{PROJECT}/docs/administer.md").split("### Keep touches from applications")[1]
    drop_in = re.search(r"```yaml drop-in\n(.*?)```", section, re.S).group(1)
    with configured(read(f"{PROJECT}/config/gestured.yaml")), written(
            "/etc/gestured/gestured.yaml.d/50-kiosk.yaml", drop_in, "systemctl", "reload", "gestured"):
        yield


@contextlib.contextmanager
def chromium():
    """Chromium in kiosk mode under sway, with the page, which has loaded; a panel must be there."""
    page, start = Page(), time.monotonic()
    with sway(SYSTEM, "/usr/lib/chromium/chromium", "--kiosk", "--ozone-platform=wayland", "--no-sandbox",
              "--disable-gpu", "--no-first-run", f"http://127.0.0.1:{page.server_port}/"):
        until(lambda: ["loaded"] in page.events, "the page is loaded", 900)
        print(f"     (sway and Chromium: {time.monotonic() - start:.1f} s)")
        yield page


def mark(page, panel, x):
    """Taps at x until the page has a click there: it has everything that came before it, too."""

    def has_tap():
        panel.tap(x)
        time.sleep(1)
        return any(kind == "click" and abs(float(at) - x) < 0.02 for kind, at in page.events[1:])

    until(has_tap, f"the page has a tap at {x}")


@check("Debian 13: a page with administer.md's configuration has no edge swipe, swipes are cancelled, and taps come")
def _(scene):
    with kiosk():
        panel = scene.panel("ed-elan-touchscreen")
        until(lambda: standing(scene, panel).get("clone"), "the panel is intercepted")
        client = scene.client()
        with chromium() as page:
            mark(page, panel, 0.5)
            mark(page, panel, 0.6)
            count = len(page.events)
            panel.drag(((0.001, 0.5), (0.4, 0.5)))
            until(lambda: client.until_answered() or client.gestures(recognizer="back", state="ended"), "an edge swipe")
            mark(page, panel, 0.7)
            assert {at for _, at in page.events[count:]} <= {"0.60", "0.70"}, page.events[count:]
            count = len(page.events)
            panel.drag(*(((0.2, each), (0.8, each)) for each in (0.3, 0.5, 0.7)), frame=0)
            client.wait_for(recognizer="pages")
            mark(page, panel, 0.9)
            swipe = [kind for kind, at in page.events[count:] if at not in ("0.70", "0.90")]
            assert swipe == ["pointerdown"] * 3 + ["pointercancel"] * 3, page.events[count:]
            with stopped():
                panel.fingers({0: panel.at(0.3, 0.5)})
                start = time.monotonic()
                until(lambda: clone_of(panel) is None, "the clone is gone")
                print(f"     given back after {time.monotonic() - start:.2f} s")
                panel.fingers({})
                mark(page, panel, 0.1)


@check("Debian 13: a page in Chromium's kiosk mode gets pointercancel for a finger that is cancelled, and no click")
def _(panel):
    with chromium() as page, intercepted(panel) as clone:
        mark(page, clone, 0.5)
        mark(page, clone, 0.6)
        count = len(page.events)
        clone.fingers({0: clone.at(0.3, 0.5)})
        clone.cancel(0)
        mark(page, clone, 0.7)
        # Chromium's pointercancel has no place.
        seen = [(kind, at) for kind, at in page.events[count:] if at not in ("0.60", "0.70")]
        assert seen == [("pointerdown", "0.30"), ("pointercancel", "0.00")], page.events
