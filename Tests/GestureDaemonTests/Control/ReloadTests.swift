// Tests of reloading the configuration while the daemon runs.

import Configuration
import Foundation
import GestureClient
import GestureWire
import Testing
import Touch

@testable import GestureDaemon

@Suite struct ConfigurationChoiceTests {
    @Test("The reloaded path is absolute, as the client may have another folder")
    func wholePath() {
        let folder = FileManager.default.currentDirectoryPath
        #expect(ConfigurationChoice(path: "a.yaml").name == "a.yaml")
        for path in ["a.yaml", "./a.yaml"] {
            let again = ConfigurationChoice(path: path).again
            #expect(again.path == folder + "/a.yaml" && again.name == folder + "/a.yaml")
            #expect(again.again.name == again.name)
        }
        #expect(ConfigurationChoice(path: "/etc/../a.yaml").again.path == "/etc/../a.yaml")
    }
}

@Suite(.serialized) struct ReloadTests {
    private let move = "recognizers: [{ name: move, type: pan }]"
    private let both = "recognizers: [{ name: drag, type: pan }, { name: zoom, type: pinch }]"

    /// Reads gestures up to one in the state `changed`.
    private func waitForChange(_ connection: GestureConnection) throws {
        while let gesture = try nextGesture(connection), gesture.notification.state != .changed {}
    }

    /// The notifications up to `reloaded`: the states of gestures, the changes of surfaces, and the snapshot.
    private func untilReloaded(
        _ connection: GestureConnection
    ) throws -> (states: [GestureState], changes: [SurfaceChangeKind], snapshot: Snapshot?) {
        var (states, changes) = ([GestureState](), [SurfaceChangeKind]())
        while let message = try connection.next() {
            switch message {
            case .gesture(let gesture): states.append(gesture.notification.state)
            case .surface(let change): changes.append(change.change)
            case .reloaded(let snapshot): return (states, changes, snapshot)
            default: Issue.record("told \(message)")
            }
        }
        return (states, changes, nil)
    }

