// Tests of the doctor with a real daemon.

import Evdev
import Foundation
import Glibc
import Testing

@testable import ControlCommands

@Suite struct DoctorCommandTests {
    @Test("Doctor receives the gestures of a playing daemon, and prints what each recognizer decided")
    func playing() throws {
        let daemon = try PlayingDaemon()
        var outcome = try daemon.gesturectl("doctor", "--wait", "30")
        // Each round of the recording begins with a new surface, which has no decisions yet.
        for _ in 0..<10 where !outcome.output.contains("never saw enough fingers") {
            outcome = try daemon.gesturectl("doctor", "--wait", "30")
        }
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.errors.contains("touch the screen now"))
        let steps = outcome.lines.filter { !$0.hasPrefix(" ") }.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        let expected = [
            "unknown service", "ok socket", "ok protocol", "ok access", "ok configuration", "ok devices", "ok clients",
            "ok touches", "ok gestures",
        ]
        #expect(Array(steps.prefix(expected.count)) == expected)
        #expect(outcome.output.contains("recognizer tap "))
        #expect(outcome.output.contains("never saw enough fingers: had 1, needs 2"))
    }

    @Test("Doctor without waiting says so, and JSON is one line")
    func json() throws {
        let daemon = try PlayingDaemon()
        let outcome = try daemon.gesturectl("doctor", "--wait", "0", "--json")
        #expect(outcome.status == 0 && outcome.lines.count == 1 && outcome.errors.isEmpty)
        #expect(outcome.json?["verdict"] as? String == "ok")
        let findings = try #require(outcome.json?["findings"] as? [[String: String]])
        #expect(findings.contains { $0["step"] == "touches" && $0["verdict"] == "unknown" })
    }

    @Test("Without a daemon the status is 69, and the other steps are checked; a socket that was left behind is told")
    func unreachable() throws {
        let outcome = try Program.gesturectl.run("doctor", environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69)
        #expect(outcome.output.contains("there is no socket /nonexistent/socket"))
        #expect(outcome.output.contains("configuration") && outcome.output.contains("devices"))
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/s"
        close(boundSocket(path))
        let left = try Program.gesturectl.run("doctor", "--socket", path)
        #expect(left.status == 69 && left.output.contains("nobody listens at \(path)"))
        withExtendedLifetime(folder) {}
    }

    @Test("A server that accepts and sends no greeting is given up after a time, and not reported as another version")
    func silent() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/s"
        let descriptor = boundSocket(path)
        defer { close(descriptor) }
        #expect(listen(descriptor, 0) == 0)
        // Its queue has room for one client: that waits for a greeting, the next one to be accepted.
        for _ in 0..<2 { #expect(ConnectionFacts.make(path, patience: 0.05).0 == .mute("says nothing")) }
        // The client closed the first connection; the last one is closed here.
        let ending = Thread { for _ in 0..<2 { close(accept(descriptor, nil, nil)) } }
        ending.start()
        #expect(ConnectionFacts.make(path).0 == .mute("closes the connection without a greeting"))
        withExtendedLifetime(folder) {}
    }

    @Test("Doctor does not restart a failed service by connecting to its socket")
    func failedBehindItsSocket() {
        func facts(_ service: String, _ socket: String) -> ServiceFacts {
            .units(
                service: UnitFacts("ActiveState=\(service)"), socket: UnitFacts("ActiveState=\(socket)"), journal: [])
        }
        #expect(facts("failed", "active").wouldBeStartedAgain)
        #expect(!facts("failed", "inactive").wouldBeStartedAgain, "a gestured that was started by hand may answer")
        #expect(!facts("inactive", "active").wouldBeStartedAgain)
        #expect(!ServiceFacts.noSystemd.wouldBeStartedAgain)
    }

    @Test("Root's group and the owner's private group are not suggested")
    func group() throws {
        let folder = try TemporaryFolder()
        for path in ["/etc/passwd", folder.url.path] {
            let facts = SocketFacts.look(at: path)
            #expect(!facts.isGroupForOthers && !facts.owner.isEmpty, "\(facts)")
        }
        #expect(SocketFacts.look(at: "/etc/passwd").owner == "root")
        withExtendedLifetime(folder) {}
    }

    @Test("Processes that have a device open are found by name, without doctor itself")
    func openers() throws {
        let sleeper = Process()
        sleeper.executableURL = URL(filePath: "/bin/sleep")
        sleeper.arguments = ["60"]
        sleeper.standardInput = FileHandle(forReadingAtPath: "/dev/full")
        try sleeper.run()
        defer { sleeper.terminate() }
        let own = open("/dev/full", O_RDONLY | O_CLOEXEC)
        defer { close(own) }
        let processes = GrabFacts.openers(of: "/dev/full").processes
        #expect(processes.contains { $0.identifier == sleeper.processIdentifier }, "\(processes)")
        #expect(!processes.contains { $0.identifier == getpid() })
        #expect(!GrabFacts.openers(of: "/dev/zero").processes.contains { $0.identifier == sleeper.processIdentifier })
    }

    @Test("The seat manager is not named as a process that may have grabbed a device")
    func seatManager() {
        var facts = GrabFacts(path: "/dev/input/event4", outcome: .grabbed)
        facts.setOpeners([.init(name: "systemd-logind", identifier: 340), .init(name: "weston", identifier: 812)])
        #expect(facts.openers == ["weston (pid 812)"] && facts.isOpenForSession)
        facts.setOpeners([.init(name: "seatd", identifier: 340)])
        #expect(facts.openers == [] && facts.isOpenForSession)
        facts.setOpeners([.init(name: "evtest", identifier: 1033)])
        #expect(facts.openers == ["evtest (pid 1033)"] && !facts.isOpenForSession)
    }

    @Test("A panel that is touched when the wait ends is tested once nothing touches it, or finally given up")
    func touchedAtTheEnd() {
        var (outcomes, pauses) = ([GrabTrial.touched, .touched, .grabbed], 0)
        #expect(GrabFacts.settled({ outcomes.removeFirst() }, pause: { pauses += 1 }) == .grabbed)
        #expect(pauses == 2 && outcomes == [])
        #expect(GrabFacts.settled({ .touched }, pause: { pauses += 1 }) == .touched && pauses == 22)
    }

    @Test(
        "Only kernel event devices are opened for the test",
        arguments: ["/dev/full", "/dev/input/event", "/dev/input/event1/../../full", "/dev/input/mice", "panel.evemu"])
    func otherPaths(path: String) { #expect(GrabFacts.look(at: path) == nil) }
}
