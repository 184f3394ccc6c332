"""Checks of the map between surfaces and pages."""

from selenium.webdriver.common.action_chains import ActionChains

from scene import check, equal


@check("places on the surface are those of pointer events in a window", kinds=["stream"])
def _(scene):
    scene.page.run("""
        window.seen = [];
        addEventListener("pointermove", (event) => {
            const { screenX, screenY, clientX, clientY } = event;
            seen.push({ screenX, screenY, clientX, clientY });
        });""")
    actions = ActionChains(scene.page.driver)
    actions.w3c_actions.pointer_action.move_to_location(123, 97)
    actions.perform()
    seen, found, back, frame, vector = scene.run("""
        const { screenX, screenY, clientX, clientY } = seen.at(-1);
        const scale = devicePixelRatio; // The page is not zoomed: pixels of the panel for each of the desktop.
        const surface = { name: "panel", unit: "px", width: screen.width * scale, height: screen.height * scale };
        const map = new PageMap(surface, { fullScreen: false });
        const place = { x: screenX * scale, y: screenY * scale };
        return [
            { clientX, clientY }, map.toClient(place), map.toSurface({ clientX, clientY }),
            map.frame({ left: clientX, top: clientY, width: 30, height: 20 }), map.vectorToClient({ x: scale, y: 0 }),
        ];""")
    equal(seen, {"clientX": 123, "clientY": 97})
    equal(found, seen)
    equal(frame, {**back, "width": 30, "height": 20})
    equal(vector, {"x": 1, "y": 0})


@check("a page in full screen is the whole surface, in any unit; a window needs pixels", kinds=["stream"])
def _(scene):
    corner, middle, error = scene.run("""
        const surface = { name: "panel", unit: "pt", width: 2207.5, height: 1244.9 };
        const map = new PageMap(surface, { fullScreen: true });
        const { clientX, clientY } = map.toClient({ x: surface.width, y: surface.height });
        const middle = map.toSurface({ clientX: innerWidth / 2, clientY: innerHeight / 2 });
        let error;
        try { new PageMap(surface, { fullScreen: false }).toClient(middle); } catch (caught) { error = told(caught); }
        return [[clientX / innerWidth, clientY / innerHeight], middle, error];""")
    equal(corner, [1, 1])
    equal(middle, {"x": 1103.75, "y": 622.45})
    assert error["name"] == "RangeError" and "`pixels`" in error["message"], error


@check("zoom, a second display and the browser's bars count", kinds=["stream"])
def _(scene):
    # A panel of 3840 x 2160 at twice the size, right of another; the page is zoomed to 150 %.
    client, full = scene.run("""
        const view = {
            devicePixelRatio: 3, innerWidth: 640, innerHeight: 400, outerWidth: 962, outerHeight: 701,
            screenX: 2020, screenY: 10, screen: { width: 1920, height: 1080 },
        };
        const surface = { name: "panel", unit: "px", width: 3840, height: 2160 };
        class ScreenDetailed { get left() { return 1920; } get top() { return 0; } get width() { return 1920; } }
        const display = new ScreenDetailed();
        const map = new PageMap(surface, { view, display });
        // Of the desktop 101 + 300 and 10 + 100 + 150: the frame is 1 wide, the bars 100 high.
        return [
            map.toClient({ x: 2 * (101 + 300), y: 2 * (10 + 100 + 150) }),
            new PageMap(surface, { view: { ...view, innerWidth: 1920, innerHeight: 1080 } }).isFullScreen,
        ];""")
    equal([{name: round(value, 9) for name, value in client.items()}, full], [{"clientX": 200, "clientY": 100}, True])
