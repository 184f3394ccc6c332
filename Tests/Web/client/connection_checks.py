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


@check("the address of a bridge can be given, and text of any language comes through it")
def _(scene):
    scene.open("")
    scene.peer.start(lambda talk: (talk.hello(), talk.accept("list", ["Größe 🖐"])))
    equal(scene.run("""
        const connection = await connect({ url: args[0] });
        const devices = await connection.list("devices");
        await connection.close();
        return devices;""", scene.bridge.url), ["Größe 🖐"])


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


@check("a signal ends the wait for gestured")
def _(scene):
    error = scene.run("""
        const stop = new AbortController();
        console.warn = (text) => text.includes("trying again") && stop.abort(new Error("enough"));
        return rejected(connect({ reconnect: true, signal: stop.signal }));""")
    equal(error["message"], "enough")


# Requests

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
