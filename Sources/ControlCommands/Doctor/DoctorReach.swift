// The doctor's findings about reaching gestured: service, socket, greeting.

import GestureWire

extension DoctorFacts {
    /// All findings in order of dependency; findings that depend on a problem are omitted.
    var diagnosis: Diagnosis {
        var diagnosis = Diagnosis(findings: [serviceFinding])
        guard case .greeted(let hello) = connection else {
            diagnosis.findings += unreachedFindings + offlineFindings
            diagnosis.status = connection == .forbidden ? ExitStatus.permission : ExitStatus.unreachable
            return diagnosis
        }
        diagnosis.findings.append(Finding("socket", .ok, "\(socket.path) is open to \(socket.user)"))
        diagnosis.findings.append(
            Finding("protocol", .ok, "\(hello.server), version \(hello.protocol) of the protocol"))
        diagnosis.findings += insideFindings(hello)
        if diagnosis.findings.contains(where: { $0.verdict == .problem }) { diagnosis.status = ExitStatus.failure }
        return diagnosis
    }

    // MARK: - The service

    private var serviceFinding: Finding {
        switch service {
        case .notAsked: Finding("service", .unknown, "not checked: the given socket is not the service's")
        case .noSystemd:
            Finding(
                "service", .unknown, "this machine does not run systemd, so there is no service",
                advice: reachesDaemon ? nil : "start it by hand: gestured --log-level debug")
        case .noAnswer: Finding("service", .unknown, "systemd did not answer", advice: "systemctl status gestured")
        case .units(let service, let socket, let journal): finding(service, socket, journal)
        }
    }

    private func finding(_ service: UnitFacts, _ socket: UnitFacts, _ journal: [String]) -> Finding {
        let name = "gestured.service"
        func problem(_ words: String, _ advice: String) -> Finding {
            Finding("service", .problem, "\(name) \(words)", advice: advice)
        }
        let isListening = socket.active == "active"
        guard !reachesDaemon || ["active", "reloading"].contains(service.active) else {
            return Finding("service", .unknown, "\(name) is not running, but another gestured answers")
        }
        if service.load == "not-found" {
            return problem("is not installed", "install gestured, then: sudo systemctl daemon-reload")
        }
        if service.load == "masked" { return problem("is masked", "sudo systemctl unmask gestured") }
        let last = journal.isEmpty ? "" : "; its last messages: \(journal.joined(separator: " | "))"
        let start = service.file == "enabled" ? "start" : "enable --now"
        switch service.active {
        case "active", "reloading":
            let boot = service.file == "enabled" || socket.file == "enabled"
            return Finding(
                "service", .ok, "\(name) is running" + (isListening ? ", and gestured.socket listens" : ""),
                advice: boot ? nil : "to start it at boot: sudo systemctl enable gestured")
        case "activating": return problem("is starting\(last)", "journalctl -u gestured -f")
        case "failed":
            let end = service.result == "signal" ? "signal" : "status"
            return problem(
                "has failed (\(service.result), \(end) \(service.status))\(last)", Self.advice(status: service.status))
        default:
            return isListening
                ? Finding("service", .ok, "gestured.socket starts \(name) when a client connects")
                : problem("is not running", "sudo systemctl \(start) gestured")
        }
    }

    private static func advice(status: Int) -> String {
        status == Int(ExitStatus.configuration)
            ? "gesturectl check, correct the file, then: sudo systemctl restart gestured"
            : "journalctl -u gestured -n 30, then: sudo systemctl restart gestured"
    }

    private var reachesDaemon: Bool { if case .greeted = connection { true } else { false } }

    // MARK: - The socket

    private var unreachedFindings: [Finding] {
        func answering(_ how: String, _ words: String, _ advice: String) -> [Finding] {
            [Finding("socket", .ok, "\(socket.path) \(how)"), Finding("protocol", .problem, words, advice: advice)]
        }
        let problem: (words: String, advice: String)
        switch (connection, socket.kind) {
        case (.wrong(let words), _):
            return answering("answers", words, "use the gesturectl that came with this gestured")
        case (.mute(let words), _):
            return answering(
                "accepts connections", "the program that listens there \(words)",
                "journalctl -u gestured -n 30 says why; then: sudo systemctl restart gestured")
        case (.refused(let words), _):
            return answering(
                "answers", "gestured refuses connections: \(words)",
                "stop clients that are not needed: sudo gesturectl status lists them")
        case (.forbidden, _), (_, .hidden): problem = forbidden
        case (_, .missing):
            problem = (
                "there is no socket \(socket.path)",
                "start gestured; if it listens elsewhere: --socket PATH, or set $GESTURED_SOCKET"
            )
        case (_, .otherFile): problem = ("\(socket.path) is not a socket", "give the right one: --socket PATH")
        case (.deaf(let words), .socket):
            problem = ("nobody listens at \(socket.path) (\(words))", "sudo systemctl restart gestured")
        case (_, .socket): return [Finding("socket", .unknown, "\(socket.path) exists and was not tried")]
        }
        return [Finding("socket", .problem, problem.words, advice: problem.advice)]
    }

    private var forbidden: (words: String, advice: String) {
        let (user, group, path) = (socket.user, socket.group, socket.path)
        if group.isEmpty { return ("\(user) may not access \(path)", "use sudo") }
        if socket.isInGroup {
            return (
                "\(user) is in the group \(group) but may not open \(path)",
                "sudo systemctl restart gestured.socket creates it again, with its rights"
            )
        }
        if socket.isListedInGroup {
            return (
                "\(user) is in the group \(group) but logged in before joining it",
                "log out and in again, or for this shell: newgrp \(group)"
            )
        }
        guard socket.isGroupForOthers else {
            return (
                "\(user) may not open \(path): it is \(socket.owner)'s",
                "use sudo, or start gestured as its service, whose socket is for the group \(SocketFacts.serviceGroup)"
            )
        }
        return (
            "\(user) may not open \(path), which is for the group \(group)",
            "sudo usermod -aG \(group) \(user), then log out and in again"
        )
    }

    // MARK: - Without a daemon

    /// Findings about configuration and devices without the daemon.
    private var offlineFindings: [Finding] {
        var findings: [Finding] = []
        if let configuration {
            if configuration.isForbidden {
                findings.append(
                    Finding("configuration", .unknown, "\(configuration.name) may not be read by \(socket.user)"))
            } else if let first = configuration.problems.first {
                findings.append(
                    Finding(
                        "configuration", .problem, "\(configuration.name) has problems: \(first)",
                        advice: "gesturectl check shows each with its line"))
            } else {
                findings.append(Finding("configuration", .ok, "\(configuration.name) has no problems"))
            }
        }
        if let devices { findings += deviceFindings(devices, isOffline: true) }
        return findings + interceptionFindings + handsFindings + actionsFindings
    }
}
