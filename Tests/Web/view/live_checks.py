"""Checks of the live view: fingers, lanes and reasons, rights that are missing, a daemon that comes and goes."""

import os

import recordings
from page import group
from programs import NOBODY


def access(*rights):
    return f"access:\n  - {{ user: {NOBODY}, allow: [{', '.join(rights)}] }}\n"


RECOGNIZERS = """recognizers:
  - { name: tap, type: tap }
  - { name: two-finger-tap, type: tap, numberOfTouchesRequired: 2 }
  - { name: pan, type: pan, maximumNumberOfTouches: 1 }
  - { name: two-finger-pan, type: pan, minimumNumberOfTouches: 2 }
  - { name: edge-tap, type: tap, region: edge }
regions:
  - { name: edge, frame: { x: 0%, y: 0%, width: 15%, height: 100% } }
"""
CONFIGURATION = RECOGNIZERS + access("gestures", "touches", "attach")
CONNECTED = "#connection", "connected to gestured"
DOWN = "#panel-words", "fingers 1, 2 down"


@group
def check_live(check, page, scene):
    check.says("the page connects and says so", *CONNECTED)
    check("the token is no longer in the address", lambda: "#" not in page.driver.current_url)
    check.soon("there is a lane for each recognizer", lambda: page.options("#chosen") == [
        "tap", "two-finger-tap", "pan", "two-finger-pan", "edge-tap"])
    check("no right is missing", lambda: page.member("#rights", "hidden"))
    check.says("fingers are said", *DOWN)
    check.soon("fingers are drawn", lambda: page.colours("#panel", "accent") > 300)
    check.soon("a gesture under way is drawn in its lane", lambda: page.colours("#lanes", "good") > 100)
    check.soon("a failure is drawn in its lane", lambda: page.colours("#lanes", "bad") > 20)
    check.says("the reason of a failure is said", "#steps", "touched with 2 fingers, 1 allowed")
    check.says("the rest has its reasons, too", "#rest", "touched with 2 fingers")
    check.soon("fingers stay visible during a gesture", lambda: "down" in page.text("#panel-words")
               and "Recognized: two-finger-pan" in page.text("#headline") and page.colours("#panel", "accent") > 300)
    page.choose("#chosen", "two-finger-tap")
    check.says("the missed tap has its reason", "#why", "two-finger-pan was recognized first")


@group
def check_missed(check, page, scene):
    """A two-finger tap that has not come, before anybody has chosen anything."""
    scene.configure(CONFIGURATION, recordings.missed_tap())
    page.refresh()
    check.soon("when the fingers have lifted, the tap is chosen without being asked", lambda:
               page.value("#chosen") == "two-finger-tap" and "two-finger-pan was recognized first" in page.text("#why"))
    check("what came instead is said, though it was over in a tenth of a second, with its reason", lambda:
          page.wait_for("#headline", "Recognized: two-finger-pan") and page.wait_for("#why", "two-finger-pan began: "))
    check("the page says how thresholds can be tried", lambda: page.text("#help") ==
          "To try other thresholds, record it: sudo gesturectl record > panel.evemu, and open the file here.")
    check.soon("the ages of the steps advance while nothing happens", lambda: page.text(
        "#panel-words") == "no finger is down" and float(page.text("#steps td").split()[0]) > 1.5)
    page.choose("#chosen", "edge-tap")
    attempt = "view.timeline?.sequenceStart ?? 0"
    before = page.view(attempt)
    page.wait(lambda: page.view(attempt) > before)
    page.wait_for("#panel-words", "no finger is down")
    page.wait(lambda: page.run("return document.querySelectorAll('#steps tr.failed').length > 0"))
    check("what the user has chosen stays", lambda: page.value("#chosen") == "edge-tap")
    scene.configure(CONFIGURATION, scene.recording)
    page.refresh()


@group
def check_restart(check, page, scene):
    page.wait_for(*DOWN)  # Meanwhile the page asks for reasons again and again.
    scene.daemon.stop()
    check.says("the page says that gestured has gone", "#connection", "not connected")
    check.says("fingers are no longer said to be down", "#panel-words", "no finger")
    scene.daemon.start()
    check.says("the page connects again", *CONNECTED)
    check("fingers are drawn again", lambda: page.wait_for(*DOWN) and page.wait(
        lambda: page.colours("#panel", "accent") > 300))
    check.says("reasons are said again", "#steps", "touched with 2 fingers, 1 allowed")


@group
def check_token(check, page, scene):
    """A server that was started again at the same port has another token."""
    with scene.web() as web:
        page.driver.get(web.address)
        check.says("the page connects", *CONNECTED)
        web.stop()
        check.says("the page says that the server has gone", "#connection",
                   "not connected: no answer from the server; trying again")
        web.start()
        check("the page says that another address is needed", lambda: page.wait_for(
            "#connection", "the token is wrong: open the address that the server printed")
            and "again" not in page.text("#connection"))
        page.open(web.address)
        check.says("with that address it connects", *CONNECTED)
        page.driver.get("about:blank")
    page.driver.get(page.address)


@group
def check_crowd(check, page, scene):
    """A page that gestured refuses, as its user has too many connections."""
    scene.daemon.stop()
    page.wait_for("#connection", "not connected")
    scene.configure(CONFIGURATION + "limits: { peersPerUser: 1 }\n")
    page.wait_for(*CONNECTED)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(page.address)
    check.soon("the page says why gestured refuses it",
               lambda: page.text("#connection").startswith("not connected: 1 peers of uid"))
    page.driver.close()
    page.driver.switch_to.window(first)
    scene.configure(CONFIGURATION)
    page.wait_for(*CONNECTED)


@group
def check_rights(check, page, scene):
    scene.configure(RECOGNIZERS + "access: []\n")
    check.says("a user without any is told which are missing", "#rights-missing",
               "gestures: without it nothing is shown")
    check("the page gives the YAML that grants them",
          lambda: page.text("#rights-yaml") == access("gestures", "touches", "attach"))
    scene.configure(RECOGNIZERS + access("gestures", "locations"))
    check.soon("without `touches` the page says what is not shown",
               lambda: page.text("#rights-missing").startswith("touches: without it fingers"))
    check.soon("gestures are shown nevertheless", lambda: page.colours("#lanes", "good") > 100)
    granted = page.text("#rights-yaml")
    check("the YAML keeps what the user has", lambda: "[gestures, locations, touches, attach]" in granted)
    scene.configure(RECOGNIZERS + granted)
    check("with the page's YAML nothing is missing", lambda: page.wait(
        lambda: page.member("#rights", "hidden")) and page.wait_for(*DOWN))
    scene.configure(CONFIGURATION)
    os.chmod(scene.path, 0o660)
    page.refresh()
    check.says("a user who may not open the socket is told what to do", "#connection",
               "no permission to open gestured's socket: your user must be in the group gestures")
    os.chmod(scene.path, 0o777)
    check.says("the page connects when the user may", *CONNECTED)
