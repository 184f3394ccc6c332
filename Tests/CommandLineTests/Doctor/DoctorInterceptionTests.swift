// Tests of the doctor's findings about touchscreens that are to be intercepted.

import Interception
import Testing

@testable import ControlCommands
@testable import GestureWire

struct DoctorInterceptionTests {
    /// A machine on which all is well but for the interception of its panel.
    private static func facts(
        _ interception: InterceptionReport, socket: String = "LoadState=loaded\nActiveState=active\n",
        service: String = "ActiveState=inactive\n", hasUinput: Bool = true
    ) -> DoctorFacts {
        DiagnosisTests.facts {
            $0.devices?[0].interception = interception
            $0.output = OutputFacts(socket: UnitFacts(socket), service: UnitFacts(service), hasUinput: hasUinput)
        }
    }

    private static func findings(_ facts: DoctorFacts) -> [String] {
        facts.diagnosis.findings.filter { $0.step == "interception" }.map {
            "\($0.verdict.rawValue): \($0.words)" + ($0.advice.map { " → \($0)" } ?? "")
        }
    }

    @Test("An intercepted touchscreen is fine, whatever systemd says, and the finding names the clone")
    func intercepted() {
        #expect(Self.findings(DiagnosisTests.facts()) == [], "no surface is to be intercepted")
        let facts = Self.facts(InterceptionReport(clone: "input17"), socket: "ActiveState=inactive\n")
        #expect(
            Self.findings(facts) == ["ok: surface panel is intercepted: applications use its clone input17"])
        #expect(facts.diagnosis.status == 0)
    }

    private static func isNot(_ reason: String = "it is in use") -> String {
        "problem: surface panel is not intercepted: \(reason); applications receive every touch"
    }

    @Test(
        "What is missing comes first, with what to do; then the touchscreens",
        arguments: [
            (
                "LoadState=not-found", "",
                "gestured-output.socket is not installed → install all of gestured, then: sudo "
                    + "systemctl enable --now gestured-output.socket"
            ),
            (
                "LoadState=masked", "",
                "gestured-output.socket is masked → sudo systemctl unmask gestured-output.socket, "
                    + "then: sudo systemctl enable --now gestured-output.socket"
            ),
            (
                "LoadState=loaded\nActiveState=inactive", "",
                "gestured-output.socket is not listening → sudo systemctl "
                    + "enable --now gestured-output.socket"
            ),
            ("LoadState=loaded\nActiveState=failed", "", failed),
            ("LoadState=loaded\nActiveState=active", "ActiveState=failed", failed),
            (
                "LoadState=loaded\nActiveState=active", "no uinput",
                "there is no /dev/uinput, so gestured-output cannot "
                    + "make clones → sudo modprobe uinput; the kernel needs CONFIG_INPUT_UINPUT"
            ),
        ])
    func missing(socket: String, service: String, words: String) {
        let hasUinput = service != "no uinput"
        let facts = Self.facts(
            InterceptionReport(reason: "it is in use"), socket: socket + "\n",
            service: hasUinput ? service + "\n" : "", hasUinput: hasUinput)
        #expect(Self.findings(facts) == ["problem: \(words)", Self.isNot()])
        #expect(facts.diagnosis.status == 1)
    }

    private static let failed =
        "gestured-output has failed → journalctl -u gestured-output -n 30, then: sudo systemctl restart "
        + "gestured-output.socket"

    @Test("When nothing is missing, the advice depends on the reason, which users without `touches` do not see")
    func reason() {
        for (reason, advice) in [
            (
                "it is in use",
                "journalctl -u gestured -u gestured-output -n 30 may say more, and sudo fuser -v /dev/input/event4 "
                    + "names the programs that have it open"
            ), (ReleaseReason.touched, "lift every finger, and wipe the panel; gestured then intercepts it"),
            (ReleaseReason.heldStill, "to intercept it again: sudo systemctl restart gestured"),
        ] {
            let findings = Self.findings(Self.facts(InterceptionReport(reason: reason)))
            #expect(findings == [Self.isNot(reason) + " → \(advice)"])
        }
        #expect(
            Self.findings(Self.facts(InterceptionReport())) == [
                "problem: surface panel is not intercepted; applications receive every touch → "
                    + "sudo gesturectl doctor says why"
            ])
    }

    @Test("Without systemd only /dev/uinput is looked for")
    func withoutSystemd() {
        var facts = Self.facts(InterceptionReport(reason: "it is in use"))
        facts.output = OutputFacts()
        #expect(Self.findings(facts).count == 1)
        facts.output?.hasUinput = false
        #expect(Self.findings(facts).count == 2)
    }

    @Test("When gestured is not running, what it would need is checked")
    func offline() {
        func facts(_ state: String) -> DoctorFacts {
            DiagnosisTests.facts {
                DiagnosisTests.notRunning(&$0)
                $0.output = OutputFacts(socket: UnitFacts("LoadState=loaded\nActiveState=\(state)\n"))
            }
        }
        #expect(
            Self.findings(facts("inactive")) == [
                "problem: gestured-output.socket is not listening → sudo systemctl enable --now gestured-output.socket"
            ])
        #expect(Self.findings(facts("active")) == ["ok: touchscreens can be intercepted, once gestured runs"])
    }

    @Test("A silent panel that gestured-output has grabbed is not said to send nothing to `gesturectl record`")
    func silent() throws {
        func advice(_ interception: InterceptionReport?) throws -> String {
            let facts = DiagnosisTests.facts {
                $0.devices?[0].interception = interception
                $0.touches = .waited(seconds: 10, frames: 0, touches: 0, recognized: [], leftOut: [:])
            }
            let finding = try #require(facts.diagnosis.findings.first { $0.step == "touches" })
            return try #require(finding.advice)
        }
        #expect(try advice(nil).contains("gesturectl record"))
        #expect(
            try advice(InterceptionReport(clone: "input17"))
                == "did you touch it? If so, the panel is asleep or its cable is loose: see `dmesg`")
    }
}
