// The protocol between pipelines and the receivers of their gestures and touches; connections' attachments.

import Configuration
import GestureWire
import Gestures

/// A connection's own regions and recognizers, and which of these are enabled.
struct Attachment {
    let connection: Int
    /// A number that changes with each change of any connection's attachments.
    var revision = 0
    /// The same of the places of its regions: what the rules have but for these has the revision above.
    var placement = 0
    var rules = AttachedRules(regions: [], recognizers: [])
    /// What its recognizers were attached with, and have become by updates, by their names.
    var definitions: [String: WireValue] = [:]
    /// Whether recognizers are enabled that were switched, by their names.
    var switches: [String: Bool] = [:]
    /// Numbers the gestures of its recognizers, for as long as the connection lasts.
    var numbers = GestureNumbers(isOwn: true)
    /// Numbers the attempts that it decides, likewise.
    var attempts = AttemptNumbers()

    /// Whether an own recognizer is enabled: as it was switched last, else as its rule says.
    func isEnabled(_ rule: RecognizerRule) -> Bool { switches[rule.name] ?? rule.isEnabled }
}

/// The other side of the pipelines.
///
/// `connection` is nil for configured recognizers, otherwise the number of the connection that has attached them.
protocol Listeners: AnyObject {
    func publish(_ gesture: GestureNotification, of connection: Int?)

    /// Receives touches as regions see them.
    ///
    /// - Parameter others: Connections that receive this surface's touches through their own regions instead.
    func publish(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>)

    /// Returns whether any subscription selects a recognizer.
    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool

    /// Returns whether any subscription of a client that may know places selects a configured recognizer.
    func wantsPlaces(of recognizer: String, on surface: String) -> Bool

    func wantsTouches(on surface: String, of connection: Int?) -> Bool

    /// Returns whether any of these subscriptions asks for predicted places.
    func wantsPredictions(on surface: String, of connection: Int?) -> Bool

    /// Returns a number that changes with demand; nil when that is unknown.
    func demand(of connection: Int?) -> Int?

    var attachments: [Attachment] { get }

    /// Sends a connection a question of one of its own recognizers.
    ///
    /// - Parameter isPrivate: Whether it is about private touches.
    /// - Returns: The number of the question; nil if the connection cannot be asked.
    func ask(_ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool) -> Int?

    /// Returns whether a connection's own recognizers may ask it, with or without a subscription.
    func mayAsk(_ connection: Int) -> Bool

    /// Returns whether a connection may decide for recognizers, and so receive their touches.
    func mayDecide(_ connection: Int) -> Bool

    /// Returns whether a connection's own recognizers may take touches from applications.
    func mayIntercept(_ connection: Int) -> Bool

    /// Sends a connection touches of a recognizer that it decides; returns whether it will read them.
    func send(_ touches: AttemptTouches, to connection: Int) -> Bool

    /// Sends a connection the end of an attempt.
    func send(_ end: AttemptEnd, to connection: Int)

    /// Cancels a surface's gestures in progress for those that may not receive private touches; what is published of
    /// them from now on is private.
    func hideGestures(on surface: String)
}

extension Listeners {
    func wantsPlaces(of recognizer: String, on surface: String) -> Bool {
        wants(recognizer: recognizer, on: surface, of: nil)
    }
    func wantsPredictions(on surface: String, of connection: Int?) -> Bool { false }
    func demand(of connection: Int?) -> Int? { nil }
    func ask(_ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool) -> Int? {
        nil
    }
    func mayAsk(_ connection: Int) -> Bool { false }
    func mayDecide(_ connection: Int) -> Bool { false }
    func mayIntercept(_ connection: Int) -> Bool { false }
    func send(_ touches: AttemptTouches, to connection: Int) -> Bool { false }
    func send(_ end: AttemptEnd, to connection: Int) {}
    func hideGestures(on surface: String) {}
}

/// One listener to everything that is configured.
final class SoleListener: Listeners {
    private let receive: (GestureNotification) -> Void
    private let receiveTouches: ((TouchNotification) -> Void)?

    /// - Parameter receiveTouches: Nil when touches are not wanted.
    init(
        touches receiveTouches: ((TouchNotification) -> Void)? = nil, _ receive: @escaping (GestureNotification) -> Void
    ) {
        self.receive = receive
        self.receiveTouches = receiveTouches
    }

    func publish(_ gesture: GestureNotification, of connection: Int?) { receive(gesture) }
    func publish(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        receiveTouches?(touches)
    }
    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool { true }
    func wantsTouches(on surface: String, of connection: Int?) -> Bool { receiveTouches != nil }
    var attachments: [Attachment] { [] }
}
