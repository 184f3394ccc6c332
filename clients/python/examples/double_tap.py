#!/usr/bin/env python3
"""Example: tells double taps from single ones with recognizers of its own."""

import sys

import gestured

RECOGNIZERS: list[dict[str, object]] = [
    {"name": "double", "type": "tap", "numberOfTapsRequired": 2},
    {"name": "single", "type": "tap", "requireToFail": ["double"]},
]

with gestured.Client(reconnect=True) as client:
    try:
        client.attach(recognizers=RECOGNIZERS)
        client.subscribe(["double", "single"])
        for event in client:
            if isinstance(event, gestured.Tap) and event.location:
                x, y = event.location
                print(f"{event.recognizer} tap at {x:.0f}, {y:.0f} on {event.surface}", flush=True)
            elif isinstance(event, gestured.Disconnected):
                print(event.reason, file=sys.stderr)
    except gestured.RequestError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
