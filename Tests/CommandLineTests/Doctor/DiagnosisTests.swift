// Tests of the doctor's findings from given facts.

import Evdev
import Glibc
import Testing

@testable import ControlCommands
@testable import GestureWire

struct DiagnosisTests {
    /// A machine on which all is well, except for the changes of a test.
    static func facts(_ change: (inout DoctorFacts) -> Void = { _ in }) -> DoctorFacts {
        var facts = DoctorFacts()
        facts.service = .units(
            service: UnitFacts("LoadState=loaded\nActiveState=active\nResult=success\nUnitFileState=enabled\n"),
            socket: UnitFacts("LoadState=not-found\nActiveState=inactive\n"), journal: [])
        facts.socket.path = "/run/gestured/gestured.sock"
        facts.socket.kind = .socket
        (facts.socket.group, facts.socket.user) = ("gestures", "kiosk")
        facts.connection = .greeted(
            Hello(protocol: 1, server: "gestured 0.1.0", capabilities: Capability.allCases.map(\.rawValue)))
        facts.status = StatusReport(
            uptime: 1, configuration: "/etc/gestured/gestured.yaml", surfaces: 1, devices: 1, subscriptions: 1)
        facts.recognizers = [RecognizerDescription(name: "tap", type: "tap", region: "root", enabled: true)]
        facts.devices = [panel]
        facts.touches = .waited(seconds: 10, frames: 40, touches: 1, recognized: ["tap"], leftOut: [:])
        facts.decisions = [
            DecisionReport(recognizer: "tap", surface: "panel", outcome: .recognized, fingers: 1, time: 1)
        ]
        change(&facts)
        return facts
    }

    private static let panel = DeviceReport(
        path: "/dev/input/event4", name: "ELAN", used: true, reason: "used", vendor: 1, product: 2, protocol: "B",
        slots: 10, surface: "panel", millimetres: WireSize(width: 344, height: 194), rate: 100, matrix: [])

    private static func device(_ reason: String) -> DeviceReport {
        DeviceReport(
            path: "/dev/input/event3", name: "Thing", used: false, reason: reason, vendor: 1, product: 2, protocol: "",
            slots: 0)
    }

    /// gestured does not run; systemd says so of its units.
    static func notRunning(
        _ facts: inout DoctorFacts, _ service: String = "", socket: String = "", journal: [String] = []
    ) {
        facts.connection = .deaf("No such file or directory")
        facts.socket.kind = .missing
        facts.configuration = ConfigurationFacts(name: "/etc/gestured/gestured.yaml", problems: [])
        if !service.isEmpty {
            facts.service = .units(
                service: UnitFacts(service.replacing(" ", with: "\n")), socket: UnitFacts(socket), journal: journal)
        }
    }

    /// Nothing arrived during the wait; whether another program has grabbed the panel.
    private static func silent(
        _ facts: inout DoctorFacts, _ outcome: GrabTrial, isOpenForSession: Bool = false,
        isComplete: Bool = true,
        openers: [String] = []
    ) {
        facts.touches = .waited(seconds: 10, frames: 0, touches: 0, recognized: [], leftOut: [:])
        facts.grabs = [
            GrabFacts(
                path: "/dev/input/event4", outcome: outcome, openers: openers, isOpenForSession: isOpenForSession,
                isComplete: isComplete)
        ]
    }

    private static func failed(_ number: Int32) -> GrabTrial {
        .failed(EvdevError(code: .open, path: "/dev/input/event4", systemCall: "open", errno: number))
    }

    /// The devices are these; none of them is used.
    private static func unused(_ facts: inout DoctorFacts, _ reasons: String...) {
        facts.devices = reasons.map { device("not used: \($0)") }
        facts.status?.surfaces = 0
    }

    private static let noTouchscreen = "udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)"
    private static let denied = "/dev/input/event3: open: Permission denied"

