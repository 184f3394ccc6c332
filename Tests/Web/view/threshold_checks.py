"""Checks of thresholds in the view: results, refusals, values between steps, names that need quotes."""

import json

from recording_checks import PANNED


def check_thresholds(check, page, scene):
    page.driver.refresh()  # Without the configuration of earlier checks.
    page.play(PANNED)
    page.wait_for("#headline", "Recognized: two-finger-pan")
    page.choose("#chosen", "two-finger-pan")
    check("thresholds: a recognizer's settings are sliders", lambda: page.wait(
        lambda: page.run("return document.querySelectorAll('#thresholds input[type=range]').length") >= 3))
    for value in (12, 30, 100):
        page.set_range("#range-hysteresis", value)
        wanted, outcomes = scene.replayed(PANNED, {"two-finger-pan": {"hysteresis": value}})
        check(f"thresholds: with {value} it is what `gesturectl replay --config` says: {wanted}",
              lambda: page.wait_for("#headline", wanted))
        check(f"thresholds: with {value} the reasons are those of `gesturectl explain --config`",
              lambda: page.wait(lambda: all(each in page.text("#steps") for each in outcomes)))
    page.set_range("#range-hysteresis", 30)
    yaml = "recognizers:\n  - name: two-finger-pan\n    hysteresis: 30\n"
    check("thresholds: the YAML has the change", lambda: page.wait(
        lambda: page.text("#thresholds [data-part=yaml]") == yaml))
    check("thresholds: the page says what changed", lambda: "before: began at 0.233 s" in page.text("#thresholds"))
    page.picture("thresholds")
    check("thresholds: gestured takes the YAML as a drop-in", lambda: any(
        each.get("hysteresis") == 30 for each in scene.configured(yaml)["recognizers"]))
    page.find("#thresholds [data-part=reset]").click()
    check("thresholds: undone, the result is the old one", lambda: page.wait_for("#headline", "two-finger-pan"))


def output(page, key):
    return page.text(f"output[for=range-{key}]")


def check_refused_threshold(check, page, scene):
    """A threshold that does not go with the others."""
    page.driver.refresh()
    page.play(PANNED)
    page.choose("#chosen", "pan")
    yaml = "#thresholds [data-part=yaml]"
    page.set_range("#range-minimumNumberOfTouches", 2)
    check("refused threshold: the page says so, with gestured's reason", lambda: page.wait(
        lambda: page.is_shown("#thresholds [data-part=changed]")
        and "minimumNumberOfTouches" in page.text("#thresholds [data-part=changed]")))
    check("refused threshold: the headline does, too", lambda: page.text("#headline").startswith(
        "The recording with these thresholds was not played: "))
    check("refused threshold: there is no YAML to copy", lambda: page.text(yaml) == "" and not page.is_shown(yaml)
          and not page.find("#thresholds [data-part=copy]").is_enabled())
    page.set_range("#range-minimumNumberOfTouches", 1)
    check("refused threshold: moved back, the old result is there", lambda: page.wait_for(
        "#headline", "Recognized: two-finger-pan") and page.is_shown("#why"))
    page.set_range("#range-hysteresis", 30)
    check("refused threshold: another one is accepted", lambda: page.wait_for(yaml, "hysteresis: 30")
          and page.is_shown(yaml) and page.find("#thresholds [data-part=copy]").is_enabled())
    page.drop("notes.txt", "this is no recording\n")
    page.wait_for("#headline", "notes.txt was not played")
    page.set_range("#range-hysteresis", 31)
    page.wait_for(yaml, "hysteresis: 31")
    check("faults: after a refused file, the next result has its reason", lambda: page.wait(
        lambda: page.is_shown("#why") and page.text("#why") != "" and "Recognized" in page.text("#headline")))


def check_rounded_threshold(check, page, scene):
    """A value between two steps of the slider."""
    page.driver.refresh()
    page.play(PANNED)
    page.drop("mm.yaml", "recognizers:\n  - { name: drag, type: pan, hysteresis: 1.5mm }\n"
              "  - { name: two-finger-tap, type: tap, numberOfTouchesRequired: 2 }\n")
    page.wait(lambda: page.run("return [...document.querySelector('#chosen').options][0].value") == "drag")
    page.choose("#chosen", "drag")
    check("rounded threshold: at most three decimal places are shown", lambda: page.wait(
        lambda: output(page, "hysteresis") == "9.626 pt"))
    step = page.value("#range-hysteresis")
    page.set_range("#range-hysteresis", 20)
    page.wait_for("#thresholds [data-part=yaml]", "hysteresis: 20")
    page.set_range("#range-hysteresis", step)
    check("rounded threshold: moved back, nothing is changed", lambda: page.wait(
        lambda: page.text("#thresholds [data-part=yaml]") == "" and output(page, "hysteresis") == "9.626 pt"))
    page.choose("#chosen", "two-finger-tap")
    page.wait_for("#why", "drag was recognized first")
    check("rounded threshold: so it is in the advice", lambda: "hysteresis of drag, now 9.626 pt" in page.text("#help"))


def check_names(check, page, scene):
    """Names that are something else in YAML without quotes."""
    names = ["null", "-", "1", "on", "drag"]
    text = "recognizers:\n" + "".join(
        f"  - {{ name: {json.dumps(name)}, type: pan, minimumNumberOfTouches: 1 }}\n" for name in names)
    page.driver.refresh()
    page.play(PANNED)
    page.drop("names.yaml", text)
    page.wait(lambda: page.run("return [...document.querySelector('#chosen').options][0].value") == names[0])
    for name in names:
        page.choose("#chosen", name)
        page.set_range("#range-hysteresis", 30)
    page.wait_for("#thresholds [data-part=yaml]", names[-1])
    yaml = page.text("#thresholds [data-part=yaml]")
    check("names: the YAML of thresholds changes the recognizers that it is for", lambda: {
        each["name"]: each.get("hysteresis") for each in scene.configured(yaml, text)["recognizers"]
    } == dict.fromkeys(names, 30))
    page.run("document.querySelector('#strokes').open = true")
    page.run("""
        const name = document.querySelector("#strokes [data-part=name]");
        name.value = "off";
        name.dispatchEvent(new Event("input"));""")
    page.find("#strokes [data-part=finger]").click()
    page.wait_for("#strokes [data-part=yaml]", "templates")
    strokes = page.text("#strokes [data-part=yaml]")
    check("names: the YAML of a stroke has its name, and those of the pans", lambda: [
        (each["name"], each["blocks"], {one["name"] for one in each["templates"]})
        for each in scene.configured(strokes, text)["recognizers"] if each["type"] == "stroke"
    ] == [("off", names, {"off"})])
    files = page.run("""
        return [...document.querySelectorAll("code")].map((each) => each.textContent)
            .filter((text) => text.includes("gestured.yaml.d/"));""")
    check("names: each YAML of the page has a file of its own",
          lambda: len(files) == 3 and len(set(files)) == 3 and all(each.endswith(".yaml") for each in files))
    page.driver.refresh()
