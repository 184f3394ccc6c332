// The situations of the daemon that are compared: nobody subscribed, a gesture, touches, attachments.

import Configuration
import GestureWire
import Gestures

/// How the daemon is configured, and what its subscribers ask for.
enum Situation: String, CaseIterable {
    /// Nobody subscribes: every recognizer rests.
    case nobody
    /// One of twelve recognizers is heard of; as each excludes the others, none rests.
    case one
    /// One is heard of, and each may be recognized beside the others: eleven rest.
    case oneOfIndependent = "one-of-independent"
    /// All twelve are heard of.
    case everything
    /// The touches are heard of, which no recognizer takes away.
    case touches
    /// A pan that the client has attached; the configured ones rest.
    case attached
    /// The same, while somebody hears of a configured one, too.
    case attachedBeside = "attached-beside"

    /// For people.
    var words: String {
        switch self {
        case .nobody: "nobody subscribes"
        case .one: "the pan, of 12 that exclude each other"
        case .oneOfIndependent: "the pan, of 12 that go together"
        case .everything: "all 12"
        case .touches: "touches"
        case .attached: "an own pan"
        case .attachedBeside: "an own pan, and a configured one"
        }
    }

    /// What a subscriber says, the first with the id 1.
    var requests: [String] {
        let parameters: [(method: String, parameters: String)] =
            switch self {
            case .nobody: []
            case .one, .oneOfIndependent: [("subscribe", #"{"recognizers":["pan"]}"#)]
            case .everything: [("subscribe", "{}")]
            case .touches: [("subscribe", #"{"recognizers":[],"touches":true}"#)]
            case .attached: [Self.attach, ("subscribe", #"{"recognizers":["own"]}"#)]
            case .attachedBeside:
                [
                    Self.attach, ("subscribe", #"{"recognizers":["pan"],"states":["ended"]}"#),
                    ("subscribe", #"{"recognizers":["own"]}"#),
                ]
            }
        return parameters.enumerated().map { index, request in
            #"{"jsonrpc":"2.0","id":\#(index + 1),"method":"\#(request.method)","params":\#(request.parameters)}"#
        }
    }

    private static let attach = (method: "attach", parameters: #"{"recognizers":[{"name":"own","type":"pan"}]}"#)

    /// The lines that come with each frame.
    var lines: LineKind { self == .touches ? .moved : .changed }

    /// Twelve recognizers, of which the pan wins as soon as fingers move in parallel.
    var configuration: Configuration {
        var rules = Self.rules
        switch self {
        case .touches: for index in rules.indices { rules[index].properties["cancelsTouchesInView"] = .flag(false) }
        case .oneOfIndependent: for index in rules.indices { rules[index].simultaneousWith = rules.map(\.name) }
        default: break
        }
        // Nobody but the user that measures; a machine without a bus would be asked again and again who is at the screen.
        return Configuration(
            recognizers: rules, access: [],
            limits: Limits(peers: Self.mostPeers, peersPerUser: Self.mostPeers))
    }

    /// As many as may listen for one user, and some who look on.
    private static let mostPeers = 66

    private static let rules = [
        RecognizerRule(name: "tap", type: .tap),
        RecognizerRule(name: "double-tap", type: .tap, properties: ["numberOfTapsRequired": .count(2)]),
        RecognizerRule(name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)]),
        RecognizerRule(name: "three-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(3)]),
        RecognizerRule(name: "long-press", type: .longPress),
        RecognizerRule(
            name: "two-finger-press", type: .longPress, properties: ["numberOfTouchesRequired": .count(2)]),
        RecognizerRule(name: "swipe", type: .swipe, properties: ["direction": .directions([.left, .right])]),
        RecognizerRule(
            name: "three-finger-swipe", type: .swipe,
            properties: [
                "numberOfTouchesRequired": .count(3), "direction": .directions([.left, .right, .up, .down]),
            ]),
        RecognizerRule(
            name: "four-finger-swipe", type: .swipe,
            properties: ["numberOfTouchesRequired": .count(4), "direction": .directions([.up, .down])]),
        RecognizerRule(name: "pan", type: .pan),
        RecognizerRule(name: "pinch", type: .pinch),
        RecognizerRule(name: "rotation", type: .rotation),
    ]
}
