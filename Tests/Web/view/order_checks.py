"""Checks of what the view asks the server to play: one recording at a time, and answers that come late."""

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


def check_busy(check, page, scene):
    """Thresholds that are moved faster than the server computes, which has no place at first."""
    page.driver.refresh()
    page.play(PANNED)
    page.choose("#chosen", "pan")
    page.run(BUSY)
    page.set_range("#range-hysteresis", 20)
    check("busy: the page asks again when the server has no place", lambda: page.wait(
        lambda: page.run("return orders.total === 2")))
    for value in (21, 22, 23):
        page.set_range("#range-hysteresis", value)
        # This timer is over after the page's, by which it would ask.
        page.driver.execute_async_script("setTimeout(arguments[0], 200)")
    page.run("orders.answer()")
    check("busy: the last threshold has its result", lambda: page.wait_for(
        "#thresholds [data-part=yaml]", "hysteresis: 23") and "Recognized: " in page.text("#headline")
        and "too many" not in page.text("#thresholds [data-part=changed]"))
    check("busy: one recording was asked for at a time, and none that was outdated before",
          lambda: page.run("return [orders.most, orders.total].join()") == "1,3")
    page.driver.refresh()


def check_late(check, page, scene):
    """Answers that come when the user has chosen something else."""
    tap = (RECORDINGS / "ed-isdv4e6-2fg-tap.evemu").read_text(encoding="utf-8")
    pan = (RECORDINGS / PANNED).read_text(encoding="utf-8")

    def ask(number, act):
        act()
        page.wait(lambda: page.run("return held.orders") == number)

    def release(number, taken):
        page.wait(lambda: page.run(f"return {number} in held.answers"))
        page.run(f"held.answers[{number}]()")
        page.wait(lambda: page.run("return held.taken") == taken)

    def begin():
        page.driver.refresh()
        page.play(PANNED)
        page.choose("#chosen", "two-finger-pan")
        page.run(HELD)

    begin()
    ask(1, lambda: page.drop("first.evemu", tap))
    ask(2, lambda: page.drop("second.evemu", pan))
    release(2, 1)
    page.wait(lambda: page.text("#connection") == "second.evemu")
    release(1, 2)
    check("late: of two files, the last one stays", lambda: page.text("#connection") == "second.evemu"
          and page.text("#headline") == "Recognized: two-finger-pan")

    begin()
    ask(1, lambda: page.set_range("#range-hysteresis", 100))
    ask(2, lambda: page.drop("tap.evemu", tap))
    release(2, 1)
    page.wait(lambda: page.text("#connection") == "tap.evemu")
    release(1, 2)
    check("late: a threshold's result does not replace another recording",
          lambda: page.text("#headline") == "Recognized: two-finger-tap")
    page.choose("#chosen", "two-finger-tap")
    ask(3, lambda: page.set_range("#range-maximumTapDuration", 0))
    release(3, 3)
    check("late: the other recording's thresholds are computed nevertheless", lambda: page.wait_for(
        "#thresholds [data-part=yaml]", "maximumTapDuration: 0\n") and "two-finger-tap" not in page.text("#headline"))

    begin()
    ask(1, lambda: page.set_range("#range-hysteresis", 100))
    page.find("#mode-live").click()
    release(1, 1)
    check("late: a threshold's result does not replace the live view",
          lambda: not page.is_shown("#player") and page.run("return document.body.dataset.mode") == "live")

    begin()
    ask(1, lambda: page.drop("tap.evemu", tap))
    page.find("#mode-live").click()
    release(1, 1)
    check("late: nor does a file", lambda: not page.is_shown("#player")
          and page.run("return document.body.dataset.mode") == "live")
    page.driver.refresh()
