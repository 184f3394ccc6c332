"""Checks of the live view: fingers, lanes and reasons, rights that are missing, a daemon that comes and goes."""

import os

import recordings
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


def check_live(check, page, scene):
    check("live: the page connects and says so", lambda: page.wait_for("#connection", "connected to gestured"))
    check("live: the token is no longer in the address", lambda: "#" not in page.driver.current_url)
    check("live: there is a lane for each recognizer", lambda: page.wait(
        lambda: page.run("return [...document.querySelector('#chosen').options].map((each) => each.value).join()")
        == "tap,two-finger-tap,pan,two-finger-pan,edge-tap"))
    check("live: no right is missing", lambda: page.run("return document.querySelector('#rights').hidden"))
    check("live: fingers are said", lambda: page.wait_for("#panel-words", "fingers 1, 2 down"))
    check("live: fingers are drawn", lambda: page.wait(lambda: page.colours("#panel", "accent") > 300))
    check("live: a gesture under way is drawn in its lane", lambda: page.wait(
        lambda: page.colours("#lanes", "good") > 100))
    check("live: a failure is drawn in its lane", lambda: page.wait(lambda: page.colours("#lanes", "bad") > 20))
    check("live: the reason of a failure is said", lambda: page.wait(
        lambda: "touched with 2 fingers, 1 allowed" in page.text("#steps")))
    check("live: the rest has its reasons, too", lambda: page.wait_for("#rest", "touched with 2 fingers"))
    check("live: fingers stay visible during a gesture", lambda: page.wait(
        lambda: "down" in page.text("#panel-words") and "Recognized: two-finger-pan" in page.text("#headline")
        and page.colours("#panel", "accent") > 300))
    page.choose("#chosen", "two-finger-tap")
    check("live: the missed tap has its reason", lambda: page.wait_for("#why", "two-finger-pan was recognized first"))
    page.picture("live")


def check_missed(check, page, scene):
    """A two-finger tap that has not come, before anybody has chosen anything."""
    scene.configure(CONFIGURATION, recordings.missed_tap())
    page.driver.refresh()
    check("missed: when the fingers have lifted, the tap is chosen without being asked", lambda: page.wait(
        lambda: page.value("#chosen") == "two-finger-tap"
        and "two-finger-pan was recognized first" in page.text("#why")))
    check("missed: what came instead is said, though it was over in a tenth of a second, with its reason", lambda:
          page.wait_for("#headline", "Recognized: two-finger-pan") and page.wait_for("#why", "two-finger-pan began: "))
    check("missed: the page says how thresholds can be tried", lambda: page.text("#help") ==
          "To try other thresholds, record it: sudo gesturectl record > panel.evemu, and open the file here.")
    check("missed: the ages of the steps advance while nothing happens", lambda: page.wait(
        lambda: page.text("#panel-words") == "no finger is down"
        and float(page.text("#steps td").split()[0]) > 1.5))
    page.choose("#chosen", "edge-tap")
    before = attempt(page)
    page.wait(lambda: attempt(page) > before)
    page.wait_for("#panel-words", "no finger is down")
    page.wait(lambda: page.run("return document.querySelectorAll('#steps tr.failed').length > 0"))
    check("missed: what the user has chosen stays", lambda: page.value("#chosen") == "edge-tap")
    scene.configure(CONFIGURATION, scene.recording)
    page.driver.refresh()


def attempt(page):
    """When the last attempt began."""
    return page.driver.execute_async_script("""
        import("/view/state.js").then(({ view }) => arguments[0](view.timeline?.sequenceStart ?? 0));""")


def check_restart(check, page, scene):
    page.wait_for("#panel-words", "fingers 1, 2 down")  # Meanwhile the page asks for reasons again and again.
    scene.daemon.stop()
    check("restart: the page says that gestured has gone", lambda: page.wait_for("#connection", "not connected"))
    check("restart: fingers are no longer said to be down", lambda: page.wait_for("#panel-words", "no finger"))
    page.picture("lost")
    scene.daemon.start()
    check("restart: the page connects again", lambda: page.wait_for("#connection", "connected to gestured"))
    check("restart: fingers are drawn again", lambda: page.wait_for("#panel-words", "fingers 1, 2 down") and page.wait(
        lambda: page.colours("#panel", "accent") > 300))
    check("restart: reasons are said again", lambda: page.wait_for("#steps", "touched with 2 fingers, 1 allowed"))


def check_token(check, page, scene):
    """A server that was started again at the same port has another token."""
    with scene.web() as web:
        page.driver.get(web.address)
        check("token: the page connects", lambda: page.wait_for("#connection", "connected to gestured"))
        web.stop()
        check("token: the page says that the server has gone", lambda: page.wait_for(
            "#connection", "not connected: no answer from the server; trying again"))
        web.start()
        check("token: the page says that another address is needed", lambda: page.wait_for(
            "#connection", "the token is wrong: open the address that the server printed")
            and "again" not in page.text("#connection"))
        page.driver.get("about:blank")
        page.driver.get(web.address)
        check("token: with that address it connects", lambda: page.wait_for("#connection", "connected to gestured"))
        page.driver.get("about:blank")
    page.driver.get(page.address)


def check_crowd(check, page, scene):
    """A page that gestured refuses, as its user has too many connections."""
    scene.daemon.stop()
    page.wait_for("#connection", "not connected")
    scene.configure(CONFIGURATION + "limits: { peersPerUser: 1 }\n")
    page.wait_for("#connection", "connected to gestured")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(page.address)
    check("crowd: the page says why gestured refuses it", lambda: page.wait(
        lambda: page.text("#connection").startswith("not connected: 1 peers of uid")))
    page.driver.close()
    page.driver.switch_to.window(first)
    scene.configure(CONFIGURATION)
    page.wait_for("#connection", "connected to gestured")


def check_rights(check, page, scene):
    scene.configure(RECOGNIZERS + "access: []\n")
    check("rights: a user without any is told which are missing", lambda: page.wait_for(
        "#rights-missing", "gestures: without it nothing is shown"))
    check("rights: the page gives the YAML that grants them", lambda: page.text("#rights-yaml") == access(
        "gestures", "touches", "attach"))
    page.picture("rights")
    scene.configure(RECOGNIZERS + access("gestures", "locations"))
    check("rights: without `touches` the page says what is not shown", lambda: page.wait(
        lambda: page.text("#rights-missing").startswith("touches: without it fingers")))
    check("rights: gestures are shown nevertheless", lambda: page.wait(lambda: page.colours("#lanes", "good") > 100))
    granted = page.text("#rights-yaml")
    check("rights: the YAML keeps what the user has", lambda: "[gestures, locations, touches, attach]" in granted)
    scene.configure(RECOGNIZERS + granted)
    check("rights: with the page's YAML nothing is missing", lambda: page.wait(
        lambda: page.run("return document.querySelector('#rights').hidden")) and page.wait_for(
        "#panel-words", "fingers 1, 2 down"))
    scene.configure(CONFIGURATION)
    os.chmod(scene.path, 0o660)
    page.driver.refresh()
    check("rights: a user who may not open the socket is told what to do", lambda: page.wait_for(
        "#connection", "no permission to open gestured's socket: your user must be in the group gestures"))
    os.chmod(scene.path, 0o777)
    check("rights: the page connects when the user may", lambda: page.wait_for("#connection", "connected to gestured"))
