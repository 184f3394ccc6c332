"""Checks of thresholds in the view: results, refusals, values between steps, names that need quotes."""

import json

from page import group
from recording_checks import PANNED

YAML, CHANGED, COPY = (f"#thresholds [data-part={part}]" for part in ("yaml", "changed", "copy"))


@group
def check_thresholds(check, page, scene):
    page.play(PANNED)
    page.wait_for("#headline", "Recognized: two-finger-pan")
    page.choose("#chosen", "two-finger-pan")
    check.soon("a recognizer's settings are sliders", lambda: page.run(
        "return document.querySelectorAll('#thresholds input[type=range]').length") >= 3)
    for value in (12, 30, 100):
        page.enter("#range-hysteresis", value)
        wanted, outcomes = scene.replayed(PANNED, {"two-finger-pan": {"hysteresis": value}})
        check.says(f"with {value} it is what `gesturectl replay --config` says: {wanted}", "#headline", wanted)
        check.soon(f"with {value} the reasons are those of `gesturectl explain --config`",
                   lambda: all(each in page.text("#steps") for each in outcomes))
    page.enter("#range-hysteresis", 30)
    yaml = "recognizers:\n  - name: two-finger-pan\n    hysteresis: 30\n"
    check.soon("the YAML has the change", lambda: page.text(YAML) == yaml)
    check("the page says what changed", lambda: "before: began at 0.233 s" in page.text("#thresholds"))
    check("gestured takes the YAML as a drop-in",
          lambda: any(each.get("hysteresis") == 30 for each in scene.configured(yaml)["recognizers"]))
    page.find("#thresholds [data-part=reset]").click()
    check.says("undone, the result is the old one", "#headline", "two-finger-pan")


@group
def check_refused_threshold(check, page, scene):
    """A threshold that does not go with the others."""
    page.play(PANNED)
    page.choose("#chosen", "pan")
    page.enter("#range-minimumNumberOfTouches", 2)
    check.soon("the page says so, with gestured's reason",
               lambda: page.is_shown(CHANGED) and "minimumNumberOfTouches" in page.text(CHANGED))
    check("the headline does, too", lambda: page.text("#headline").startswith(
        "The recording with these thresholds was not played: "))
    check("there is no YAML to copy",
          lambda: page.text(YAML) == "" and not page.is_shown(YAML) and not page.find(COPY).is_enabled())
    page.enter("#range-minimumNumberOfTouches", 1)
    check("moved back, the old result is there", lambda: page.wait_for(
        "#headline", "Recognized: two-finger-pan") and page.is_shown("#why"))
    page.enter("#range-hysteresis", 30)
    check("another one is accepted",
          lambda: page.wait_for(YAML, "hysteresis: 30") and page.is_shown(YAML) and page.find(COPY).is_enabled())
    page.drop("notes.txt", "this is no recording\n")
    page.wait_for("#headline", "notes.txt was not played")
    page.enter("#range-hysteresis", 31)
    page.wait_for(YAML, "hysteresis: 31")
    check.soon("after a refused file, the next result has its reason",
               lambda: page.is_shown("#why") and page.text("#why") != "" and "Recognized" in page.text("#headline"))


@group
def check_rounded_threshold(check, page, scene):
    """A value between two steps of the slider."""
    output = "output[for=range-hysteresis]"
    page.play(PANNED)
    page.drop("mm.yaml", "recognizers:\n  - { name: drag, type: pan, hysteresis: 1.5mm }\n"
              "  - { name: two-finger-tap, type: tap, numberOfTouchesRequired: 2 }\n")
    page.wait(lambda: page.options("#chosen")[0] == "drag")
    page.choose("#chosen", "drag")
    check.soon("at most three decimal places are shown", lambda: page.text(output) == "9.626 pt")
    step = page.value("#range-hysteresis")
    page.enter("#range-hysteresis", 20)
    page.wait_for(YAML, "hysteresis: 20")
    page.enter("#range-hysteresis", step)
    check.soon("moved back, nothing is changed", lambda: page.text(YAML) == "" and page.text(output) == "9.626 pt")
    page.choose("#chosen", "two-finger-tap")
    page.wait_for("#why", "drag was recognized first")
    check("so it is in the advice", lambda: "hysteresis of drag, now 9.626 pt" in page.text("#help"))


@group
def check_names(check, page, scene):
    """Names that are something else in YAML without quotes."""
    names = ["null", "-", "1", "on", "drag"]
    text = "recognizers:\n" + "".join(
        f"  - {{ name: {json.dumps(name)}, type: pan, minimumNumberOfTouches: 1 }}\n" for name in names)
    page.play(PANNED)
    page.drop("names.yaml", text)
    page.wait(lambda: page.options("#chosen")[0] == names[0])
    for name in names:
        page.choose("#chosen", name)
        page.enter("#range-hysteresis", 30)
    page.wait_for(YAML, names[-1])
    yaml = page.text(YAML)
    check("the YAML of thresholds changes the recognizers that it is for", lambda: {
        each["name"]: each.get("hysteresis") for each in scene.configured(yaml, text)["recognizers"]
    } == dict.fromkeys(names, 30))
    page.run("document.querySelector('#strokes').open = true")
    page.enter("#strokes [data-part=name]", "off")
    page.find("#strokes [data-part=finger]").click()
    page.wait_for("#strokes [data-part=yaml]", "templates")
    strokes = page.text("#strokes [data-part=yaml]")
    check("the YAML of a stroke has its name, and those of the pans", lambda: [
        (each["name"], each["blocks"], {one["name"] for one in each["templates"]})
        for each in scene.configured(strokes, text)["recognizers"] if each["type"] == "stroke"
    ] == [("off", names, {"off"})])
    files = page.run("""
        return [...document.querySelectorAll("code")].map((each) => each.textContent)
            .filter((text) => text.includes("gestured.yaml.d/"));""")
    check("each YAML of the page has a file of its own",
          lambda: len(files) == 3 and len(set(files)) == 3 and all(each.endswith(".yaml") for each in files))
