#!/usr/bin/env python3
"""Example: a row that is dragged sideways in a list that scrolls up and down. One finger does one of both."""

import sys

import gestured

RECOGNIZERS: list[dict[str, object]] = [
    {"name": "row", "type": "pan"},
    {"name": "list", "type": "pan", "requireToFail": ["row"]},
]

with gestured.Client(reconnect=True) as client:
    @client.recognizer("row").should_begin
    def is_sideways(pan: gestured.Pan) -> bool:
        return abs(pan.velocity.x) > abs(pan.velocity.y)

    try:
        client.attach(recognizers=RECOGNIZERS)
        client.subscribe(["row", "list"])
        for event in client:
            if isinstance(event, gestured.Pan) and event.state == "ended":
                x, y = event.translation
                print(f"{event.recognizer} moved by {x:.0f}, {y:.0f}", flush=True)
            elif isinstance(event, gestured.Disconnected):
                print(event.reason, file=sys.stderr)
    except gestured.RequestError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
