// The JSON lines of an explanation: surface, fingers, steps and outcomes of recognizers.

import GestureDaemon
import GestureWire
import Gestures
import Touch

/// Writes an explanation as objects, one a line, for programs.
///
/// The member `what` says what a line is about: `surface` (once, first), `fingers` (one for each frame in which a
/// finger lands, moves or lifts), `step` (one for each step of a recognizer), `outcome` (one for each recognizer, when
/// a sequence of touches is over), `warning` (last, one for each problem of the device or the surface). Lengths are
/// points, angles degrees, times seconds of the recording.
final class ExplanationLines {
    private let receive: ([UInt8]) -> Void
    /// The surface's name in each line, where there are several surfaces.
    private let surface: String?
    /// The reasons for which recognizers are ready, until their next step tells of it.
    private var readiness: [ObjectIdentifier: Reason] = [:]

    init(of surface: String? = nil, receive: @escaping ([UInt8]) -> Void) {
        (self.surface, self.receive) = (surface, receive)
    }

    func write(_ surface: Surface, root: Region, recognizers: [GestureRecognizer]) {
        let regions = root.withDescendants.map { region -> Members in
            let bounds = region.boundsOnSurface
            return [
                "name": region.name, "x": bounds.origin.x, "y": bounds.origin.y, "width": bounds.size.width,
                "height": bounds.size.height,
            ]
        }
        let members = recognizers.map { recognizer -> Members in
            ["name": recognizer.label, "type": recognizer.typeName, "region": recognizer.region?.name ?? ""]
        }
        send([
            "what": "surface", "name": surface.name, "unit": "pt", "width": surface.size.width,
            "height": surface.size.height, "millimetres": size(surface.millimetres), "regions": regions,
            "recognizers": members,
        ])
    }

    private func size(_ size: Size) -> Members { ["width": size.width, "height": size.height] }

    func write(_ frame: TouchFrame, root: Region) {
        let sets = [(frame.began, "began"), (frame.moved, "moved"), (frame.ended, "ended"), (frame.cancelled, "lost")]
        let fingers = sets.flatMap { touches, phase in
            touches.map { touch -> Members in
                let location: Members = ["x": touch.location.x, "y": touch.location.y]
                let region = phase == "began" ? (root.regionOfTouch(at: touch.location) ?? root).name : nil
                return ["id": touch.id, "phase": phase, "location": location, "region": region]
            }
        }
        guard !fingers.isEmpty else { return }
        send(["what": "fingers", "surface": surface, "time": frame.time.seconds, "fingers": fingers])
    }

    /// Writes a decision.
    ///
    /// - Parameter words: What the text of the explanation says of it; nil when it says nothing.
    func write(_ decision: Decision, words: String?, sequence: Int) {
        let recognizer = decision.recognizer
        let identity = ObjectIdentifier(recognizer)
        if case .attempted(let reason) = decision.verdict { return readiness[identity] = reason }
        guard let (step, others) = decision.verdict.step else { return }
        var (reason, words): (Reason?, String) = (nil, words ?? step)
        switch decision.verdict {
        case .received(let touch): words = "sees touch \(touch.id)"
        case .refused, .ignored, .contends: break
        default: reason = decision.verdict.reason ?? readiness.removeValue(forKey: identity)
        }
        let measurement = reason?.measurement
        send([
            "what": "step", "surface": surface, "sequence": sequence, "time": decision.time.seconds,
            "recognizer": recognizer.label, "type": recognizer.typeName, "step": step, "words": words,
            "value": measurement?.value, "limit": measurement?.limit, "unit": measurement?.unit,
            "comparison": measurement?.comparison, "others": others.isEmpty ? nil : others.map(\.label),
            "touches": Array(recognizer.touchIDs),
        ])
    }

    func write(_ recognizer: ExplainedRecognizer, sequence: Int) {
        send([
            "what": "outcome", "surface": surface, "sequence": sequence, "recognizer": recognizer.name,
            "recognized": recognizer.isRecognized, "words": recognizer.outcome,
        ])
    }

    func write(warning words: String) { send(["what": "warning", "words": words]) }

    private func send(_ line: Members) {
        var writer = LineWriter()
        writer.append(line)
        receive(writer.bytes)
    }
}

/// An object in the order of its members; those without a value are left out.
private struct Members: WireObject, ExpressibleByDictionaryLiteral {
    private let members: [(String, (any WireMember)?)]

    init(dictionaryLiteral elements: (String, (any WireMember)?)...) { members = elements }

    func appendMembers(to writer: inout LineWriter) {
        for case (let name, let value?) in members {
            writer.append(name: name)
            writer.append(value)
        }
    }
}

extension Region {
    /// This region and all within it, outer ones first.
    var withDescendants: [Region] { [self] + children.flatMap(\.withDescendants) }
}

extension Decision.Verdict {
    /// Its name in JSON, and the other recognizers that it is about; nil for what is no step of its own.
    fileprivate var step: (name: String, others: [GestureRecognizer])? {
        switch self {
        case .received: ("received", [])
        case .refused(_, .exclusive), .refused(_, .occupied): ("excluded", [])
        case .refused: ("refused", [])
        case .ignored: ("ignored", [])
        case .startedAnew: ("restarted", [])
        case .waits(let others): ("waiting", others)
        case .contends(let other): ("contends", [other])
        case .activated(let state): (state == .ended ? "recognized" : "began", [])
        case .failed(let cause): ("failed", cause.others)
        case .ended: ("ended", [])
        case .cancelled(let cause): ("cancelled", cause.others)
        case .undecided: ("undecided", [])
        // Those of a configuration, which are explained, ask nobody.
        case .attempted, .asks, .awaitsAnswer, .answered, .unanswered: nil
        }
    }

    fileprivate var reason: Reason? {
        switch self {
        case .failed(.rule(let reason)), .cancelled(.rule(let reason)): reason
        default: nil
        }
    }
}

extension Decision.Cause {
    fileprivate var others: [GestureRecognizer] {
        switch self {
        case .prevented(let other), .revoked(let other), .required(let other), .notPreceded(let other): [other]
        default: []
        }
    }
}