    private static func may(_ facts: inout DoctorFacts, _ capabilities: String...) {
        facts.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: capabilities))
    }

    private static func waited(
        _ facts: inout DoctorFacts, frames: Int?, touches: Int?, leftOut: [String: Int] = [:]
    ) { facts.touches = .waited(seconds: 10, frames: frames, touches: touches, recognized: [], leftOut: leftOut) }

    @Test("In a healthy installation every step is ok, in order of dependence, and the status is 0")
    func well() {
        let diagnosis = Self.facts().diagnosis
        #expect(
            diagnosis.findings.map(\.step) == [
                "service", "socket", "protocol", "access", "configuration", "devices", "clients", "touches", "gestures",
                "recognizer tap",
            ])
        #expect(diagnosis.findings.allSatisfy { $0.verdict == .ok } && diagnosis.status == 0)
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let facts: DoctorFacts
        let step: String
        let words: String
        let advice: String
        let verdict: Finding.Verdict
        let status: Int32
        var testDescription: String { "\(step): \(words)" }
    }

    /// A failure by its step, words and, behind an arrow, advice.
    private static func failure(
        _ text: String, _ verdict: Finding.Verdict = .problem, _ status: Int32 = 1,
        _ change: @escaping (inout DoctorFacts) -> Void
    ) -> Failure {
        let parts = text.split(separator: " → "), words = parts[0].split(separator: ": ", maxSplits: 1)
        return Failure(
            facts: facts(change), step: String(words[0]), words: String(words[1]),
            advice: parts.count > 1 ? String(parts[1]) : "", verdict: verdict, status: status)
    }

    private static func failure(
        _ text: String, _ status: Int32, _ change: @escaping (inout DoctorFacts) -> Void
    ) -> Failure { failure(text, .problem, status, change) }

    /// A failure of a service that does not run, of which systemd says this.
    private static func stopped(_ text: String, _ service: String) -> Failure {
        failure(text, 69) { notRunning(&$0, service) }
    }

    /// What is wrong outside of a gestured that answers, and within.
    static let reach: [Failure] = [
        stopped("service: is not installed → install gestured", "LoadState=not-found ActiveState=inactive"),
        stopped(
            "service: is not running → sudo systemctl start gestured",
            "LoadState=loaded ActiveState=inactive UnitFileState=enabled"),
        stopped(
            "service: is not running → enable --now gestured",
            "LoadState=loaded ActiveState=inactive UnitFileState=disabled"),
        stopped("service: is masked → unmask", "LoadState=masked ActiveState=inactive"),
        failure("service: status 78); its last messages: line 3 → gesturectl check", 69) {
            notRunning(
                &$0, "LoadState=loaded ActiveState=failed Result=exit-code ExecMainStatus=78", journal: ["line 3"])
        },
        stopped(
            "service: failed (signal, signal 11) → journalctl",
            "LoadState=loaded ActiveState=failed Result=signal ExecMainStatus=11"),
        failure("service: gestured.socket starts gestured.service", .ok, 69) {
            notRunning(&$0, "LoadState=loaded ActiveState=inactive", socket: "ActiveState=active\n")
        },
        failure("service: does not run systemd → by hand", .unknown, 69) {
            notRunning(&$0)
            $0.service = .noSystemd
        },
        failure("socket: there is no socket → --socket PATH", 69) { notRunning(&$0) },
        failure("socket: is not a socket → --socket", 69) {
            ($0.connection, $0.socket.kind) = (.deaf("Connection refused"), .otherFile)
        },
        failure("socket: nobody listens → restart", 69) { $0.connection = .deaf("Connection refused") },
        failure("socket: kiosk may not open → usermod -aG gestures kiosk, then log out", 77) {
            $0.connection = .forbidden
        },
        failure("socket: logged in before joining it → newgrp gestures", 77) {
            ($0.connection, $0.socket.isListedInGroup) = (.forbidden, true)
        },
        failure("socket: may not open → restart", 77) { ($0.connection, $0.socket.isInGroup) = (.forbidden, true) },
        failure(
            "socket: kiosk may not open /run/gestured/gestured.sock: it is root's → "
                + "use sudo, or start gestured as its service",
            77
        ) {
            $0.connection = .forbidden
            ($0.socket.group, $0.socket.owner, $0.socket.isGroupForOthers) = ("root", "root", false)
        },
        failure("protocol: says nothing → journalctl", 69) { $0.connection = .mute("says nothing") },
        failure("socket: was not tried", .unknown, 69) {
            $0.service = .units(
                service: UnitFacts("LoadState=loaded\nActiveState=failed\n"),
                socket: UnitFacts("ActiveState=active\n"), journal: [])
            $0.connection = nil
        },
        failure("protocol: refuses connections: 64 peers → gesturectl status", 69) {
            $0.connection = .refused("64 peers are connected already")
        },
        failure("protocol: version 2 → gesturectl that came", 69) {
            $0.connection = .wrong("it speaks version 2 of the protocol")
        },
        failure("configuration: x.yaml has problems: 3:5: unknown key", 69) {
            notRunning(&$0)
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: ["3:5: unknown key"])
        },
        failure("devices: none of 2 input devices → udevadm", 69) {
            notRunning(&$0)
            $0.devices = Array(repeating: device("not used: \(noTouchscreen)"), count: 2)
        },
        failure("devices: ermission denied → sudo", .unknown, 69) {
            notRunning(&$0)
            $0.devices = [device("not used: \(denied)")]
        },
    ]

    static let inside: [Failure] = [
        failure("access: may do nothing → allow: [gestures]") { may(&$0) },
        failure("access: uid 1002 may do nothing → { user: 1002, allow") {
            may(&$0)
            $0.socket.user = "uid 1002"
        },
        failure("access: but not receive gestures → add `gestures`") { may(&$0, "attach") },
        failure("access: kiosk may: gestures → sudo gesturectl doctor", .ok, 0) { may(&$0, "gestures") },
        failure(
            "configuration: has problems, so the previous configuration applies: x.yaml:3:5: unknown key → "
                + "gesturectl check, correct it, then: sudo gesturectl reload"
        ) {
            $0.status?.refused = true
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: ["x.yaml:3:5: unknown key"])
        },
        failure("configuration: the previous configuration applies → gesturectl check /x.yaml, correct it") {
            $0.status?.refused = true
            $0.status?.configuration = "/x.yaml"
            $0.configuration = ConfigurationFacts(name: "/x.yaml", problems: [], isForbidden: true)
        },
        failure("configuration: x.yaml was refused at the last reload but has no problems now → sudo gesturectl reload")
        {
            $0.status?.refused = true
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: [])
        },
        failure("configuration: has no recognizers → recognizers:") { $0.recognizers = [] },
        failure("configuration: all 1 recognizers are disabled → enable tap") { $0.recognizers?[0].enabled = false },
        failure("configuration: can never begin: five (needs 5) → fewer fingers") {
            $0.devices?[0].slots = 2
            $0.decisions?.append(DecisionReport(recognizer: "five", surface: "panel", fingers: 5))
        },
        failure("devices: there is no touchscreen: the only input device is not a touchscreen → plugged in") {
            unused(&$0, noTouchscreen)
        },
        failure("devices: no input device at all → plugged in") { unused(&$0) },
        failure("devices: there is no other touchscreen: the only → plugged in") {
            unused(&$0, "excluded by the configuration (use: never)")
        },
        failure("devices: excluded by the configuration", .unknown, 0) {
            $0.devices?.append(device("not used: excluded by the configuration (use: never)"))
        },
        failure("touches: gestured closed the connection meanwhile → journalctl") {
            ($0.interruption, $0.touches) = ("closed the connection", .notAsked)
        },
        failure("devices: ermission denied → udevadm trigger") { unused(&$0, denied) },
        failure("devices: also a keyboard") {
            unused(&$0, "also a keyboard (ID_INPUT_KEYBOARD), so gestured could read what is typed")
        },
        failure("devices: assumed: its size is unknown → size: WIDTHmm", .ok, 0) { $0.devices?[0].assumed = true },
        failure("devices: contactJumped 3 times → gesturectl devices", .ok, 0) {
            $0.devices?[0].defects = ["contactJumped": 3]
        },
        failure("clients: no other client has subscribed → gesturectl monitor", .ok, 0) {
            $0.status?.subscriptions = 0
        },
        failure("touches: nothing came from the panel in 10 → no program has grabbed it") { silent(&$0, .free) },
        failure(
            "touches: another process has grabbed /dev/input/event4 (EVIOCGRAB) → "
                + "one of these has it open and has grabbed it: weston (pid 812), evtest (pid 1033); stop it"
        ) {
            silent(&$0, .grabbed, openers: ["weston (pid 812)", "evtest (pid 1033)"])
        },
        failure("touches: has grabbed /dev/input/event4 → sudo gesturectl doctor") {
            silent(&$0, .grabbed, isComplete: false)
        },
        failure(
            "touches: has grabbed /dev/input/event4 → "
                + "only the seat manager has it open, for the compositor of a session: configure that not to grab"
        ) {
            silent(&$0, .grabbed, isOpenForSession: true)
        },
        failure("touches: another process has grabbed /dev/input/event4") {
            $0.grabs = [GrabFacts(path: "/dev/input/event4", outcome: .grabbed)]
        },
        failure("touches: nothing came → did not test whether another program has grabbed it: lift every finger") {
            silent(&$0, .touched)
        },
        failure("touches: nothing came → `sudo gesturectl doctor` finds out whether another") {
            silent(&$0, failed(EACCES))
        },
        failure("touches: nothing came → whether it is grabbed: /dev/input/event4: open: No such device") {
            silent(&$0, failed(ENODEV))
        },
        failure("touches: all contacts were filtered; filtered contacts: palm 2 → gesturectl devices") {
            waited(&$0, frames: 0, touches: 0, leftOut: ["palm": 2])
        },
        failure("touches: may not see touches → sudo", .unknown, 0) {
            may(&$0, "gestures")
            waited(&$0, frames: nil, touches: nil)
        },
        failure("touches: --wait 0", .unknown, 0) { $0.touches = .notWaited },
        failure("gestures: nothing was recognized") { waited(&$0, frames: 30, touches: 1) },
    ]

    @Test("Each failure has a message, the next command to type, and a status", arguments: reach + inside)
    func failures(_ failure: Failure) throws {
        let diagnosis = failure.facts.diagnosis
        let finding = try #require(
            diagnosis.findings.first { $0.step == failure.step && $0.words.contains(failure.words) },
            "\(diagnosis.findings)")
        #expect(finding.verdict == failure.verdict)
        #expect(failure.advice.isEmpty || finding.advice?.contains(failure.advice) == true, "\(finding)")
        #expect(diagnosis.status == failure.status)
        let advice = diagnosis.findings.compactMap(\.advice)
        #expect(!advice.contains { $0.contains("usermod -aG root") || $0.contains("--check-config") })
    }

    @Test("Steps that depend on a problem are omitted")
    func leftOut() {
        let steps = Self.facts { Self.unused(&$0) }.diagnosis.findings.map(\.step)
        #expect(steps.last == "clients", "without a surface there is no request to touch it")
        let forbidden = Self.facts { $0.connection = .forbidden }.diagnosis.findings.map(\.step)
        #expect(!forbidden.contains("protocol") && !forbidden.contains("touches"))
    }

    @Test(
        "Each last decision has its words",
        arguments: [
            (DecisionOutcome.none, "", false, "nothing yet"),
            (.none, "", true, "nothing yet: it is idle, as no client subscribes to it"),
            (.waiting, "waits for double-tap to fail", false, "waits for double-tap to fail"),
            (.failed, "moved 12.4 pt, 10.0 allowed", false, "failed: moved 12.4 pt, 10.0 allowed"),
            (.failed, "never saw enough fingers: had 1, needs 2", false, "never saw enough fingers: had 1, needs 2"),
            (.recognized, "", false, "recognized"), (.ended, "moved 10.1 pt", false, "ended; it began: moved 10.1 pt"),
            (.cancelled, "the device is gone", false, "cancelled: the device is gone"),
        ])
    func decision(outcome: DecisionOutcome, reason: String, resting: Bool, words: String) {
        let report = DecisionReport(
            recognizer: "r", surface: "s", outcome: outcome, resting: resting, fingers: 1, reason: reason)
        #expect(DoctorFacts.text(report) == words)
    }

    @Test("Advice that asks for a udev rule of your own does not ask about the installed one")
    func ruleOfOnesOwn() {
        let reason = "not used: /dev/input/event3: open: Permission denied; give it a udev rule of your own"
        let findings = Self.facts().deviceFindings([Self.device(reason)], isOffline: false)
        #expect(findings.map(\.verdict) == [.problem] && findings[0].advice == nil, "\(findings)")
    }

    @Test("Lines are aligned, advice stands below, and escapes in device names are harmless")
    func lines() {
        let finding = Finding("socket", .problem, "a\u{1b}[31m\nb", advice: "c")
        #expect(finding.lines(width: 8) == [#"problem  socket    a\u{1b}[31m\u{a}b"#, "         → c"])
    }

    @Test("JSON is one line, with advice only where there is some")
    func json() {
        let diagnosis = Diagnosis(
            findings: [Finding("a", .ok, "x\ny"), Finding("b", .problem, "z", advice: "do")], status: 1)
        #expect(
            diagnosis.json
                == #"{"findings":[{"step":"a","verdict":"ok","words":"x\ny"},"#
                + #"{"advice":"do","step":"b","verdict":"problem","words":"z"}],"verdict":"problem"}"#)
    }
}
