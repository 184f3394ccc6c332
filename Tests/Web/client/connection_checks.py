"""Checks of connections and requests of pages."""

from scene import PINCH, check, equal


# Connecting

@check("a page takes the bridge from its address, and moves the token to the session's storage")
def _(scene):
    scene.peer.start(*[lambda talk: (talk.hello(), talk.until_gone())] * 2)
    code = """
        const connection = await connect();
        const { server, capabilities, path, isConnected } = connection;
        await connection.close();
        return [server, capabilities, path, isConnected, location.hash, sessionStorage.getItem("gestured-token")];"""
    expected = ["gestured 0.1.0", ["gestures", "attach"], f"ws://127.0.0.1:{scene.bridge.port}/gestures", True, "",
                scene.bridge.token]
    equal(scene.run(code), expected)
    equal(scene.run(code), expected)


@check("the address of a bridge can be given")
def _(scene):
    scene.open("")
    scene.peer.start(lambda talk: (talk.hello(), talk.accept("status", {"uptime": 5})))
    equal(scene.run("""
        const connection = await connect({ url: args[0] });
        const { uptime } = await connection.status();
        await connection.close();
        return uptime;""", scene.bridge.url), 5)


@check("a page loads no file that is for Node", kinds=["stream"])
def _(scene):
    loaded = scene.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
    names = {name.rpartition("/")[2] for name in loaded if "/gestured/" in name}
    assert "browser.js" in names and "connection.js" in names, names
    assert not names & {"index.js", "node.js", "lines.js"}, names


@check("a wrong token, or none, is refused at once, even when reconnecting")
def _(scene):
    for token in ("0" * 32, ""):
        error = scene.run("return rejected(connect({ url: args[0], reconnect: true }))",
                          scene.bridge.url.replace(scene.bridge.token, token))
        equal([error["name"], error["code"]], ["ConnectionError", "permission"])
        assert "403" in error["message"] and "gesturectl web" in error["message"], error
        assert "token=" not in error["message"] + error["path"], error


@check("a missing gestured is an error with a remedy, without reconnecting")
def _(scene):
    error = scene.run("return rejected(connect())")
    equal([error["name"], error["code"]], ["ConnectionError", "unreachable"])
    assert "are it and `gesturectl web` running" in error["message"], error
    equal(error["reason"], "gestured is not running")


@check("a missing bridge is an error with a remedy")
def _(scene):
    error = scene.run("return rejected(connect({ url: 'ws://127.0.0.1:9/gestures?token=secret' }))")
    equal([error["code"], error["path"]], ["unreachable", "ws://127.0.0.1:9/gestures"])


@check("an address that is not one of WebSockets is a mistake", kinds=["stream"])
def _(scene):
    error = scene.run("return rejected(connect({ url: 'ftp://127.0.0.1/gestures' }))")
    equal(error["name"], "TypeError")


@check("another version of the protocol is refused, even when reconnecting")
def _(scene):
    scene.peer.start(lambda talk: (talk.hello(2), talk.until_gone()))
    error = scene.run("return rejected(connect({ reconnect: true }))")
    equal(error["code"], "protocol")
    assert "version 2" in error["message"], error


@check("an error instead of the greeting is the reason")
def _(scene):
    scene.peer.start(lambda talk: (talk.refuse(None, -32000, "too many peers", hint="close some"), talk.until_gone()))
    error = scene.run("return rejected(connect())")
    equal([error["name"], error["code"], error["hint"]], ["RequestError", -32000, "close some"])


@check("a signal ends the wait for gestured")
def _(scene):
    error = scene.run("""
        const stop = new AbortController();
        console.warn = (text) => text.includes("trying again") && stop.abort(new Error("enough"));
        return rejected(connect({ reconnect: true, signal: stop.signal }));""")
    equal(error["message"], "enough")


# Requests

