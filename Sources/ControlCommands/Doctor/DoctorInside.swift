// The doctor's findings when gestured answers: access, configuration, touches, decisions.

import GestureDaemon
import GestureWire

extension DoctorFacts {
    /// Returns findings from the calling user's rights to the last decision of each recognizer.
    func insideFindings(_ hello: Hello) -> [Finding] {
        var findings = [access(hello)]
        guard hello.capabilities.contains(Capability.gestures.rawValue) else { return findings }
        findings += configurationFindings
        let hasSurface = status.map { $0.surfaces > 0 } ?? true
        if let devices { findings += deviceFindings(devices, isOffline: false) }
        findings += interceptionFindings + handsFindings + actionsFindings
        if let clients { findings.append(clients) }
        if let interruption {
            let advice = "journalctl -u gestured -n 30 says why"
            return findings + [Finding("touches", .problem, "gestured \(interruption) meanwhile", advice: advice)]
        }
        guard hasSurface else { return findings }
        findings += touchFindings(mayKnow: hello.capabilities.contains(Capability.touches.rawValue))
        return findings + decisionFindings
    }

    private func access(_ hello: Hello) -> Finding {
        let text = "\(socket.user) may: \(hello.capabilities.joined(separator: ", "))"
        if hello.capabilities.isEmpty {
            return Finding(
                "access", .problem,
                "\(socket.user) may do nothing: `access` of the configuration grants it nothing now",
                advice: "grant it: access: [{ user: \(socket.userInAccess), allow: [gestures] }], then: "
                    + "sudo gesturectl reload")
        }
        guard hello.capabilities.contains(Capability.gestures.rawValue) else {
            return Finding(
                "access", .problem, "\(text), but not receive gestures",
                advice: "add `gestures` to its entry in `access` of the configuration, then: sudo gesturectl reload")
        }
        guard Monitor.mayKnowPlaces(hello.capabilities) else {
            return Finding(
                "access", actions.points ? .problem : .ok,
                "\(text); gestures arrive without places" + (actions.points ? ", and your actions point" : ""),
                advice:
                    "to also receive places: access: [{ user: \(socket.userInAccess), allow: [gestures, locations] }], then: "
                    + "sudo gesturectl reload; to see touches and the reasons of failures: sudo gesturectl doctor")
        }
        let isMissing = !hello.capabilities.contains(Capability.touches.rawValue)
        return Finding(
            "access", .ok, text,
            advice: isMissing ? "to also see touches and the reasons of failures: sudo gesturectl doctor" : nil)
    }

    // MARK: - The configuration

    private var configurationFindings: [Finding] {
        guard let status else { return [] }
        if status.refused { return [refusal(of: status.configuration)] }
        let name = status.configuration == "standard" ? "the standard configuration" : status.configuration
        guard let recognizers else { return [Finding("configuration", .ok, name)] }
        let disabled = recognizers.filter { !$0.enabled }.map(\.name)
        func problem(_ words: String, _ advice: String) -> [Finding] {
            [Finding("configuration", .problem, words, advice: advice)]
        }
        if recognizers.isEmpty { return problem("\(name) has no recognizers", "add some under `recognizers:`") }
        if disabled.count == recognizers.count {
            let text = "\(name): all \(recognizers.count) recognizers are disabled"
            return problem(text, "sudo gesturectl enable \(disabled[0])")
        }
        let off = disabled.isEmpty ? "" : "; switched off: \(disabled.joined(separator: ", "))"
        return [Finding("configuration", .ok, "\(name), with \(recognizers.count) recognizers\(off)")]
            + neverBeginning
    }

    /// Returns the finding that the last reload was refused, and whether the next one would be, as far as the files are
    /// readable.
    private func refusal(of name: String) -> Finding {
        let known = configuration.flatMap { $0.isForbidden ? nil : $0 }
        if let known, known.problems.isEmpty {
            return Finding(
                "configuration", .problem, "\(known.name) was refused at the last reload but has no problems now",
                advice: "sudo gesturectl reload")
        }
        let first = known?.problems.first.map { ": \($0)" } ?? ""
        return Finding(
            "configuration", .problem,
            "\(known?.name ?? name) has problems, so the previous configuration applies\(first)",
            advice: "\(ConfigurationChoice.checkCommand(for: name)), correct it, then: sudo gesturectl reload")
    }

