"""What the checks of the client library in a browser have in common."""

CHECKS = []
PINCH = {
    "subscription": 1, "seq": 1, "recognizer": "zoom", "type": "pinch", "gesture": 7, "surface": "panel",
    "region": "root", "time": 1234.56789, "location": {"x": 512, "y": 300.5}, "touches": [3, 4], "scale": 1.23,
    "delta": 1.01, "velocity": 0.8,
}


def check(title, kinds=("stream", "plain")):
    """Adds a check of these kinds of WebSocket: WebSocketStream, and that of every browser."""
    def add(body):
        for kind in kinds:
            CHECKS.append((title + {"stream": "", "plain": " (without WebSocketStream)"}[kind], body, kind == "plain"))
    return add


class Scene:
    """What a check uses."""

    def __init__(self, browser, bridge, peer, plain, programs):
        self.browser, self.bridge, self.peer, self.plain, self.programs = browser, bridge, peer, plain, programs

    def run(self, code, *arguments):
        """Runs code in the page; an error fails the check."""
        return self.browser.run(code, *arguments, plain=self.plain)

    def run_in_page(self, code):
        """Runs code without loading the library, whose bridge may be gone."""
        return self.browser.run_in_page(code)

    def open(self, token=None):
        self.browser.open(f"{self.bridge.origin}/view/#{self.bridge.token if token is None else token}")


def equal(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"
