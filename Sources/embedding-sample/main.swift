// Sample of a program that embeds the engine: touches and time go in, gestures come out.

import Gestures
import Touch

let engine = GestureEngine(size: Size(width: 1000, height: 600))
for recognizer in [PinchGestureRecognizer(name: "zoom"), LongPressGestureRecognizer(name: "menu")] {
    recognizer.addAction { print($0.eventTime.seconds, $0.name, $0.state, $0.measurement) }
    engine.root.addGestureRecognizer(recognizer)
}

let table = TouchTable()
func at(_ seconds: Double) -> Timestamp { .zero.adding(seconds: seconds) }

// Two fingers land, part and lift. What happens at one time is delivered together.
let fingers = [400.0, 600].compactMap { table.begin(at: Point(x: $0, y: 300), time: at(0)) }
table.deliversContactChanges = engine.asksForContactChanges
table.deliver(at: at(0), to: engine.process)
for (finger, x) in zip(fingers, [340.0, 660]) { table.move(finger, to: Point(x: x, y: 300), time: at(0.01)) }
table.deliver(at: at(0.01), to: engine.process)
for finger in fingers { table.end(finger, time: at(0.02)) }
table.deliver(at: at(0.02), to: engine.process)

// One finger lands and stays. No frame comes any more, so the program says when the time has come.
table.begin(at: Point(x: 100, y: 100), time: at(1))
table.deliver(at: at(1), to: engine.process)
if let deadline = engine.nextDeadline { engine.advance(to: deadline) }
