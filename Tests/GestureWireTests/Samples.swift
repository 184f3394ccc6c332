// The sample gesture, lines and requests of the wire's tests.

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

/// The text that a new writer has afterwards.
func written(_ write: (inout LineWriter) -> Void) -> String {
    var writer = LineWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The whole line of a notification.
func line(
    _ notification: GestureNotification, since base: Measurement = .none, form: GestureForm = .places
) -> String {
    written {
        $0.appendGestureHead(subscription: 1, sequence: 42)
        $0.appendGestureTail(notification, since: base, form: form)
    }
}

/// The beginning of a line, up to its time.
func head(type: String, _ state: GestureState) -> String {
    #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","type":""#
        + type + #"","gesture":7,"state":""# + state.rawValue
        + #"","surface":"panel","region":"root","time":1234.567890"#
}

/// The members that follow `touches`.
func members(_ notification: GestureNotification, since base: Measurement = .none) -> String {
    let whole = line(notification, since: base)
    let common =
        head(type: notification.type, notification.state) + #","location":{"x":512.0,"y":300.5},"touches":[3,4]"#
    return whole.hasPrefix(common) && whole.hasSuffix("}}\n")
        ? String(whole.dropFirst(common.count).dropLast(3)) : "not the common members: " + whole
}

/// A gesture as a client reads it from a line.
func received(_ line: String) throws -> ReceivedGesture? {
    if case .gesture(let gesture) = try ServerMessage.decode(Array(line.utf8)) { gesture } else { nil }
}

func decode(_ line: String) -> IncomingRequest { IncomingRequest.decode(Array(line.utf8)[...]) }

/// The request of this method, or its refusal.
func request(_ method: String, _ params: String) -> Result<Request, RequestError> {
    decode(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#).content
}

/// The refusal of a request; nil for one that is accepted.
func refusal(_ request: Result<Request, RequestError>) -> RequestError? {
    if case .failure(let error) = request { error } else { nil }
}
