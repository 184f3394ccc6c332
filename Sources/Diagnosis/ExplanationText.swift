// The text layout of an explained sequence: heading, fingers, time line, outcomes.

import GestureDaemon
import Gestures
import Touch

/// ```
/// Sequence 2: touch 2, 0.055 s from 12.345: tap
///   touch 2  down for 0.055 s, went 1.2 pt (0.2 mm) at most from where it landed
///
///       12.345  touch 2 at 120.0, 300.5 in root, seen by tap and pan
///       12.400  touch 2 lifted
///       12.400  tap   recognized
///       12.400  pan   failed: tap was recognized first
///
///   tap   recognized at 12.400
///   pan   failed at 12.400: tap was recognized first
/// ```
extension ExplainedSequence {
    func text(number: Int, on surface: String?) -> [String] {
        beginEvent()
        let width = shown.map(\.name.count).max() ?? 0
        var text = [heading(number: number, on: surface)]
        let touches = fingers.map { "touch \($0.id)" }
        let touchWidth = touches.map(\.count).max() ?? 0
        text += zip(touches, fingers).map { "  " + $0.padded(touchWidth) + "  " + movement(of: $1) }
        if fingerCount > fingers.count { text.append("  and " + more(fingerCount - fingers.count, "touch", "touches")) }
        text.append("")
        for line in lines {
            let name = line.name.map { $0.padded(width) + "  " } ?? ""
            text.append("  " + line.time.seconds.fixed(3).padded(10, right: true) + "  " + name + line.text)
        }
        if lineCount > lines.count { text.append("  and \(more(lineCount - lines.count, "line", "lines")) omitted") }
        text.append("")
        text += shown.map { "  " + $0.name.padded(width) + "  " + $0.outcome }
        return text
    }

    /// The touches, how long they took, and what was recognized.
    private func heading(number: Int, on surface: String?) -> String {
        let title = "Sequence \(number)" + (surface.map { " on \($0)" } ?? "")
        let recognized = recognizers.filter(\.isRecognized).map(\.name)
        let answer = recognized.isEmpty ? "nothing was recognized" : listed(recognized)
        let touches =
            switch fingerCount {
            case 0: "no touch"
            case 1: "touch \(fingers[0].id)"
            case 2...fingers.count: "touches " + listed(fingers.map { String($0.id) })
            default: "\(fingerCount) touches from \(fingers[0].id) on"
            }
        guard let start = fingers.first?.startTime else { return "\(title): \(touches): \(answer)" }
        let duration = (lastLift ?? start).seconds(since: start)
        return "\(title): \(touches), \(duration.fixed(3)) s from \(start.seconds.fixed(3)): \(answer)"
    }

    /// How long a finger was down, and how far it moved.
    private func movement(of finger: Finger) -> String {
        let duration = finger.endTime.map { "down for \($0.seconds(since: finger.startTime).fixed(3)) s" } ?? "down"
        let millimetres = finger.way * PointUnit.millimetres
        return "\(duration), moved up to \(finger.way.fixed(1)) pt (\(millimetres.fixed(1)) mm) from where it landed"
    }
}
