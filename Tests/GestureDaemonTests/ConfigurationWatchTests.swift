// Tests of `watch: true`: reload after any kind of change of a file.

import Configuration
import Foundation
import GestureClient
import GestureWire
import Logging
import Testing
import Touch

@testable import GestureDaemon

/// A watch of files below a folder, and the time, which passes when a test says so.
private final class WatchedFiles {
    let root = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString)"
    let lines = LogLines()
    private let loop: EventLoop
    private var watch: ConfigurationWatch?
    private var changes = 0

    init(_ files: [String: String]) throws {
        loop = try EventLoop()
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// - Parameter file: The only file; without it, those of a system.
    func start(file: String? = nil, before: () throws -> Void = {}) throws {
        let choice = ConfigurationChoice(path: file.map { root + $0 }, root: root)
        try before()
        let logger = Logger(label: "test") { [lines] _ in lines }
        watch = ConfigurationWatch(choice, loop: loop, logger: logger) { [unowned self] in changes += 1 }
    }

    /// The files are read as they are, but not because the watch says so.
    func readElsewhere() { watch?.hasRead(ConfigurationChoice(path: nil, root: root)) }

    var deadline: Timestamp? { watch?.nextDeadline }

    /// Whether the kernel has something to tell: it knows as soon as a call that changes something returns.
    var isAwake: Bool {
        var interest = pollfd(fd: watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        return poll(&interest, 1, 0) == 1
    }

    /// Lets the watch hear what the kernel has to tell.
    func wake() {
        while isAwake { watch?.ready(-1, Readiness(readable: true, writable: false, hangup: false)) }
    }

    func pass(to time: Timestamp) { watch?.advance(to: time) }

    /// Whether the configuration is to be read anew after something was done, and has rested.
    func notices(_ work: () throws -> Void) throws -> Bool {
        let before = changes
        try work()
        wake()
        if let deadline { watch?.advance(to: deadline) }
        #expect(deadline == nil)
        return changes > before
    }

    func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: root + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }

    /// Has a file, a link or a folder take a place, as editors and `mv -T` do.
    func move(_ path: String, to other: String) throws { try #require(rename(root + path, root + other) == 0) }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + path) }
}

private let system = "/etc/gestured/gestured.yaml"
private let dropIn = system + ".d/10.yaml"

@Suite struct ConfigurationWatchTests {
    @Test("A file that is written in place, replaced, or removed is noticed, each time")
    func file() throws {
        let files = try WatchedFiles([system: "", "/etc/gestured/new": "# 1"])
        try files.start()
        #expect(try files.notices { try files.write("# 22", to: system) })
        #expect(try files.notices { try files.move("/etc/gestured/new", to: system) })
        #expect(try files.notices { try files.write("# 333", to: system) })
        #expect(try files.notices { try files.remove(system) })
        #expect(try files.notices { try files.write("", to: system) })
        #expect(try files.notices { chmod(files.root + system, 0o600) })
    }

    @Test("A drop-in that comes, changes, goes or is renamed is noticed, also the first with its folder")
    func dropIns() throws {
        let files = try WatchedFiles([system: ""])
        try files.start()
        #expect(try files.notices { try files.write("", to: dropIn) })
        #expect(try files.notices { try files.write("# 1", to: dropIn) })
        #expect(try files.notices { try files.write("", to: system + ".d/20.yaml") })
        #expect(try files.notices { try files.move(system + ".d/20.yaml", to: system + ".d/05.yaml") })
        #expect(try files.notices { try files.remove(dropIn) })
        #expect(try files.notices { try files.move(system + ".d", to: "/etc/gestured/away") })
        #expect(try !files.notices { try files.write("", to: "/etc/gestured/away/30.yaml") })
        #expect(try files.notices { try files.move("/etc/gestured/away", to: system + ".d") })
    }

    @Test("Where there is nothing, each folder on the way may come, and the vendor's file too")
    func fromNothing() throws {
        let files = try WatchedFiles([:])
        try files.start()
        let hasChanged = try files.notices {
            try FileManager.default.createDirectory(atPath: files.root + "/etc", withIntermediateDirectories: false)
        }
        #expect(!hasChanged)
        #expect(try files.notices { try files.write("", to: system) })
        #expect(try files.notices { try files.write("", to: "/usr/share/gestured/gestured.yaml") })
        #expect(try files.notices { try files.write("", to: "/usr/local/share/gestured/gestured.yaml") })
        #expect(try files.notices { try files.move("/etc", to: "/gone") })
        #expect(try files.notices { try files.move("/gone", to: "/etc") })
        #expect(try files.notices { try files.write("# 1", to: system) })
    }

    @Test("Behind a link, what it leads to and where it leads are noticed, also when a folder on the way is a link")
    func links() throws {
        let files = try WatchedFiles(["/a/gestured.yaml": "", "/b/gestured.yaml": "", "/x/y": ""])
        try FileManager.default.createDirectory(atPath: files.root + "/etc/gestured", withIntermediateDirectories: true)
        try files.link("/current", to: "a")
        try files.link(system, to: "../../current/gestured.yaml")
        try files.start()
        #expect(try files.notices { try files.write("# 1", to: "/a/gestured.yaml") })
        #expect(try !files.notices { try files.write("# 1", to: "/b/gestured.yaml") })
        try files.link("/next", to: files.root + "/b")
        #expect(try files.notices { try files.move("/next", to: "/current") })
        #expect(try files.notices { try files.write("# 22", to: "/b/gestured.yaml") })
        #expect(try !files.notices { try files.write("# 22", to: "/a/gestured.yaml") })
        // A circle of links is a file that cannot be read, and no circle for the watch.
        try files.link("/loop", to: "loop")
        #expect(try files.notices { try files.move("/loop", to: "/current") })
    }

    @Test("The one file that was named is watched, and nothing of the system")
    func named() throws {
        let files = try WatchedFiles(["/mine.yaml": "", system: ""])
        try files.start(file: "/mine.yaml")
        #expect(try files.notices { try files.write("# 1", to: "/mine.yaml") })
        try files.write("# 1", to: system)
        #expect(!files.isAwake)
    }

    @Test("Reading wakes nobody; neighbours and what editors put beside a file change nothing")
    func silence() throws {
        let files = try WatchedFiles([system: "", dropIn: ""])
        try files.start()
        _ = try String(contentsOfFile: files.root + system, encoding: .utf8)
        _ = try String(contentsOfFile: files.root + dropIn, encoding: .utf8)
        try files.write("", to: "/etc/hosts")
        #expect(!files.isAwake)
        for path in [".10.yaml.swp", "10.yaml~", "4913", "README"] {
            #expect(try !files.notices { try files.write("x", to: "\(system).d/\(path)") }, "\(path)")
        }
        #expect(try !files.notices { try files.write("x", to: "/etc/gestured/other.yaml") })
    }

    @Test("The time begins anew with each change, and is 0.2 seconds")
    func rest() throws {
        let files = try WatchedFiles([system: ""])
        try files.start()
        #expect(files.deadline == nil)
        let start = MonotonicClock.now
        let hasChanged = try files.notices {
            try files.write("# 1", to: system)
            files.wake()
            let first = try #require(files.deadline)
            #expect(first.seconds(since: start) >= 0.2)
            try files.write("# 22", to: system)
            files.wake()
            #expect(try #require(files.deadline) > first)
            files.pass(to: first)
            #expect(files.deadline != nil)
        }
        #expect(hasChanged)
    }

    @Test("What somebody else has read meanwhile is read no second time, but what came after that is")
    func readMeanwhile() throws {
        let files = try WatchedFiles([system: ""])
        try files.start()
        let isReadAgain = try files.notices {
            try files.write("# 1", to: system)
            files.readElsewhere()
        }
        #expect(!isReadAgain)
        let isRead = try files.notices {
            try files.write("# 22", to: system)
            files.readElsewhere()
            try files.write("# 333", to: system)
        }
        #expect(isRead)
    }

    @Test("What has changed between reading and watching is noticed at once")
    func meanwhile() throws {
        let files = try WatchedFiles([system: ""])
        try files.start { try files.write("# 1", to: system) }
        #expect(try files.notices {})
    }

    @Test("When the system lets nothing be watched, a warning says what still works, and the rest goes on")
    func refused() throws {
        let (loop, lines) = (try EventLoop(), LogLines())
        let watch = ConfigurationWatch(
            ConfigurationChoice(path: "/nonexistent.yaml"), loop: loop, logger: Logger(label: "test") { _ in lines },
            open: { _, _ throws(SystemError) in throw SystemError(systemCall: "inotify_init1", errno: EMFILE) },
            didChange: { Issue.record("nothing has changed") })
        #expect(watch.descriptor == nil && watch.nextDeadline == nil)
        #expect(lines.all.count == 1 && lines.all[0].contains("inotify_init1: Too many open files"))
        #expect(lines.all[0].contains("`systemctl reload gestured`"))
    }
}

@Suite(.serialized) struct WatchingDaemonTests {
    private let move = "watch: true\nrecognizers: [{ name: move, type: pan }]"

    @Test("A file that a client has read anew, or tried to, as soon as it was written is read once")
    func once() throws {
        let file = try ConfigurationFile(move)
        let log = LogLines()
        let running = try RunningDaemon(Finger.drawn, file: file, lines: log)
        let (connection, control) = (try running.connect(), try running.connect())
        _ = try connection.subscribe()
        // Until the watch has looked: gestures go on, and each says when it was.
        func rest() throws -> Int {
            var count = 0
            let end = MonotonicClock.now.adding(seconds: 1).microseconds
            while let message = try connection.next() {
                switch message {
                case .reloaded: count += 1
                case .gesture(let gesture) where gesture.notification.time > end: return count
                default: break
                }
            }
            return count
        }
        try file.write(move.replacing("move", with: "drag"))
        #expect(try control.reload().added == 1)
        #expect(try rest() == 1)
        try file.write("recognizers: [")
        #expect(throws: ServerError.self) { try control.reload() }
        #expect(try rest() == 0)
        #expect(log.all.count { $0.hasSuffix("cannot be used, the configuration stays as it was") } == 1)
        running.stop()
    }

    @Test("A daemon reads a changed file by itself, refuses one with problems, and goes on watching until told not to")
    func daemon() throws {
        let file = try ConfigurationFile(move)
        let log = LogLines()
        let running = try RunningDaemon(Finger.drawn, file: file, lines: log)
        let connection = try running.connect()
        _ = try connection.subscribe()
        func names() throws -> [String]? {
            while let message = try connection.next() {
                if case .reloaded(let snapshot) = message { return snapshot.recognizers.map(\.name) }
            }
            return nil
        }
        try file.write(move.replacing("move", with: "drag"))
        #expect(try names() == ["drag"])
        try file.write("recognizers: [")
        while !log.all.contains(where: { $0.hasPrefix("warning: \(file.path):1:15: error: ") }) {
            _ = try connection.next()
        }
        #expect(try connection.recognizers().map(\.name) == ["drag"])
        try file.write("recognizers: [{ name: last, type: pan }]")
        #expect(try names() == ["last"])
        // It says nothing of watching any more; only a reload reads the next.
        try file.write("recognizers: [{ name: unseen, type: pan }]")
        #expect(try connection.recognizers().map(\.name) == ["last"])
        #expect(try connection.reload().recognizers == 1)
        #expect(try connection.recognizers().map(\.name) == ["unseen"])
        running.stop()
    }
}
