"""The recognizers of the texts that teach subclasses: checkmark, tickle and incremental pinch, by gestured's rules."""

import math

import gestured


class Checkmark(gestured.GestureRecognizer):
    def touches_began(self, touches):
        self.stroke_up, self.values = False, {}
        if self.number_of_touches > 1:
            self.state = "failed"

    def touches_moved(self, touches):
        if self.stroke_up or self.state != "possible":
            return
        (x, y), (old_x, old_y) = touches[0].location, touches[0].previous_location
        if x < old_x:
            self.reason = "moved to the left"
            self.state = "failed"
        elif y < old_y:
            self.stroke_up = True
        else:
            self.values["midpoint"] = touches[0].location

    def touches_ended(self, touches):
        if self.state == "possible" and self.stroke_up:
            self.state = "recognized"


class Tickle(gestured.GestureRecognizer):
    def __init__(self, name, distance, **keys):
        super().__init__(name, **keys)
        self.distance = distance

    def touches_began(self, touches):
        for touch in touches:
            if self.number_of_touches > 1:
                self.ignore(touch)
            else:
                self.count, self.start, self.direction = 0, touch.location.x, 0

    def touches_moved(self, touches):
        moved = touches[0].location.x - self.start
        direction = math.copysign(1, moved)
        if abs(moved) < self.distance or direction == self.direction or self.state != "possible":
            return
        self.count, self.start, self.direction = self.count + 1, touches[0].location.x, direction
        if self.count >= 3:
            self.values = {"count": self.count}
            self.state = "recognized"

    def touches_ended(self, touches):
        if self.state == "possible":
            self.state = "failed"


class IncrementalPinch(gestured.GestureRecognizer):
    def touches_began(self, touches):
        for touch in touches:
            if self.number_of_touches > 2:
                self.ignore(touch)

    def touches_moved(self, touches):
        if self.number_of_touches != 2:
            return
        now = math.dist(*(each.location for each in self.touches))
        # A finger that has not moved since is where it was.
        moved = {each.id for each in touches}
        before = math.dist(*(each.previous_location if each.id in moved else each.location for each in self.touches))
        self.values = {"scale": now / before}
        self.state = "began" if self.state == "possible" else "changed"

    def touches_ended(self, touches):
        if self.number_of_touches == len(touches):
            self.state = "failed" if self.state == "possible" else "ended"
