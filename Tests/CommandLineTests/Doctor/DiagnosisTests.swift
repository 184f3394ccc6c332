// Tests of the doctor's findings from given facts.

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

    static func notRunning(_ facts: inout DoctorFacts) {
        facts.connection = .deaf("No such file or directory")
        facts.socket.kind = .missing
        facts.configuration = ConfigurationFacts(name: "/etc/gestured/gestured.yaml", problems: [])
    }

    /// Nothing arrived during the wait.
    private static func silent(_ facts: inout DoctorFacts, _ grab: GrabFacts) {
        facts.touches = .waited(seconds: 10, frames: 0, touches: 0, recognized: [], leftOut: [:])
        facts.grabs = [grab]
    }

    private static func service(_ text: String, socket: String = "", journal: [String] = []) -> ServiceFacts {
        .units(service: UnitFacts(text), socket: UnitFacts(socket), journal: journal)
    }

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
        let testDescription: String
        let facts: DoctorFacts
        let step: String
        let words: String
        let advice: String
        var verdict = Finding.Verdict.problem
        var status: Int32 = 1
    }

    private static func failure(
        _ name: String, _ step: String, _ words: String, _ advice: String = "", verdict: Finding.Verdict = .problem,
        status: Int32 = 1, _ change: @escaping (inout DoctorFacts) -> Void
    ) -> Failure {
        Failure(
            testDescription: name, facts: facts(change), step: step, words: words, advice: advice, verdict: verdict,
            status: status)
    }

    static let reach: [Failure] = [
        failure("not installed", "service", "is not installed", "install gestured", status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=not-found\nActiveState=inactive\n")
        },
        failure("stopped", "service", "is not running", "sudo systemctl start gestured", status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled\n")
        },
        failure("never enabled", "service", "is not running", "enable --now gestured", status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled\n")
        },
        failure("masked", "service", "is masked", "unmask", status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=masked\nActiveState=inactive\n")
        },
        failure("bad file", "service", "status 78); its last messages: line 3", "gesturectl check", status: 69) {
            notRunning(&$0)
            $0.service = service(
                "LoadState=loaded\nActiveState=failed\nResult=exit-code\nExecMainStatus=78\n", journal: ["line 3"])
        },
        failure("crashed", "service", "failed (signal, signal 11)", "journalctl", status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=loaded\nActiveState=failed\nResult=signal\nExecMainStatus=11\n")
        },
        failure("by socket", "service", "gestured.socket starts gestured.service", verdict: .ok, status: 69) {
            notRunning(&$0)
            $0.service = service("LoadState=loaded\nActiveState=inactive\n", socket: "ActiveState=active\n")
        },
        failure("no systemd", "service", "does not run systemd", "by hand", verdict: .unknown, status: 69) {
            notRunning(&$0)
            $0.service = .noSystemd
        },
        failure("no socket", "socket", "there is no socket", "--socket PATH", status: 69) { notRunning(&$0) },
        failure("no socket but a file", "socket", "is not a socket", "--socket", status: 69) {
            $0.connection = .deaf("Connection refused")
            $0.socket.kind = .otherFile
        },
        failure("left behind", "socket", "nobody listens", "restart", status: 69) {
            $0.connection = .deaf("Connection refused")
        },
        failure(
            "not in the group", "socket", "kiosk may not open", "usermod -aG gestures kiosk, then log out", status: 77
        ) { $0.connection = .forbidden },
        failure("login older than the group", "socket", "logged in before joining it", "newgrp gestures", status: 77) {
            $0.connection = .forbidden
            $0.socket.isListedInGroup = true
        },
        failure("in the group and forbidden", "socket", "may not open", "restart", status: 77) {
            $0.connection = .forbidden
            $0.socket.isInGroup = true
        },
        failure(
            "of root's group", "socket", "kiosk may not open /run/gestured/gestured.sock: it is root's",
            "use sudo, or start gestured as its service", status: 77
        ) {
            $0.connection = .forbidden
            ($0.socket.group, $0.socket.owner, $0.socket.isGroupForOthers) = ("root", "root", false)
        },
        failure("nobody greets", "protocol", "says nothing", "journalctl", status: 69) {
            $0.connection = .mute("says nothing")
        },
        failure("failed behind its socket", "socket", "was not tried", verdict: .unknown, status: 69) {
            $0.service = service("LoadState=loaded\nActiveState=failed\n", socket: "ActiveState=active\n")
            $0.connection = nil
        },
        failure("full house", "protocol", "refuses connections: 64 peers", "gesturectl status", status: 69) {
            $0.connection = .refused("64 peers are connected already")
        },
        failure("another version", "protocol", "version 2", "gesturectl that came", status: 69) {
            $0.connection = .wrong("it speaks version 2 of the protocol")
        },
        failure("bad file offline", "configuration", "x.yaml has problems: 3:5: unknown key", "", status: 69) {
            notRunning(&$0)
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: ["3:5: unknown key"])
        },
        failure("no panel offline", "devices", "none of 2 input devices", "udevadm", status: 69) {
            notRunning(&$0)
            $0.devices = [
                device("not used: udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)"),
                device("not used: udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)"),
            ]
        },
        failure("no right offline", "devices", "ermission denied", "sudo", verdict: .unknown, status: 69) {
            notRunning(&$0)
            $0.devices = [device("not used: /dev/input/event3: open: Permission denied")]
        },
    ]

    static let inside: [Failure] = [
        failure("no rights", "access", "may do nothing", "allow: [gestures]") {
            $0.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: []))
        },
        failure("no rights of a user without a name", "access", "uid 1002 may do nothing", "{ user: 1002, allow") {
            $0.socket.user = "uid 1002"
            $0.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: []))
        },
        failure("only others' rights", "access", "but not receive gestures", "add `gestures`") {
            $0.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: ["attach"]))
        },
        failure("gestures only", "access", "kiosk may: gestures", "sudo gesturectl doctor", verdict: .ok, status: 0) {
            $0.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: ["gestures"]))
        },
        failure(
            "refused reload", "configuration",
            "has problems, so the previous configuration applies: x.yaml:3:5: unknown key",
            "gesturectl check, correct it, then: sudo gesturectl reload"
        ) {
            $0.status?.refused = true
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: ["x.yaml:3:5: unknown key"])
        },
        failure(
            "refused reload of a named file that may not be read", "configuration",
            "the previous configuration applies",
            "gesturectl check /x.yaml, correct it"
        ) {
            $0.status?.refused = true
            $0.status?.configuration = "/x.yaml"
            $0.configuration = ConfigurationFacts(name: "/x.yaml", problems: [], isForbidden: true)
        },
        failure(
            "refused reload, mended since", "configuration",
            "x.yaml was refused at the last reload but has no problems now", "sudo gesturectl reload"
        ) {
            $0.status?.refused = true
            $0.configuration = ConfigurationFacts(name: "x.yaml", problems: [])
        },
        failure("no recognizers", "configuration", "has no recognizers", "recognizers:") { $0.recognizers = [] },
        failure("all off", "configuration", "all 1 recognizers are disabled", "enable tap") {
            $0.recognizers?[0].enabled = false
        },
        failure("too few fingers", "configuration", "can never begin: five (needs 5)", "fewer fingers") {
            $0.devices?[0].slots = 2
            $0.decisions?.append(DecisionReport(recognizer: "five", surface: "panel", fingers: 5))
        },
        failure(
            "no panel", "devices", "there is no touchscreen: the only input device is not a touchscreen", "plugged in"
        ) {
            $0.devices = [device("not used: udev does not classify it as a touchscreen (ID_INPUT_TOUCHSCREEN)")]
            $0.status?.surfaces = 0
        },
        failure("no device at all", "devices", "no input device at all", "plugged in") {
            $0.devices = []
            $0.status?.surfaces = 0
        },
        failure("nothing but what is left out", "devices", "there is no other touchscreen: the only", "plugged in") {
            $0.devices = [device("not used: excluded by the configuration (use: never)")]
            $0.status?.surfaces = 0
        },
        failure("left out", "devices", "excluded by the configuration", "", verdict: .unknown, status: 0) {
            $0.devices?.append(device("not used: excluded by the configuration (use: never)"))
        },
        failure("ended while it was asked", "touches", "gestured closed the connection meanwhile", "journalctl") {
            $0.interruption = "closed the connection"
            $0.touches = .notAsked
        },
        failure("no right to the node", "devices", "ermission denied", "udevadm trigger") {
            $0.devices = [device("not used: /dev/input/event3: open: Permission denied")]
            $0.status?.surfaces = 0
        },
        failure("keyboard, too", "devices", "also a keyboard", "") {
            $0.devices = [device("not used: also a keyboard (ID_INPUT_KEYBOARD), so gestured could read what is typed")]
            $0.status?.surfaces = 0
        },
        failure("size assumed", "devices", "assumed: its size is unknown", "size: WIDTHmm", verdict: .ok, status: 0) {
            $0.devices?[0].assumed = true
        },
        failure("defects", "devices", "contactJumped 3 times", "gesturectl devices", verdict: .ok, status: 0) {
            $0.devices?[0].defects = ["contactJumped": 3]
        },
        failure(
            "no subscriber", "clients", "no other client has subscribed", "gesturectl monitor", verdict: .ok, status: 0
        ) {
            $0.status?.subscriptions = 0
        },
        failure("nothing comes", "touches", "nothing came from the panel in 10", "no program has grabbed it") {
            silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .free))
        },
        failure(
            "grabbed", "touches", "another process has grabbed /dev/input/event4 (EVIOCGRAB)",
            "one of these has it open and has grabbed it: weston (pid 812), evtest (pid 1033); stop it"
        ) {
            let openers = ["weston (pid 812)", "evtest (pid 1033)"]
            silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .grabbed, openers: openers))
        },
        failure(
            "grabbed by an invisible process", "touches", "has grabbed /dev/input/event4", "sudo gesturectl doctor"
        ) { silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .grabbed, isComplete: false)) },
        failure(
            "grabbed by an unknown compositor", "touches", "has grabbed /dev/input/event4",
            "only the seat manager has it open, for the compositor of a session: configure that not to grab"
        ) { silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .grabbed, isOpenForSession: true)) },
        failure("grabbed beside a panel that works", "touches", "another process has grabbed /dev/input/event4") {
            $0.grabs = [GrabFacts(path: "/dev/input/event4", outcome: .grabbed)]
        },
        failure(
            "touched all the time", "touches", "nothing came",
            "did not test whether another program has grabbed it: lift every finger"
        ) { silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .touched)) },
        failure("no right to try", "touches", "nothing came", "`sudo gesturectl doctor` finds out whether another") {
            silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .forbidden))
        },
        failure("not to be tried", "touches", "nothing came", "whether it is grabbed: No such device") {
            silent(&$0, GrabFacts(path: "/dev/input/event4", outcome: .failed("No such device")))
        },
        failure(
            "all filtered", "touches", "all contacts were filtered; filtered contacts: palm 2", "gesturectl devices"
        ) {
            $0.touches = .waited(seconds: 10, frames: 0, touches: 0, recognized: [], leftOut: ["palm": 2])
        },
        failure("may not know", "touches", "may not see touches", "sudo", verdict: .unknown, status: 0) {
            $0.connection = .greeted(Hello(protocol: 1, server: "s", capabilities: ["gestures"]))
            $0.touches = .waited(seconds: 10, frames: nil, touches: nil, recognized: [], leftOut: [:])
        },
        failure("not waited", "touches", "--wait 0", "", verdict: .unknown, status: 0) { $0.touches = .notWaited },
        failure("nothing recognized", "gestures", "nothing was recognized", "") {
            $0.touches = .waited(seconds: 10, frames: 30, touches: 1, recognized: [], leftOut: [:])
        },
    ]

    @Test("Each failure has a message, the next command to type, and a status", arguments: reach + inside)
    func failures(_ failure: Failure) throws {
        let diagnosis = failure.facts.diagnosis
        let finding = try #require(
            diagnosis.findings.first {
                $0.step == failure.step && $0.words.contains(failure.words)
            }, "\(diagnosis.findings)")
        #expect(finding.verdict == failure.verdict)
        #expect(failure.advice.isEmpty || finding.advice?.contains(failure.advice) == true, "\(finding)")
        #expect(diagnosis.status == failure.status)
    }

    @Test("No advice tells a user to join root's group", arguments: reach + inside)
    func rootsGroup(_ failure: Failure) {
        let advice = failure.facts.diagnosis.findings.compactMap(\.advice)
        #expect(!advice.contains { $0.contains("usermod -aG root") || $0.contains("--check-config") })
    }

    @Test("Steps that depend on a problem are omitted")
    func leftOut() {
        let steps = Self.facts {
            $0.devices = []
            $0.status?.surfaces = 0
        }.diagnosis.findings.map(\.step)
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
        #expect(DoctorFacts.words(report) == words)
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
    func json() throws {
        let diagnosis = Diagnosis(
            findings: [Finding("a", .ok, "x\ny"), Finding("b", .problem, "z", advice: "do")], status: 1)
        #expect(
            try diagnosis.json()
                == #"{"findings":[{"step":"a","verdict":"ok","words":"x\ny"},"#
                + #"{"advice":"do","step":"b","verdict":"problem","words":"z"}],"verdict":"problem"}"#)
    }
}
