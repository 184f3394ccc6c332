"""What the checks of the client library in a browser have in common."""

import sentences

PINCH = {
    "subscription": 1, "seq": 1, "recognizer": "zoom", "type": "pinch", "gesture": 7, "surface": "panel",
    "region": "root", "time": 1234.56789, "location": {"x": 512, "y": 300.5}, "touches": [3, 4], "scale": 1.23,
    "delta": 1.01, "velocity": 0.8,
}


def check(title, kinds=("stream", "plain")):
    """Adds a check of these kinds of WebSocket: WebSocketStream, and that of every browser."""
    def add(body):
        for kind in kinds:
            sentences.check(title + {"stream": "", "plain": " (without WebSocketStream)"}[kind], kind == "plain")(body)
    return add


class Scene:
    """What a check uses."""

    def __init__(self, page, bridge, peer, plain, programs):
        self.page, self.bridge, self.peer, self.plain, self.programs = page, bridge, peer, plain, programs

    def run(self, code, *arguments):
        """Runs code in the page; an error fails the check."""
        return self.page.run_library(code, *arguments, plain=self.plain)

    def run_in_page(self, code):
        """Runs code without loading the library, whose bridge may be gone."""
        return self.page.run_async(
            f"const done = arguments[0]; (async () => {{ {code} }})().then(done, (error) => done(String(error)));")

    def open(self, token=None):
        self.page.open(f"{self.bridge.origin}/view/#{self.bridge.token if token is None else token}")


def equal(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"
