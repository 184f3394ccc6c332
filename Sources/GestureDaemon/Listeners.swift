// The protocol between pipelines and the receivers of their gestures and touches; connections' attachments.

internal import Configuration
internal import GestureWire
internal import Gestures

/// What a connection has attached: its own regions and recognizers, and how those were switched.
struct Attachment {
    /// The connection's number.
    let connection: Int
    /// Another number with each change of anything of any connection.
    var revision = 0
    var rules = AttachedRules(regions: [], recognizers: [])
    /// Whether recognizers are enabled that were switched, by their names.
    var switches: [UTF8Key: Bool] = [:]
    /// Numbers the gestures of its recognizers, for as long as the connection lasts.
    var numbers = GestureNumbers(isOwn: true)

    /// Whether an own recognizer is enabled: as it was switched last, else as its rule says.
    func isEnabled(_ rule: RecognizerRule) -> Bool { switches[rule.name] ?? rule.isEnabled }
}

/// The other side of the pipelines.
///
/// `connection` is nil for what is configured, else the number of the connection whose own it is.
protocol Listeners: AnyObject {
    /// A gesture was recognized, went on or is over.
    func hear(_ gesture: GestureNotification, of connection: Int?)

    /// Something happened to touches as regions see them.
    ///
    /// - Parameter others: Connections that see this surface with their own regions instead.
    func hear(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>)

    /// Whether anybody would hear of a recognizer.
    ///
    /// - Parameter visibility: Who may be told of its gestures.
    func wants(recognizer: String, on surface: String, of connection: Int?, visibility: Visibility) -> Bool

    /// Whether anybody would hear of touches.
    func wantsTouches(on surface: String, of connection: Int?) -> Bool

    /// A number that is another one when somebody may want something else; nil when that is not known.
    func demand(of connection: Int?) -> Int?

    /// What connections have attached, those that came first first.
    var attachments: [Attachment] { get }

    /// Does what a connection's own recognizers make necessary, and charges it to its user.
    func charge(_ connection: Int, for work: () -> Void)

    /// Whether there may be somebody who must not know of private touches.
    var separatesPrivateTouches: Bool { get }

    /// Whether a connection may know of private touches.
    func seesPrivateTouches(_ connection: Int) -> Bool
}

extension Listeners {
    func demand(of connection: Int?) -> Int? { nil }
    func charge(_ connection: Int, for work: () -> Void) { work() }
    var separatesPrivateTouches: Bool { true }
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

    func hear(_ gesture: GestureNotification, of connection: Int?) { receive(gesture) }
    func hear(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>) { receiveTouches?(touches) }
    func wants(recognizer: String, on surface: String, of connection: Int?, visibility: Visibility) -> Bool { true }
    func wantsTouches(on surface: String, of connection: Int?) -> Bool { receiveTouches != nil }
    var attachments: [Attachment] { [] }
    var separatesPrivateTouches: Bool { false }
    func seesPrivateTouches(_ connection: Int) -> Bool { true }
}
