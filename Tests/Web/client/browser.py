"""A headless Chromium for the checks of the client library."""

import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


class Browser:
    """Headless Chromium, with a page of the bridge's origin."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-position=40,30", "--window-size=900,700"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = Service(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(600)

    def open(self, address):
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, code, *arguments, plain=False):
        """Returns what an asynchronous function with this body returns; an error is a dictionary with `name`."""
        prelude = "delete globalThis.WebSocketStream;" if plain else ""
        return self.driver.execute_async_script(f"""
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

    def run_in_page(self, code):
        """Returns what an asynchronous function with this body returns, which uses only what the page has."""
        return self.driver.execute_async_script(
            f"const done = arguments[0]; (async () => {{ {code} }})().then(done, (error) => done(String(error)));")

    def messages(self):
        """The lines of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def quit(self):
        self.driver.quit()
