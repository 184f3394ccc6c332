"""Checks of recordings in the view: what came, why the rest did not, attempts, files that are none."""

import recordings
from live_checks import CONNECTED
from page import group
from programs import RECORDINGS

PANNED = "ed-atmel-mxt-2f-touch.evemu"


@group
def check_recording(check, page, scene):
    page.play(PANNED)
    check.says("the headline says what was recognized", "#headline", "Recognized: two-finger-pan")
    check("the missed tap is chosen without being asked", lambda: page.value("#chosen") == "two-finger-tap")
    check("one sentence says why the tap did not come, and the number behind it", lambda:
          "two-finger-tap failed: two-finger-pan was recognized first" in page.text("#why")
          and "moved 11.4 pt (1.8 mm), 10.0 needed" in page.text("#why"))
    check("the page says what helps",
          lambda: "Move the fingers less, or raise hysteresis of two-finger-pan" in page.text("#help"))
    page.find("#help button").click()
    check("a button leads to the threshold that decided", lambda: page.run(
        "return document.activeElement.id") == "range-hysteresis" and page.value("#chosen") == "two-finger-pan")
    page.choose("#chosen", "two-finger-tap")
    check("the rest has its reasons, too",
          lambda: "tap, long-press and pan failed: touched with 2 fingers, 1 allowed" in page.text("#rest"))
    check("no finger is said to have come too late", lambda: "landed" not in page.text("#why"))
    page.enter("#time", 0.01)
    check.says("the slider shows the beginning", "#panel-words", "finger 1 down")
    page.enter("#time", 0.7)
    check.says("the slider shows the end", "#panel-words", "fingers 1, 2 down")
    check.soon("the fingers are at the places of the recording",
               lambda: all(is_finger_at(page, each) for each in scene.places(PANNED, 0.7)))
    page.find("#play").click()
    check.soon("it plays to its end",
               lambda: page.text("#play") == "Play" and page.text("#now") == "0.824 s of 0.824 s")
    words = [line.split("  failed: ")[1] for line in scene.control("explain", RECORDINGS / PANNED).splitlines()
             if "  failed: " in line]
    check("the reasons are those of `gesturectl explain`",
          lambda: words and all(each in page.text("#steps") for each in words))


@group
def check_two_panels(check, page, scene):
    """A recording of two panels, of which each can be chosen."""
    page.play("../texts/pen-and-panels.yml")
    check("both are offered, and the first that was touched is shown", lambda: page.is_shown("#surfaces")
          and page.options("#surfaces") == ["other-panel", "sample-finger"]
          and page.text("#panel-name").startswith("other-panel"))
    for name in "sample-finger", "other-panel":
        page.choose("#surfaces", name)
        check.soon(f"{name} can be chosen, and its attempt is shown", lambda: page.text(
            "#panel-name").startswith(name) and page.text("#headline") == "Recognized: tap")
    page.play(PANNED, fresh=False)
    check("nothing is offered where there is one", lambda: not page.is_shown("#surfaces"))


@group
def check_fingers_needed(check, page, scene):
    """The advice for recognizers that never had their fingers, whatever was recognized first."""
    for configured, file, help in (
        ("{ name: zoom, type: transform, minimumNumberOfTouches: 10 }", "ed-ep0430m09-4f-drag-down", "Use 10 fingers."),
        ("{ name: zoom, type: pan, minimumNumberOfTouches: 3 }", PANNED[:-6], "Use 3 fingers."),
        ("{ name: zoom, type: swipe, numberOfTouchesRequired: 4 }", PANNED[:-6], "Use 4 fingers."),
        ("{ name: zoom, type: pinch }", "ed-ep0430m09-1f-updown", "Use 2 fingers."),
        ("{ name: zoom, type: screenEdgePan, edges: left }", "ed-ep0430m09-1f-updown",
         "Begin nearer to the edge, or raise edgeWidth of zoom, now 20 pt."),
        # How much a share of the panel is, the page does not know.
        ("{ name: zoom, type: screenEdgePan, edges: left, edgeWidth: 2% }", "ed-ep0430m09-1f-updown",
         "Begin nearer to the edge."),
    ):
        page.play(f"{file}.evemu")
        others = "{ name: turn, type: rotation }, { name: go, type: pan }"
        page.drop("own.yaml", f"recognizers: [{configured}, {others}]")
        page.wait(lambda: "zoom" in page.options("#chosen"))
        page.choose("#chosen", "zoom")
        check(f"{configured}: the page names the obstacle", lambda: page.text("#help").startswith(help))


def is_finger_at(page, place):
    """Whether the panel's picture has a finger's colour at a place, which is a share of its sides."""
    return page.run("""
        const [canvas, [x, y]] = [document.querySelector("#panel"), arguments[0]];
        const margin = 14, [width, height] = [canvas.clientWidth, canvas.clientHeight];
        const [panelWidth, panelHeight] = arguments[1];
        const scale = Math.min((width - 2 * margin) / panelWidth, (height - 2 * margin) / panelHeight);
        const at = [width / 2 + (x - 0.5) * panelWidth * scale - 10, height / 2 + (y - 0.5) * panelHeight * scale];
        const [red, green, blue] = canvas.getContext("2d").getImageData(...at.map(Math.round), 1, 1).data;
        const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
        return accent === "#" + [red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("");
        """, place, [789.8, 473.9])


