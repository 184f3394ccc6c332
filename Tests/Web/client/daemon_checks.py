"""Checks of pages with gestured itself."""

import tempfile

from programs import NOBODY, RECORDINGS, Daemon
from scene import check, equal

CONFIGURATION = f"""
surfaces:
  - name: panel
    match: {{ name: "*" }}
    size: 278mm x 174mm
    pixels: 1920 x 1200
recognizers:
  - {{ name: move, type: pan, cancelsTouchesInView: false }}
access:
  - {{ user: {NOBODY}, allow: [gestures, locations, attach] }}
"""


def with_daemon(title, recording):
    def add(body):
        @check(f"with gestured itself: {title}")
        def _(scene):
            with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(CONFIGURATION)
                file.flush()
                daemon = Daemon(scene.programs, scene.peer.path, file.name, RECORDINGS / f"{recording}.evemu")
                daemon.start()
                try:
                    body(scene, daemon)
                finally:
                    daemon.stop()
    return add


@with_daemon("a pan is received from its beginning to its end, without a gap", "ed-isdv4e6-single-center-circle")
def _(scene, _):
    pan = scene.run("""
        const connection = await connect();
        const events = (await connection.subscribe({ recognizers: ["mo?e"] }))[Symbol.asyncIterator]();
        const began = await take(events, ({ state }) => state === "began");
        const rest = await take(events, ({ state }) => state === "ended");
        await connection.close();
        return [began.at(-1), ...rest];""")
    assert len(pan) > 10
    equal([each["seq"] for each in pan], list(range(pan[0]["seq"], pan[0]["seq"] + len(pan))))


@with_daemon("own recognizers ask, regions move, and all of it is restored after a restart",
             "ed-isdv4e6-single-center-circle")
def _(scene, daemon):
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
    daemon.stop()
    daemon.start()
    asked, region = scene.run("""
        await take(events, ({ reconnected }) => reconnected);
        const before = asked;
        const [gesture] = (await take(events, ({ state }) => state === "began")).slice(-1);
        await connection.close();
        return [asked > before, gesture.region];""")
    equal([asked, region], [True, "photo"])