@check("a refused request has its place and a hint, and the next one is answered")
def _(scene):
    def script(talk):
        talk.hello()
        talk.refuse(talk.hear("subscribe")["id"], -32602, "unknown state", path="params.states[0]", hint="`began`?")
        talk.accept("list", ["Größe 🖐"])
    scene.peer.start(script)
    error, devices = scene.run("""
        const connection = await connect();
        const error = await rejected(connection.subscribe({ states: ["begun"] }));
        const devices = await connection.list("devices");
        await connection.close();
        return [error, devices];""")
    equal([error["name"], error["code"], error["path"], error["hint"]],
          ["RequestError", -32602, "params.states[0]", "`began`?"])
    equal(devices, ["Größe 🖐"])


@check("a request that is too long, by its bytes, is not sent")
def _(scene):
    scene.peer.start(lambda talk: (talk.hello(), equal(talk.until_gone(), [])))
    error = scene.run("""
        const connection = await connect();
        const error = await rejected(connection.request("status", { text: "ä".repeat(40_000) }));
        await connection.close();
        return error;""")
    equal([error["code"], error["path"]], [-32700, "params"])


@check("closing ends requests and streams, and may be repeated")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        talk.hear("status")
        talk.say("gesture", **PINCH, state="began")
        talk.until_gone()
    scene.peer.start(script)
    asked, states, error = scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        const asked = rejected(connection.status());
        const events = subscription[Symbol.asyncIterator]();
        await take(events, ({ state }) => state === "began");
        await connection.close();
        await connection.close();
        const states = [(await events.next()).value.state, (await events.next()).done];
        return [(await asked).code, states, (await rejected(connection.status())).code];""")
    equal([asked, states, error], ["closed", ["cancelled", True], "closed"])


@check("regions are attached and moved, and a warning comes once")
def _(scene):
    warning = "region photo is outside of its surface"
    heard = []

    def script(talk):
        talk.hello()
        heard.append(talk.accept("attach", {"regions": ["photo"], "recognizers": [], "warnings": [warning]}))
        heard.append(talk.accept("update", {"warnings": [warning]}))
    scene.peer.start(script)
    frame = {"x": 0, "y": 0, "width": "50%", "height": "50%"}
    scene.browser.messages()
    equal(scene.run("""
        const connection = await connect();
        await connection.attach({ regions: [{ name: "photo", frame: args[0] }] });
        const warnings = await connection.region("photo").move({ transform: [0, 1, -1, 0, 5, 6], above: null });
        await connection.close();
        return warnings;""", frame), [warning])
    scene.peer.wait()
    equal(heard, [{"regions": [{"name": "photo", "frame": frame}]},
                  {"regions": [{"transform": [0, 1, -1, 0, 5, 6], "above": None, "name": "photo"}]}])
    equal(len([line for line in scene.browser.messages() if warning in line]), 1)


@check("functions answer questions, a promise later")
def _(scene):
    heard = []

    def script(talk):
        talk.hello()
        heard.append(talk.accept("attach", {"regions": [], "recognizers": ["row"], "surfaces": []})["recognizers"])
        gesture = {"recognizer": "row", "type": "pan", "state": "began"}
        touch = {"id": 3, "phase": "began", "location": {"x": 1, "y": 2}}
        talk.say("question", question=1, ask="begin", recognizer="row", gesture=gesture)
        talk.say("question", question=2, ask="receive", recognizer="row", touch=touch)
        heard.extend([talk.accept("answer"), talk.accept("answer")])
    scene.peer.start(script)
    scene.run("""
        const connection = await connect();
        const closed = once(connection, "close");
        let resolve;
        const later = new Promise((resolved) => (resolve = resolved));
        await connection.attach({ recognizers: [{
            name: "row", type: "pan", shouldBegin: () => later,
            shouldReceive: ({ id }) => { setTimeout(resolve, 10, false); return id === 3; },
        }] });
        await closed;""")
    scene.peer.wait()
    equal(heard, [[{"name": "row", "type": "pan", "ask": ["begin", "receive"]}],
                  {"question": 2, "yes": True}, {"question": 1, "yes": False}])