@group
def check_newcomer(check, page, scene):
    """Two-finger taps that do not come: the page answers before anything is touched."""
    for name, text, reason, help in (
        ("a finger that slides", recordings.moved_finger(),
         "two-finger-tap failed: pinch was recognized first", "Move the fingers less, or raise hysteresis of pinch"),
        ("a second finger that comes late", recordings.late_second_finger(),
         "two-finger-tap failed: long-press was recognized first",
         "Land all fingers together, or raise minimumPressDuration of long-press"),
    ):
        page.refresh()
        page.size(1280, 800)
        page.drop("two-finger-tap.evemu", text)
        check.says(f"{name}: the reason is said", "#why", reason)
        check.says(f"{name}: the page says what helps", "#help", help)
        check(f"{name}: it is on the first screen, with panel and lanes", lambda: page.run("""
            return ["why", "help", "panel", "lanes"].every((id) => {
                const { top, bottom } = document.getElementById(id).getBoundingClientRect();
                return top >= 0 && bottom <= innerHeight;
            });"""))
        check.soon(f"{name}: the lane has a cross, and the reason beside it",
                   lambda: lane_texts(page).get("two-finger-tap", "").endswith("was recognized first"))
        check(f"{name}: the panel shows the finger", lambda: page.colours("#panel", "accent") > 300)
    check("a finger that came too late is named, with its time",
          lambda: "Finger 2 landed later, at 0.600 s." in page.text("#why"))


def lane_texts(page):
    """What is written in the lanes, by recognizer, since the first call."""
    return page.run("""
        const context = document.querySelector("#lanes").getContext("2d"), { fillText } = context;
        const names = [...document.querySelector("#chosen").options].map(({ value }) => value);
        if (!window.laneTexts) {
            window.laneTexts = {};
            context.fillText = (text, x, y, ...rest) => {
                const row = names[Math.floor((y - 26) / 32)];
                if (row && row !== text) laneTexts[row] = text;
                fillText.call(context, text, x, y, ...rest);
            };
        }
        dispatchEvent(new Event("repaint"));
        return laneTexts;""")


@group
def check_faults(check, page, scene):
    page.refresh()
    for title, name, content, times, words in (
        ("that is no recording", "notes.txt", "this is no recording\n", 1, "notes.txt was not played: "),
        ("that is empty", "empty.evemu", "", 1, "it is empty"),
        ("of bytes", "photo.jpg", "\0\1\2", 1, "it is not text"),
        ("that is larger than 16 MiB", "long.evemu", "E: 0.000001 0000 0000 0\n", 800_000, "larger than 16 MiB"),
        ("of a keyboard", "keyboard.evemu", "# EVEMU 1.3\nN: Keyboard\nI: 0003 046d c31c 0110\n", 1,
         "keyboard.evemu was not played: "),
    ):
        page.drop(name, content, times)
        check(f"a file {title} is refused in words", lambda: page.wait_for("#headline", words)
              and len(page.text("#headline")) < 400 and page.text("#why") == "")
    page.refresh()
    page.drop("gestured.yaml", "recognizers: []\n")
    check.says("a configuration before a recording is refused in words", "#headline", "open a recording first")
    page.drop("dropped.evemu", (RECORDINGS / "ed-isdv4e6-2fg-tap.evemu").read_text(encoding="utf-8"))
    check.says("after them, a recording that is dropped is played", "#headline", "Recognized: two-finger-tap")
    made = RECORDINGS.parent / "libinput/pinch-and-tap.yml"
    recognized = scene.recognized(made)
    page.drop("tap.yml", made.read_text(encoding="utf-8"))
    check("a file of `libinput record`, which is YAML, is played as a recording", lambda: page.wait(
        lambda: page.text("#connection") == "tap.yml") and page.text("#headline") == recognized)
    page.drop("gestured.yaml", "recognizers:\n  - { name: tap, type: tip }\n")
    check.says("a wrong configuration is refused with its line", "#headline", "configuration:2")


@group
def check_attempts(check, page, scene):
    page.play("ed-isdv4e6-double-tap-center.evemu")
    page.wait_for("#headline", "Recognized: tap")
    page.drop("waiting.yaml", "recognizers:\n  - { name: select, type: tap, requireToFail: open }\n"
              "  - { name: open, type: tap, numberOfTapsRequired: 3 }\n")
    check.says("a YAML file is the configuration that a recording is played with", "#headline", "Recognized: select")
    check.soon("a lane shows that a recognizer waits", lambda: page.colours("#lanes", "wait") > 60)
    check.says("a tap too few has its advice", "#help",
               "Tap again sooner, or raise maximumIntervalBetweenSuccessiveTaps of open, now 0.35 s.")
    page.play("xit-nexus4-nobtn.evemu")
    attempts = page.options("#attempt")
    check("several attempts can be chosen", lambda: len(attempts) > 2)
    before = page.text("#why")
    page.choose("#attempt", attempts[2])
    check("an attempt has its own reasons", lambda: page.text("#why") not in ("", before))


@group
def check_served(check, page, scene):
    """A recording that gestured-web was started with."""
    with scene.web("--recording", str(RECORDINGS / "ed-isdv4e6-2fg-tap.evemu")) as web:
        page.driver.get(f"{web.origin}/view/#{web.token}&recording")
        check.says("the recording of the server is opened", "#headline", "Recognized: two-finger-tap")
        check("it has its name", lambda: "ed-isdv4e6-2fg-tap.evemu" in page.text("#connection"))
        check("the token is no longer in the address", lambda: web.token not in page.driver.current_url)
        page.refresh()
        check.says("it is there again after a reload", "#headline", "Recognized: two-finger-tap")
        page.find("#mode-live").click()
        check.says("the live view is a click away", *CONNECTED)
    page.open(page.address)
