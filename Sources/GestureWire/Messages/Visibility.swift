// The groups of clients that receive a gesture, by their access to private touches.

/// The clients that may receive a gesture.
///
/// A surface with regions that can be private recognizes gestures twice: once from all touches, once without the
/// private ones. Each client receives one of them.
public enum Visibility: Sendable {
    /// All clients: no region of the surface can be private.
    case everybody
    /// Clients with the capability `touches`: recognized from all touches.
    case withPrivateTouches
    /// All other clients: recognized as if no private region had been touched.
    case withoutPrivateTouches
}

/// The number of the first private touch, and of the first gesture that private touches may take part in: 2^51.
///
/// They have numbers of their own, so that gaps in the others do not reveal their number.
public let firstPrivateNumber = 1 << 51

/// The least number of a gesture of a recognizer that the connection has attached itself.
public let firstOwnNumber = 1 << 50

extension CustomValue {
    /// Whether it may reveal a location: a point does, and a number of a custom type can.
    var mayBePlace: Bool {
        switch self {
        case .number, .point: true
        case .count, .text: false
        }
    }
}