    @Test(
        "A valid file applies between two gestures: the answer has the numbers, subscribers get new lists and gestures")
    func good() throws {
        let file = try ConfigurationFile(move)
        let log = LogLines()
        let running = try RunningDaemon(Finger.drawn, file: file, lines: log)
        let connection = try running.subscriber(until: .ended)
        try file.write(
            both + "\nsurfaces: [{ name: table, rotation: 90 }]\nthresholds: { tapAllowableMovement: 20 }\n"
                + "regions: [{ name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]")
        let report = try running.connect().reload()
        #expect(
            report
                == ReloadReport(
                    configuration: file.path, surfaces: 1, regions: 1, recognizers: 2, added: 4, removed: 1, changed: 1,
                    cancelled: 0))
        let received = try untilReloaded(connection)
        #expect(received.states.isEmpty && received.changes == [.removed, .added])
        let snapshot = try #require(received.snapshot)
        #expect(snapshot.subscription == 1 && snapshot.gestures.isEmpty)
        #expect(snapshot.recognizers.map(\.name) == ["drag", "zoom"])
        #expect(snapshot.surfaces.map(\.name) == ["table"] && snapshot.surfaces.first?.rotation == 90)
        #expect(try connection.surfaces() == snapshot.surfaces)
        #expect(try connection.regions().map(\.name) == ["root", "left"])
        let gesture = try #require(try nextGesture(connection)).notification
        #expect(gesture.recognizer == "drag" && gesture.surface == "table" && gesture.state == .began)
        #expect(log.all.contains("notice: configuration reloaded: \(report.summary)"))
        running.stop()
    }

    @Test("A reload resets surfaces to their configured rotation; a region that was made private stays so")
    func switched() throws {
        let regions = "\nregions: [{ name: pad, frame: { x: 0%, y: 0%, width: 100%, height: 100% }, private: false }]\n"
        let file = try ConfigurationFile(move + regions)
        let running = try RunningDaemon(Finger.drawn, file: file)
        let control = try running.connect()
        func isPrivate() throws -> Bool? { try control.regions().first { $0.name == "pad" }?.isPrivate }
        #expect(try isPrivate() == false)
        try control.setPrivate("pad", true)
        #expect(try control.rotate("touchscreen", to: .half).rotation == 180)
        #expect(try control.reload().changed == 0)
        #expect(try control.surfaces().first?.rotation == 0)
        #expect(try isPrivate() == true)
        try file.write(both + regions)
        #expect(try control.reload().added == 2)
        #expect(try isPrivate() == true)
        try control.setPrivate("pad", false)
        #expect(try isPrivate() == false)
        running.stop()
    }

    @Test("A finger that stays down delays it, for two seconds; then its gesture is cancelled, and the file applies")
    func patience() throws {
        let file = try ConfigurationFile(move)
        let running = try RunningDaemon(Finger.restless(seconds: 60), file: file)
        let connection = try running.subscriber(until: .changed)
        try file.write(both)
        let start = MonotonicClock.now
        let report = try running.connect().reload()
        let seconds = MonotonicClock.now.seconds(since: start)
        #expect(seconds >= 1.9 && seconds < 30)
        #expect(report.cancelled == 1 && report.added == 2 && report.removed == 1)
        let received = try untilReloaded(connection)
        #expect(received.states.count > 20 && received.states.dropLast().allSatisfy { $0 == .changed })
        #expect(received.states.last == .cancelled)
        #expect(received.snapshot?.recognizers.map(\.name) == ["drag", "zoom"])
        running.stop()
    }

    @Test("A file with problems changes nothing: they are reported with places, and the gesture under way continues")
    func bad() throws {
        let file = try ConfigurationFile(move)
        let log = LogLines()
        let running = try RunningDaemon(Finger.restless(seconds: 60), file: file, lines: log)
        let connection = try running.subscriber(until: .changed)
        try file.write("recognizers:\n  - { name: drag, type: pn }\n  - { name: drag, type: tap, taps: 3 }\n")
        let control = try running.connect()
        let error = try #require(throws: ServerError.self) { _ = try control.reload() }
        #expect(
            error.code == -32_002
                && error.message == "\(file.path) has 3 problems; the previous configuration still applies")
        let problems = try #require(error.data?.problems)
        #expect(problems.count == 3 && problems[0].hasPrefix("\(file.path):2:25: error: "))
        #expect(problems[0].hasSuffix("did you mean `pan`?"))
        for problem in problems { #expect(log.all.contains("warning: \(problem)")) }
        #expect(try control.recognizers().map(\.name) == ["move"])
        #expect(try nextGesture(connection)?.notification.state == .changed)
        try FileManager.default.removeItem(atPath: file.path)
        let missing = #expect(throws: ServerError.self) { _ = try control.reload() }
        #expect(missing?.code == -32_002 && missing?.data?.problems?.first?.contains("cannot be read") == true)
        running.stop()
    }

    @Test(
        "A file without changes for surfaces is answered at once and cancels nothing",
        arguments: [
            "\nlimits: { peers: 100 }", "\naccess: [{ user: \(getuid()), allow: [gestures, touches, control] }]",
        ])
    func same(_ more: String) throws {
        let file = try ConfigurationFile(move)
        let running = try RunningDaemon(Finger.restless(seconds: 60), file: file)
        let connection = try running.subscriber(until: .changed)
        try file.write(move + more)
        let report = try running.connect().reload()
        #expect(report.cancelled == 0 && report.added + report.removed + report.changed == 0)
        let received = try untilReloaded(connection)
        #expect(received.states.allSatisfy { $0 == .changed } && received.snapshot?.gestures.count == 1)
        #expect(try nextGesture(connection)?.notification.state == .changed)
        running.stop()
    }

    @Test("While a reload waits for fingers, an invalid file is refused at once, and the first is still carried out")
    func several() throws {
        let file = try ConfigurationFile(move)
        let log = LogLines()
        let running = try RunningDaemon(Finger.restless(seconds: 60), file: file, lines: log)
        let connection = try running.subscriber(until: .changed)
        try file.write(both)
        let (socket, answered) = (running.socket, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            do {
                #expect(try GestureConnection(path: socket).reload().recognizers == 2)
            } catch { Issue.record("\(error)") }
            answered.signal()
        }
        while !log.all.contains(where: { $0.hasSuffix("reloads the configuration") }) {
            try waitForChange(connection)
        }
        // The file was read when the daemon sends something after that.
        try waitForChange(connection)
        try waitForChange(connection)
        try file.write("recognizers: [")
        let other = try running.connect()
        let error = #expect(throws: ServerError.self) { _ = try other.reload() }
        #expect(error?.code == -32_002)
        #expect(try other.recognizers().map(\.name) == ["move"])
        #expect(answered.wait(timeout: .now() + 120) == .success)
        #expect(try other.recognizers().map(\.name) == ["drag", "zoom"])
        running.stop()
    }

    @Test("A configuration without a file cannot be reloaded, which is reported")
    func embedded() throws {
        let running = try RunningDaemon(Finger.drawn, isLooping: true, Fixtures.only("move", .pan))
        let connection = try running.connect()
        let error = #expect(throws: ServerError.self) { _ = try connection.reload() }
        #expect(error?.code == -32_002 && error?.message == "the configuration does not come from a file")
        running.stop()
    }
}
