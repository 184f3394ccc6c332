#!/usr/bin/env python3
"""Example: a checkmark, one finger down to the right, then up to the right, and a pan that waits until it is none."""

import gestured


class Checkmark(gestured.GestureRecognizer):
    def touches_began(self, touches: list[gestured.Touch]) -> None:
        self.stroke_up = False
        if self.number_of_touches > 1:
            self.state = "failed"

    def touches_moved(self, touches: list[gestured.Touch]) -> None:
        (x, y), (old_x, old_y) = touches[0].location, touches[0].previous_location
        if self.stroke_up:
            return
        if x < old_x:
            self.state = "failed"
        elif y < old_y:
            self.stroke_up = True
        else:
            self.values["midpoint"] = touches[0].location

    def touches_ended(self, touches: list[gestured.Touch]) -> None:
        if self.state == "possible":
            self.state = "recognized" if self.stroke_up else "failed"


with gestured.Client() as client:
    client.attach(recognizers=[Checkmark("done"), {"name": "move", "type": "pan", "requireToFail": ["done"]}])
    client.subscribe(["done", "move"])
    for event in client:
        if isinstance(event, gestured.Gesture):
            print(event.recognizer, event.state, event.location, flush=True)
