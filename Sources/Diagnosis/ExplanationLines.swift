// The JSON lines of an explanation: surface, fingers, steps and outcomes of recognizers.

internal import GestureDaemon
internal import GestureWire
internal import Gestures
internal import Touch

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
        send(
            SurfaceLine(
                name: surface.name, unit: "pt", width: surface.size.width, height: surface.size.height,
                millimetres: SizeMembers(width: surface.millimetres.width, height: surface.millimetres.height),
                regions: root.withDescendants.map(RegionMembers.init),
                recognizers: recognizers.map(RecognizerMembers.init)))
    }

    func write(_ frame: TouchFrame, root: Region) {
        let sets = [(frame.began, "began"), (frame.moved, "moved"), (frame.ended, "ended"), (frame.cancelled, "lost")]
        let fingers = sets.flatMap { touches, phase in
            touches.map { touch in
                FingerMembers(
                    id: touch.id, phase: phase,
                    location: PointMembers(x: touch.location.x, y: touch.location.y),
                    region: phase == "began" ? (root.regionOfTouch(at: touch.location) ?? root).name : nil)
            }
        }
        if !fingers.isEmpty { send(FingersLine(surface: surface, time: frame.time.seconds, fingers: fingers)) }
    }

    /// Writes a decision.
    ///
    /// - Parameter words: What the text of the explanation says of it; nil when it says nothing.
    func write(_ decision: Decision, words: String?, sequence: Int) {
        let recognizer = decision.recognizer
        let identity = ObjectIdentifier(recognizer)
        if case .attempted(let reason) = decision.verdict { return readiness[identity] = reason }
        guard let (step, others) = decision.verdict.step else { return }
        var reason: Reason?
        switch step {
        case .received, .refused, .ignored, .contends: break
        default: reason = decision.verdict.reason ?? readiness.removeValue(forKey: identity)
        }
        var words = words ?? step.rawValue
        if case .received(let touch) = decision.verdict { words = "sees touch \(touch.id)" }
        let measurement = reason?.measurement
        send(
            StepLine(
                surface: surface, sequence: sequence, time: decision.time.seconds, recognizer: recognizer.label,
                type: recognizer.typeName, step: step.rawValue, words: words,
                value: measurement?.value, limit: measurement?.limit, unit: measurement?.unit,
                comparison: measurement?.comparison, others: others.isEmpty ? nil : others.map(\.label),
                touches: Array(recognizer.touchIDs)))
    }

    func write(_ recognizer: ExplainedRecognizer, sequence: Int) {
        send(
            OutcomeLine(
                surface: surface, sequence: sequence, recognizer: recognizer.name, recognized: recognizer.isRecognized,
                words: recognizer.outcome))
    }

    func write(warning words: String) { send(WarningLine(words: words)) }

    private func send(_ line: some ExplanationLine) {
        var writer = LineWriter()
        writer.append(line)
        receive(writer.bytes)
    }
}

/// A line, whose members are its properties.
private protocol ExplanationLine: WireObject {}

private struct SurfaceLine: ExplanationLine {
    let what = "surface"
    let name, unit: String
    let width, height: Double
    let millimetres: SizeMembers
    let regions: [RegionMembers]
    let recognizers: [RecognizerMembers]
}

private struct FingersLine: ExplanationLine {
    let what = "fingers"
    let surface: String?
    let time: Double
    let fingers: [FingerMembers]
}

private struct StepLine: ExplanationLine {
    let what = "step"
    let surface: String?
    let sequence: Int
    let time: Double
    let recognizer, type, step, words: String
    let value, limit: Double?
    let unit, comparison: String?
    let others: [String]?
    let touches: [Int]
}

private struct OutcomeLine: ExplanationLine {
    let what = "outcome"
    let surface: String?
    let sequence: Int
    let recognizer: String
    let recognized: Bool
    let words: String
}

private struct WarningLine: ExplanationLine {
    let what = "warning"
    let words: String
}

private struct SizeMembers: WireObject { let width, height: Double }

private struct PointMembers: WireObject { let x, y: Double }

private struct FingerMembers: WireObject {
    let id: Int
    let phase: String
    let location: PointMembers
    let region: String?
}

private struct RegionMembers: WireObject {
    let name: String
    let x, y, width, height: Double

    init(_ region: Region) {
        let bounds = region.boundsOnSurface
        name = region.name
        (x, y, width, height) = (bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height)
    }
}

private struct RecognizerMembers: WireObject {
    let name, type, region: String

    init(_ recognizer: GestureRecognizer) {
        name = recognizer.label
        type = recognizer.typeName
        region = recognizer.region?.name ?? ""
    }
}

extension Region {
    /// This region and all within it, outer ones first.
    var withDescendants: [Region] { [self] + children.flatMap(\.withDescendants) }
}

/// The steps of recognizers, by their names in JSON.
enum StepName: String {
    case received, refused, ignored, restarted, waiting, contends
    case began, recognized, failed, ended, cancelled, undecided
}

extension Decision.Verdict {
    /// Its name and the other recognizers that it is about; nil for what is no step of its own.
    var step: (StepName, others: [GestureRecognizer])? {
        switch self {
        case .received: (.received, [])
        case .refused: (.refused, [])
        case .ignored: (.ignored, [])
        case .startedAnew: (.restarted, [])
        case .waits(let others): (.waiting, others)
        case .contends(let other): (.contends, [other])
        case .activated(let state): (state == .ended ? .recognized : .began, [])
        case .failed(let cause): (.failed, cause.others)
        case .ended: (.ended, [])
        case .cancelled(let cause): (.cancelled, cause.others)
        case .undecided: (.undecided, [])
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
        case .prevented(let other), .revoked(let other), .required(let other): [other]
        default: []
        }
    }
}
