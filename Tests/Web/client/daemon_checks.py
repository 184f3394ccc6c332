"""Check of pages with gestured itself."""

import tempfile

from programs import NOBODY, RECORDINGS, ROOT, Daemon
from scene import check, equal

CONFIGURATION = f"""
surfaces: [{{ name: panel, match: {{ name: "*" }}, size: 278mm x 174mm, pixels: 1920 x 1200 }}]
recognizers: [{{ name: move, type: pan, cancelsTouchesInView: false }}]
access: [{{ user: {NOBODY}, allow: [gestures, locations, attach] }}]
"""


@check("with gestured itself: own recognizers ask, regions move, and all of it is restored after a restart")
def _(scene):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(CONFIGURATION)
        file.flush()
        recording = RECORDINGS / "ed-isdv4e6-single-center-circle.evemu"
        with Daemon(scene.programs, scene.peer.path, file.name, recording) as daemon:
            scene.run("""
                window.connection = await connect({ reconnect: true });
                window.asked = 0;
                const corner = { x: 0, y: 0, width: "5%", height: "5%" };
                await connection.attach({
                    regions: [{ name: "photo", frame: corner }],
                    recognizers: [{ name: "mine", type: "pan", region: "photo", shouldBegin: () => (asked += 1) > 0 }],
                });
                await connection.region("photo").move({ frame: { x: 0, y: 0, width: "100%", height: "100%" } });
                window.events = (await connection.subscribe({ recognizers: ["mine"] }))[Symbol.asyncIterator]();
                await take(events, ({ state }) => state === "began");""")
            daemon.restart()
            asked, region = scene.run("""
                await take(events, ({ reconnected }) => reconnected);
                const before = asked;
                const [gesture] = (await take(events, ({ state }) => state === "began")).slice(-1);
                await connection.close();
                return [asked > before, gesture.region];""")
            equal([asked, region], [True, "photo"])


@check("the page of the guide recognizes a tickle by its own rules, for which a pan waits", ["plain"])
def _(scene):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(CONFIGURATION.replace("attach]", "touches, attach]"))
        file.flush()
        recording = ROOT / "Tests/Fixtures/demo/tickle.evemu"
        with Daemon(scene.programs, scene.peer.path, file.name, recording):
            scene.page.open(f"{scene.bridge.origin}/tickle/#{scene.bridge.token}")
            said = scene.run_in_page("""
                const pause = (time) => new Promise((resume) => setTimeout(resume, time));
                const seen = new Set();
                for (; !seen.has("tickle recognized"); await pause(5)) seen.add(document.body.textContent.trim());
                return [...seen];""")
            equal(set(said) - {"Tickle the panel."}, {"tickle recognized"})
