// The sample gesture of the wire's tests.

import GestureWire

/// A pinch as in the specification's example.
func sample(
    type: String = "pinch", state: GestureState = .changed,
    _ measurement: Measurement = .pinch(scale: 1.23, velocity: 0.8)
) -> GestureNotification {
    GestureNotification(
        recognizer: "zoom", type: type, gesture: 7, state: state, surface: "panel", region: "root",
        time: 1_234_567_890, location: WirePoint(x: 512, y: 300.5), touches: [3, 4], measurement: measurement)
}

/// The whole line of a notification.
func line(_ notification: GestureNotification, since base: Measurement = .none) -> String {
    var writer = LineWriter()
    writer.appendGestureHead(subscription: 1, sequence: 42)
    writer.appendGestureTail(notification, since: base)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The members that follow `touches`.
func members(_ notification: GestureNotification, since base: Measurement = .none) -> String {
    let whole = line(notification, since: base)
    let common =
        #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","type":""#
        + notification.type + #"","gesture":7,"state":""# + notification.state.rawValue
        + #"","surface":"panel","region":"root","time":1234.567890,"location":{"x":512.0,"y":300.5},"touches":[3,4]"#
    return whole.hasPrefix(common) && whole.hasSuffix("}}\n")
        ? String(whole.dropFirst(common.count).dropLast(3)) : "not the common members: " + whole
}
