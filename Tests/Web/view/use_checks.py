"""Checks of how the view is used: by keyboard alone, on a phone, without colours, with less motion."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from live_checks import CONNECTED, DOWN
from page import group
from recording_checks import PANNED


@group
def check_keyboard(check, page, scene):
    def press(*keys):
        ActionChains(page.driver).send_keys(*keys).perform()

    def tab_to(identity):
        page.run("document.activeElement.blur()")
        for _ in range(60):
            press(Keys.TAB)
            if page.run("return document.activeElement.id || document.activeElement.dataset.part") == identity:
                return True
        return False

    page.play(PANNED)
    page.wait_for("#headline", "two-finger-pan")
    check("Tab reaches the file's choice", lambda: tab_to("file"))
    check("what has the focus has an outline", lambda: page.run(
        "return getComputedStyle(document.querySelector('label[for=file]')).outlineStyle") == "solid")
    check("Tab reaches the time", lambda: tab_to("time"))
    page.enter("#time", 0.3)
    press(Keys.ARROW_RIGHT)
    check.soon("an arrow moves the time", lambda: 0.3 < float(page.value("#time")) < 0.4)
    check("the time is said with the fingers", lambda: page.find("#time").get_attribute(
        "aria-valuetext").endswith("s, fingers 1, 2 down"))
    check("Tab reaches the recognizers", lambda: tab_to("chosen"))
    before = page.text("#why")
    press(Keys.ARROW_DOWN)
    check.soon("an arrow chooses another recognizer", lambda: page.text("#why") != before)
    page.choose("#chosen", "two-finger-pan")
    check("Tab reaches a threshold", lambda: tab_to("range-hysteresis"))
    press(Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_UP)
    check.says("a key moves a threshold", "#thresholds [data-part=yaml]", "hysteresis")
    check("the threshold keeps the focus when the result has come", lambda: page.wait_for(
        "#headline", "pinch") and page.run("return document.activeElement.id") == "range-hysteresis")
    check.soon("Tab reaches the YAML's button", lambda: tab_to("copy"))
    press(Keys.ENTER)
    check.soon("Enter copies the YAML, or selects it", lambda: page.text("#thresholds [data-part=copied]") != "")
    page.find("#strokes summary").send_keys(Keys.ENTER)
    check.soon("Tab reaches the button that takes a stroke from the recording", lambda: tab_to("finger"))
    press(Keys.ENTER)
    check("Enter takes it", lambda: page.wait_for("#strokes [data-part=count]", "1 drawing")
          and "type: stroke" in page.text("#strokes [data-part=yaml]"))
    page.find("#strokes summary").send_keys(Keys.ENTER)
    check("everything that can be clicked has a name", lambda: page.run("""
        return [...document.querySelectorAll("button, select, input, canvas[role], pre:not(:empty)")].every((each) =>
            each.textContent.trim() || each.ariaLabel || each.labels?.length || each.getAttribute("aria-labelledby"));
        """))


@group
def check_phone(check, page, scene):
    page.size(360, 780)
    page.run("scrollTo(0, 0)")
    check.soon("nothing is wider than the screen",
               lambda: page.run("return document.documentElement.scrollWidth") <= 360)
    check("nothing that can be used lies beside the screen", lambda: page.run("""
        return [...document.querySelectorAll("button, .button, select, input:not(#file), canvas")].every((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            return width === 0 || (left >= 0 && right <= 360);
        });"""))
    check("buttons are large enough for fingers", lambda: page.run("""
        const heights = [...document.querySelectorAll("button:not(td button), .button, select")]
            .map((each) => each.getBoundingClientRect().height);
        return heights.every((height) => height === 0 || height >= 44);"""))
    check.soon("no column's name breaks", lambda: page.run("""
        return [...document.querySelectorAll("th")].every((each) => each.firstChild && (() => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getClientRects().length === 1;
        })());"""))
    check.soon("the lanes are drawn", lambda: page.colours("#lanes", "") > 1000)


@group
def check_colours(check, page, scene):
    """States differ where all colours are the same."""
    pictures = page.run_async("""
        const done = arguments[0];
        (async () => {
            const [{ drawMark, drawSegment }, { readColours }] = await Promise.all(
                [import("/view/shapes.js"), import("/view/paint.js")]);
            const root = document.documentElement.style;
            const names = ["accent", "good", "bad", "wait", "quiet"];
            for (const name of names) root.setProperty(`--${name}`, "#000");
            readColours();
            const pictures = {};
            const marks = ["recognized", "failed", "cancelled", "ended"];
            for (const state of ["none", "possible", "waiting", "active", ...marks]) {
                const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 24 });
                const context = canvas.getContext("2d");
                if (["possible", "waiting", "active"].includes(state)) drawSegment(context, state, 4, 36, 12);
                else if (marks.includes(state)) drawMark(context, state, 20, 12);
                pictures[state] = canvas.toDataURL();
            }
            for (const name of names) root.removeProperty(`--${name}`);
            readColours();
            done(pictures);
        })();""")
    check("without them each state has its own shape", lambda:
          len(pictures) == 8 and len(set(pictures.values())) == 8)
    check("each shape has its name in the legend", lambda: page.text("#legend").replace(" ", "")
          == "possiblewaitingbeganchangedendedrecognizedatoncefailedcancelled")
    for is_dark in (False, True):
        page.size(1280, 1400, is_dark=is_dark)
        check(f"texts have a contrast of 4.5 and more ({'dark' if is_dark else 'light'})", lambda:
              min(contrasts(page).values()) >= 4.5)


def contrasts(page):
    """The contrast of each colour of texts with what lies behind it, by WCAG 2."""
    return page.run("""
        const style = getComputedStyle(document.documentElement);
        const light = (name) => {
            const value = style.getPropertyValue("--" + name).trim();
            const parts = [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16) / 255);
            const [red, green, blue] = parts.map((each) =>
                each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        const pairs = ["ink paper", "quiet paper", "quiet desk", "quiet panel", "quiet soft", "ink soft", "bad paper",
            "bad bad-soft", "good paper", "wait paper", "on-accent accent", "on-good good", "accent paper"];
        return Object.fromEntries(pairs.map((pair) => {
            const [one, other] = pair.split(" ").map(light);
            return [pair, Math.max(one, other) / Math.min(one, other)];
        }));""")


@group
def check_motion(check, page, scene):
    """The lanes of the live view move on with every frame, or where less motion is wanted, each second."""
    page.refresh()
    page.wait_for(*CONNECTED)
    page.wait_for(*DOWN)
    scene.daemon.stop()
    page.wait_for("#connection", "not connected")
    changes = []
    for is_calm in (False, True):
        page.size(1280, 1400, is_calm=is_calm)
        changes.append(page.run_async("""
            const done = arguments[0], canvas = document.querySelector("#lanes"), begin = performance.now();
            let [changes, frames, last] = [0, 0, ""];
            const look = () => {
                const now = canvas.toDataURL();
                if (now !== last) changes += 1;
                last = now;
                frames += 1;
                const seconds = (performance.now() - begin) / 1000;
                if (frames < 40) requestAnimationFrame(look);
                else done({ changes, frames, seconds });
            };
            requestAnimationFrame(look);"""))
    lively, calm = changes
    check(f"the lanes move with the time ({lively['changes']} times in {lively['frames']} frames)",
          lambda: lively["changes"] > lively["frames"] / 2)
    check(f"where less is wanted, once a second ({calm['changes']} times in {calm['seconds']:.1f} s)",
          lambda: calm["changes"] <= calm["seconds"] + 2)
    scene.daemon.start()
