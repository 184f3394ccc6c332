"""Checks of what the view asks the server to play: one recording at a time, and answers that come late."""

from page import group
from programs import RECORDINGS
from recording_checks import PANNED

# Counts the page's orders; answers the first one as a server without a place for it, the others when it is told to.
BUSY = """
    const { fetch } = window;
    window.orders = { total: 0, current: 0, most: 0 };
    const told = new Promise((resolve) => (orders.answer = resolve));
    window.fetch = async (url, options) => {
        if (!String(url).startsWith("/replay")) return fetch(url, options);
        orders.total += 1;
        orders.current += 1;
        orders.most = Math.max(orders.most, orders.current);
        try {
            const isFirst = orders.total === 1;
            if (!isFirst) await told;
            if (!isFirst) return await fetch(url, options);
            return new Response("too many recordings at a time", { status: 503, headers: { "Retry-After": "1" } });
        } finally {
            orders.current -= 1;
        }
    };"""
# Keeps the answers to orders back until they are released by their number; tells when the page has one.
HELD = """
    const { fetch } = window;
    window.held = { orders: 0, answers: {}, taken: 0 };
    window.fetch = async (url, options) => {
        if (!String(url).startsWith("/replay")) return fetch(url, options);
        const number = (held.orders += 1);
        const response = await fetch(url, options), value = await response.json();
        await new Promise((release) => (held.answers[number] = release));
        response.json = async () => {
            held.taken += 1;
            return value;
        };
        return response;
    };"""


@group
def check_busy(check, page, scene):
    """Thresholds that are moved faster than the server computes, which has no place at first."""
    page.play(PANNED)
    page.choose("#chosen", "pan")
    page.run(BUSY)
    page.enter("#range-hysteresis", 20)
    check.soon("the page asks again when the server has no place", lambda: page.run("return orders.total === 2"))
    for value in (21, 22, 23):
        page.enter("#range-hysteresis", value)
        # This timer is over after the page's, by which it would ask.
        page.run_async("setTimeout(arguments[0], 200)")
    page.run("orders.answer()")
    check("the last threshold has its result", lambda: page.wait_for(
        "#thresholds [data-part=yaml]", "hysteresis: 23") and "Recognized: " in page.text("#headline")
        and "too many" not in page.text("#thresholds [data-part=changed]"))
    check("one recording was asked for at a time, and none that was outdated before",
          lambda: page.run("return [orders.most, orders.total].join()") == "1,3")


@group
def check_late(check, page, scene):
    """Answers that come when the user has chosen something else."""
    tap = (RECORDINGS / "ed-isdv4e6-2fg-tap.evemu").read_text(encoding="utf-8")
    pan = (RECORDINGS / PANNED).read_text(encoding="utf-8")

    def begin(*acts):
        """Has the page ask for something by each of these."""
        page.play(PANNED)
        page.choose("#chosen", "two-finger-pan")
        page.run(HELD)
        for act in acts:
            ask(act)

    def ask(act):
        before = page.run("return held.orders")
        act()
        page.wait(lambda: page.run("return held.orders") == before + 1)

    def release(number):
        before = page.run("return held.taken")
        page.wait(lambda: page.run(f"return {number} in held.answers"))
        page.run(f"held.answers[{number}]()")
        page.wait(lambda: page.run("return held.taken") == before + 1)

    def is_live():
        return not page.is_shown("#player") and page.run("return document.body.dataset.mode") == "live"

    begin(lambda: page.drop("first.evemu", tap), lambda: page.drop("second.evemu", pan))
    release(2)
    page.wait(lambda: page.text("#connection") == "second.evemu")
    release(1)
    check("of two files, the last one stays", lambda: page.text("#connection") == "second.evemu"
          and page.text("#headline") == "Recognized: two-finger-pan")

    begin(lambda: page.enter("#range-hysteresis", 100), lambda: page.drop("tap.evemu", tap))
    release(2)
    page.wait(lambda: page.text("#connection") == "tap.evemu")
    release(1)
    check("a threshold's result does not replace another recording",
          lambda: page.text("#headline") == "Recognized: two-finger-tap")
    page.choose("#chosen", "two-finger-tap")
    ask(lambda: page.enter("#range-maximumTapDuration", 0))
    release(3)
    check("the other recording's thresholds are computed nevertheless", lambda: page.wait_for(
        "#thresholds [data-part=yaml]", "maximumTapDuration: 0\n") and "two-finger-tap" not in page.text("#headline"))

    for what, act in (("a threshold's result", lambda: page.enter("#range-hysteresis", 100)),
                      ("a file", lambda: page.drop("tap.evemu", tap))):
        begin(act)
        page.find("#mode-live").click()
        release(1)
        check(f"{what} does not replace the live view", is_live)
