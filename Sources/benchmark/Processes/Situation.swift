// Situations of the daemon to compare: no subscriber, a gesture, touches, attachments.

import Configuration
import GestureWire
import Gestures

/// The configuration of the daemon, and the requests of its subscribers.
enum Situation: String, CaseIterable {
    /// Nobody subscribes: every recognizer is idle.
    case nobody
    /// One of twelve recognizers has subscribers; each excludes the others, so none is idle.
    case one
    /// One has subscribers, and each may be recognized beside the others: eleven are idle.
    case oneOfIndependent = "one-of-independent"
    /// All twelve have subscribers.
    case everything
    /// The touches have subscribers; no recognizer takes them.
    case touches
    /// A pan attached by the client; the configured recognizers are idle.
    case attached
    /// The same, and a configured recognizer has subscribers, too.
    case attachedBeside = "attached-beside"
    /// A pan attached in a turned region, with the places of its fingers in the region's coordinates.
    case region

    /// The situation in words, for people.
    var words: String {
        switch self {
        case .nobody: "nobody subscribes"
        case .one: "the pan, of 12 that exclude each other"
        case .oneOfIndependent: "the pan, of 12 that go together"
        case .everything: "all 12"
        case .touches: "touches"
        case .attached: "an own pan"
        case .attachedBeside: "an own pan, and a configured one"
        case .region: "an own pan, its fingers in its turned region's coordinates"
        }
    }

    /// The requests of a subscriber; the first has the id 1.
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
            case .region:
                [
                    (
                        "attach",
                        #"{"regions":[{"name":"area","frame":{"x":"0%","y":"0%","width":"100%","height":"100%"},"#
                            + #""transform":[1.92,0.56,-0.56,1.92,7,-9]}],"#
                            + #""recognizers":[{"name":"own","type":"pan","region":"area"}]}"#
                    ), ("subscribe", #"{"recognizers":["own"],"coordinates":"region","locations":true}"#),
                ]
            }
        return parameters.enumerated().map { index, request in
            #"{"jsonrpc":"2.0","id":\#(index + 1),"method":"\#(request.method)","params":\#(request.parameters)}"#
        }
    }

    private static let attach = (method: "attach", parameters: #"{"recognizers":[{"name":"own","type":"pan"}]}"#)

    /// The lines that come with each frame.
    var lines: LineKind { self == .touches ? .moved : .changed }

    /// Twelve recognizers; the pan begins as soon as fingers move in parallel.
    var configuration: Configuration {
        var rules = Self.rules
        switch self {
        case .touches: for index in rules.indices { rules[index].properties["cancelsTouchesInView"] = .flag(false) }
        case .oneOfIndependent: for index in rules.indices { rules[index].simultaneousWith = rules.map(\.name) }
        default: break
        }
        var limits = Limits(peers: Self.mostPeers, peersPerUser: Self.mostPeers)
        // All of the subscribers are of one user.
        limits.subscriptionsPerUser = Self.mostPeers
        // Access only for the measuring user; on a machine without a bus the session would be looked up repeatedly.
        return Configuration(recognizers: rules, access: [], limits: limits)
    }

    /// The most subscribers of the plan, and a few more.
    private static let mostPeers = 1002

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
