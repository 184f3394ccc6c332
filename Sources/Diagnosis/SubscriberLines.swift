// The bytes that a subscriber receives if it keeps up from the beginning.

public import GestureWire

/// Writes notifications as the only subscription of a fresh connection would receive them.
public struct SubscriberLines {
    private var writer = LineWriter()
    private var sequence = 0
    private var sent: [Int: Measurement] = [:]

    /// Creates a subscription that has received nothing.
    public init() {}

    /// The next line, with its LF.
    public mutating func line(for gesture: GestureNotification) -> [UInt8] {
        sequence += 1
        writer.removeAll()
        writer.appendGestureHead(subscription: 1, sequence: sequence)
        writer.appendGestureTail(gesture, since: sent[gesture.gesture] ?? .none)
        sent[gesture.gesture] = gesture.state.isUnderWay ? gesture.measurement : nil
        return writer.bytes
    }

    /// The line of a frame's touches, with its LF.
    public mutating func line(for touches: TouchNotification) -> [UInt8] {
        writer.removeAll()
        writer.append(touches, subscription: 1)
        return writer.bytes
    }
}
