#!/usr/bin/env python3
"""Frames a second of the live view with ten fingers at 125 Hz, in headless Chromium on this machine.

    Tests/Web/view/rate.py --programs FOLDER [--seconds 8] [--cost 5]

Exit status 1 where drawing a frame takes more than `--cost` milliseconds of script, which is the view's own part. The
number of frames also depends on the machine's other work, and on Chromium, which paints without a GPU here.
"""

import argparse
import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import recordings
from checks import Scene
from live_checks import access
from page import Page
from programs import shared_folder

# The frames a second of a page that draws nothing.
EMPTY = """
    const done = arguments[0], begin = performance.now();
    let frames = 0;
    const look = (now) => {
        frames += 1;
        if (now - begin < 4000) requestAnimationFrame(look);
        else done(frames / (now - begin) * 1000);
    };
    requestAnimationFrame(look);
"""
MEASURE = """
    const [seconds, done] = arguments, { count, spent, drawn } = window.viewFrames;
    const begin = performance.now(), costs = [], gaps = [], long = [];
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: "longtask" });
    let [last, lastSpent] = [begin, spent];
    const look = (now) => {
        const frames = window.viewFrames;
        costs.push(frames.spent - lastSpent);
        gaps.push(performance.now() - last);
        [last, lastSpent] = [performance.now(), frames.spent];
        if (last - begin < 1000 * seconds) return requestAnimationFrame(look);
        const taken = (last - begin) / 1000;
        const part = (list, share) => list.toSorted((one, other) => one - other)[Math.floor(list.length * share)];
        done({
            rate: (frames.count - count) / taken, drawn: (frames.drawn - drawn) / taken,
            mean: (frames.spent - spent) / (frames.count - count), p99: part(costs, 0.99), gap: part(gaps, 0.99),
            long: long.length, longTime: long.reduce((sum, each) => sum + each, 0), taken,
        });
    };
    requestAnimationFrame(look);
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--cost", type=float, default=5)
    options = parser.parse_args()
    with shared_folder() as folder:
        scene = Scene(options.programs, folder)
        # A recording with many repetitions: none ends while it is measured.
        scene.configure(access("gestures", "touches", "attach"), recordings.ten_fingers(max(30, 4 * options.seconds)))
        page = None
        try:
            with scene.web() as web:
                page = Page(web.address, None)
                page.size(1280, 800)
                page.wait_for("#panel-words", "10 down")
                found = page.driver.execute_async_script(MEASURE, options.seconds)
                page.driver.get("about:blank")
                empty = page.driver.execute_async_script(EMPTY)
        finally:
            if page:
                page.driver.quit()
            scene.daemon.stop()
    print("ten fingers at 125 Hz: {drawn:.1f} frames a second of {rate:.1f} offered, in {taken:.1f} s; an empty page "
          "has {empty:.1f}".format(empty=empty, **found))
    print("drawing a frame: mean {mean:.2f} ms, 99 of 100 below {p99:.2f} ms; time between frames: 99 of 100 below "
          "{gap:.1f} ms".format(**found))
    print("long tasks (more than 50 ms): {long}, {longTime:.0f} ms in all".format(**found))
    print("load of the machine: {:.1f} on {} processors".format(os.getloadavg()[0], os.cpu_count()))
    return 1 if found["mean"] > options.cost else 0


if __name__ == "__main__":
    sys.exit(main())
