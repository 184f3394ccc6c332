"""Checks of the live view with a gestured of a script: panels that come and go; and of a page without storage."""

import json

from peer import SURFACE, Peer
from recording_checks import PANNED

RECOGNIZERS = [{"name": "tap", "type": "tap", "region": "root", "enabled": True}]


class Panels:
    """One connection of a page to a gestured with panels, on the first of which a finger lands at once."""

    def __init__(self):
        self.talk, self.surfaces, self.asked = None, [SURFACE], []

    def __call__(self, talk):
        self.talk = talk
        talk.say("hello", protocol=1, server="gestured 0.1.0", capabilities=["gestures", "touches", "attach"])
        for line in talk.lines:
            request = json.loads(line)
            asked = request.get("params", {}).get("what", request["method"])
            self.asked.append(asked)
            talk.send(id=request["id"], result=self.answer(asked))
            if asked == "subscribe":
                self.touch(1, "began", 300)

    def answer(self, asked):
        return {
            "attach": {"regions": ["gestured-view"], "recognizers": [], "surfaces": []},
            "subscribe": {"subscription": 1, "surfaces": self.surfaces, "recognizers": RECOGNIZERS, "gestures": [],
                          "touches": []},
            "surfaces": self.surfaces, "recognizers": RECOGNIZERS,
            "regions": [{"name": "root", "surface": each["name"], "frame": frame(each)} for each in self.surfaces],
            "decisions": [],
        }.get(asked, {})

    def touch(self, time, phase, x):
        location = {"x": x, "y": 400}
        self.talk.say("touch", subscription=1, surface=SURFACE["name"], time=time, touches=[
            {"id": 3, "phase": phase, "location": location, "previousLocation": location, "region": "root",
             "tapCount": 1}])

    def change(self, change, surface):
        self.surfaces = [each for each in self.surfaces if each["name"] != surface["name"]]
        if change != "removed":
            self.surfaces.append(surface)
        self.talk.say("surface", subscription=1, change=change, surface=surface)


def frame(surface):
    return {"x": 0, "y": 0, "width": surface["width"], "height": surface["height"]}


def check_panels(check, page, scene):
    panels, path = Panels(), str(scene.folder / "panels")
    peer = Peer(path)
    peer.start(panels, panels)
    with scene.web(path=path) as web:
        page.driver.get("about:blank")
        page.driver.get(web.address)
        check("panels: a finger that lands while the page asks for the regions is shown",
              lambda: page.wait_for("#panel-words", "finger 1 down"))
        second = {**SURFACE, "name": "second", "width": 800}
        panels.change("added", second)
        check("panels: one that is plugged in can be chosen", lambda: page.wait(
            lambda: surfaces(page) == ["panel", "second"]))
        check("panels: the finger on the other one stays", lambda: page.text("#panel-words") == "finger 1 down")
        page.choose("#surfaces", "second")
        check("panels: the chosen one is shown", lambda: page.wait_for("#panel-words", "no finger is down")
              and page.text("#panel-name") == "second")
        panels.change("added", {**SURFACE, "name": "third"})
        page.wait(lambda: len(surfaces(page)) == 3)
        check("panels: it stays chosen when a third one comes", lambda: page.value("#surfaces") == "second")
        panels.change("removed", second)
        check("panels: one that is unplugged is no longer offered", lambda: page.wait(
            lambda: surfaces(page) == ["panel", "third"]))
        check("panels: the finger is still down, and moves on", lambda: page.wait_for("#panel-words", "finger 1 down")
              and moved(page, panels))
        panels.touch(3, "ended", 400)
        check("panels: it lifts", lambda: page.wait_for("#panel-words", "no finger is down"))
        page.play(PANNED)
        page.choose("#chosen", "two-finger-tap")
        page.find("#mode-live").click()
        check("panels: what was chosen in the recording is no choice of the live view", lambda: page.wait_for(
            "#panel-words", "finger 1 down") and page.value("#chosen") == "tap" and not is_chosen(page))
        page.driver.get("about:blank")
    failures = peer.stop()
    check(f"panels: the script has no failures {failures or ''}", lambda: not failures)
    page.driver.get(page.address)


def surfaces(page):
    return page.run("return [...document.querySelector('#surfaces').options].map(({ value }) => value)")


def is_chosen(page):
    """Whether the user has chosen a recognizer."""
    return page.driver.execute_async_script("""
        import("/view/state.js").then(({ view }) => arguments[0](view.isChosen));""")


def moved(page, panels):
    """Whether the finger's trail begins where it has landed."""
    panels.touch(2, "moved", 400)
    return page.wait(lambda: page.driver.execute_async_script("""
        import("/view/state.js").then(({ view }) => arguments[0](view.timeline.fingers[0].points.join()));
        """) == "1,300,400,2,400,400")


def check_storage(check, page, scene):
    """A page whose browser lets it keep nothing."""
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } });
        """})
    page.driver.get("about:blank")
    page.driver.get(page.address)
    check("storage: without it, the page connects", lambda: page.wait_for("#connection", "connected to gestured"))
    page.driver.refresh()
    check("storage: also when it is loaded again", lambda: page.wait_for("#connection", "connected to gestured"))
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    page.driver.get("about:blank")
    page.driver.get(page.address)
