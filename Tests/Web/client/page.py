"""The page of the client library's checks in Chromium."""

from browser import Browser


class Page(Browser):
    """A page of the bridge's origin, in which code uses the library."""

    def __init__(self):
        super().__init__("--disable-gpu", "--window-position=40,30", "--window-size=900,700")

    def run_library(self, code, *arguments, plain=False):
        """Returns what an asynchronous function with this body returns; an error is a dictionary with `name`."""
        prelude = "delete globalThis.WebSocketStream;" if plain else ""
        return self.run_async(f"""
            {prelude}
            const [done, ...given] = [...arguments].reverse();
            const told = ({{ name, code, message, path, hint, reason }}) =>
                ({{ name, code, message, path, hint, reason }});
            const take = async (events, isLast) => {{
                const taken = [];
                for (;;) {{
                    const {{ value, done }} = await events.next();
                    if (done) throw new Error("the stream has ended");
                    taken.push(value.error === undefined ? value : {{ ...value, error: told(value.error) }});
                    if (isLast(value)) return taken;
                }}
            }};
            const rejected = (promise) => promise.then(() => "no error", told);
            const once = (emitter, name) => new Promise((resolve) => emitter.once(name, resolve));
            (async (...args) => {{
                const {{ connect, PageMap, RequestError, ConnectionError }} = await import("/gestured/browser.js");
                {code}
            }})(...given.reverse()).then((value) => done(value ?? null), (error) => done(told(error)));
        """, *arguments)