    /// Recognizers that need more fingers than their panel reports.
    private var neverBeginning: [Finding] {
        (devices ?? []).filter(\.used).compactMap { device in
            let names = (decisions ?? []).filter { $0.surface == device.surface && $0.fingers > device.slots }
            guard !names.isEmpty else { return nil }
            let list = names.map { "\($0.recognizer) (needs \($0.fingers))" }.joined(separator: ", ")
            return Finding(
                "configuration", .problem,
                "surface \(device.surface ?? "") reports at most \(device.slots) fingers, so these can never begin: \(list)",
                advice: "configure fewer fingers for them")
        }
    }

    // MARK: - Clients

    private var clients: Finding? {
        guard let status else { return nil }
        let others = status.subscriptions
        guard others == 0 else {
            return Finding("clients", .ok, "\(others) \(others == 1 ? "subscription" : "subscriptions") of others")
        }
        return Finding(
            "clients", .ok, "no other client has subscribed, and recognizers without subscribers are idle",
            advice: "start the application, or watch gestures with: gesturectl monitor")
    }

    // MARK: - Fingers

    private func touchFindings(mayKnow: Bool) -> [Finding] {
        switch touches {
        case .notAsked: return []
        case .notWaited: return [Finding("touches", .unknown, "not tested (--wait 0)")]
        case .waited(let seconds, let frames, let count, let recognized, let leftOut):
            let left = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            let more = left.isEmpty ? "" : "; filtered contacts: \(left)"
            let time = "\(GestureLine.number(seconds)) s"
            let first =
                if let frames, let count, count > 0 || frames > 0 {
                    Finding(
                        "touches", .ok,
                        "\(count) \(count == 1 ? "touch" : "touches") in \(frames) frames came from the panel\(more)")
                } else if !recognized.isEmpty {
                    Finding("touches", .ok, "fingers came from the panel")
                } else if !left.isEmpty {
                    Finding(
                        "touches", .problem, "all contacts were filtered\(more)", advice: "gesturectl devices shows why"
                    )
                } else if mayKnow {
                    Finding("touches", .problem, "nothing came from the panel in \(time)", advice: silenceAdvice)
                } else {
                    Finding(
                        "touches", .unknown, "no gesture came in \(time), and \(socket.user) may not see touches",
                        advice: "sudo gesturectl doctor")
                }
            let findings = [first] + grabFindings
            if !recognized.isEmpty {
                return findings + [Finding("gestures", .ok, "recognized: \(recognized.joined(separator: ", "))")]
            }
            guard let count, count > 0 else { return findings }
            let text = "fingers touched the screen but nothing was recognized; see below"
            return findings + [Finding("gestures", .problem, text)]
        }
    }

    // MARK: - Decisions

    private var decisionFindings: [Finding] {
        let surfaces = Set((decisions ?? []).map(\.surface))
        return (decisions ?? []).map { decision in
            let place = surfaces.count > 1 ? " on \(decision.surface)" : ""
            return Finding("recognizer \(decision.recognizer)\(place)", .ok, Self.text(decision))
        }
    }

    /// Returns the last outcome of a recognizer, in the words of `gesturectl explain`.
    static func text(_ decision: DecisionReport) -> String {
        switch decision.outcome {
        case .none:
            if !decision.reason.isEmpty { return "nothing yet: \(decision.reason)" }
            return decision.resting ? "nothing yet: it is idle, as no client subscribes to it" : "nothing yet"
        case .waiting: return decision.reason
        case .possible: return decision.reason
        case .began: return "began" + colon(decision.reason)
        case .recognized: return "recognized" + colon(decision.reason)
        case .ended: return "ended" + (decision.reason.isEmpty ? "" : "; it began: \(decision.reason)")
        case .cancelled: return "cancelled" + colon(decision.reason)
        case .failed:
            return decision.reason.hasPrefix("never saw") ? decision.reason : "failed" + colon(decision.reason)
        }
    }

    private static func colon(_ reason: String) -> String { reason.isEmpty ? "" : ": \(reason)" }
}
