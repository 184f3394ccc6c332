"""Checks of the live view with a gestured of a script: panels that come and go; and of a page without storage."""

import json

from live_checks import CONNECTED
from page import group
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


@group
def check_panels(check, page, scene):
    panels, peer = Panels(), Peer(str(scene.folder / "panels"))
    peer.start(panels, panels)
    second = {**SURFACE, "name": "second", "width": 800}
    with scene.web(path=peer.path) as web:
        page.open(web.address)
        check.says("a finger that lands while the page asks for the regions is shown", "#panel-words", "finger 1 down")
        panels.change("added", second)
        check.soon("one that is plugged in can be chosen", lambda: page.options("#surfaces") == ["panel", "second"])
        check("the finger on the other one stays", lambda: page.text("#panel-words") == "finger 1 down")
        page.choose("#surfaces", "second")
        check("the chosen one is shown", lambda: page.wait_for("#panel-words", "no finger is down")
              and page.text("#panel-name") == "second")
        panels.change("added", {**SURFACE, "name": "third"})
        page.wait(lambda: len(page.options("#surfaces")) == 3)
        check("it stays chosen when a third one comes", lambda: page.value("#surfaces") == "second")
        panels.change("removed", second)
        check.soon("one that is unplugged is not offered", lambda: page.options("#surfaces") == ["panel", "third"])
        check.says("the finger is still down", "#panel-words", "finger 1 down")
        panels.touch(2, "moved", 400)
        check.soon("it moves on, and its trail begins where it has landed",
                   lambda: page.view("view.timeline.fingers[0].points.join()") == "1,300,400,2,400,400")
        panels.touch(3, "ended", 400)
        check.says("it lifts", "#panel-words", "no finger is down")
        page.play(PANNED, fresh=False)
        page.choose("#chosen", "two-finger-tap")
        page.find("#mode-live").click()
        check("what was chosen in the recording is no choice of the live view", lambda: page.wait_for(
            "#panel-words", "finger 1 down") and page.value("#chosen") == "tap" and not page.view("view.isChosen"))
        page.driver.get("about:blank")
    check.tell("panels: the script has no failures", peer.stop())
    page.driver.get(page.address)


@group
def check_storage(check, page, scene):
    """A page whose browser lets it keep nothing."""
    script = page.command("Page.addScriptToEvaluateOnNewDocument", source="""
        Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } });
        """)
    page.open(page.address)
    check.says("without it, the page connects", *CONNECTED)
    page.refresh()
    check.says("also when it is loaded again", *CONNECTED)
    page.command("Page.removeScriptToEvaluateOnNewDocument", **script)
    page.open(page.address)
