// Tools of a pen's node that are near the glass.

/// Whether a pen is near, by the events of its own node.
package struct PenTools {
    /// The buttons that say so: the pen, and its other end.
    package static let codes = [KeyCode.toolPen, KeyCode.toolRubber]
    private var near: Set<UInt16> = []

    /// No tool is near.
    package init() {}

    /// Whether one is near.
    package var isNear: Bool { !near.isEmpty }

    /// Processes an event of the node; returns whether it ends a frame, after which `isNear` is true of its time.
    package mutating func process(_ event: InputEvent) -> Bool {
        if event.type == EventType.key, Self.codes.contains(event.code) {
            if event.value == 0 { near.remove(event.code) } else { near.insert(event.code) }
        }
        return event.isReport
    }

    /// Takes the present state of the buttons, when events were lost.
    package mutating func reset(to isDown: (UInt16) -> Bool) { near = Set(Self.codes.filter(isDown)) }
}
