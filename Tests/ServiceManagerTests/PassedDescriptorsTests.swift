// Tests of sockets passed by systemd, and of the errors for unsuitable ones.

import Foundation
import Linux
import Testing

@testable import ServiceManager

/// Descriptors at otherwise unused numbers, as systemd passes them from 3 on; those that are still open are closed at the
/// end.
private final class Passed {
    /// The kernel assigns the lowest free number, so the numbers of concurrent tests never reach the last.
    static let first: Int32 = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int32(min(limit.rlim_cur, 1 << 16)) - 16
    }()
    private(set) var count: Int32 = 0
    private let path = "/tmp/gestured-passed-\(UUID().uuidString)"

    init(_ make: (String) -> Int32...) {
        for (index, make) in make.enumerated() {
            let descriptor = make("\(path)-\(index)")
            #expect(descriptor >= 0 && !isOpen(Self.first + count))
            #expect(dup2(descriptor, Self.first + count) >= 0)
            close(descriptor)
            count += 1
        }
    }

    deinit {
        for index in 0..<count {
            if isOpen(Self.first + index) { close(Self.first + index) }
            unlink("\(path)-\(index)")
        }
    }

    func read(_ names: String?, count: String? = nil, process: Int32 = getpid()) throws -> PassedDescriptors {
        try PassedDescriptors(
            process: "\(process)", count: count ?? "\(self.count)", names: names, first: Self.first)
    }
}

private func bound(_ type: __socket_type, listening: Bool) -> @Sendable (String) -> Int32 {
    { path in
        let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        #expect(SocketAddress(path: path)?.bind(descriptor) == 0 && (!listening || listen(descriptor, 1) == 0))
        return descriptor
    }
}

private let listening = bound(SOCK_STREAM, listening: true)

private func network(_ path: String) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #expect(listen(descriptor, 1) == 0)
    return descriptor
}

private func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

// One at a time, as the numbers are the same.
@Suite(.serialized) struct PassedDescriptorsTests {
    @Test("The named socket is used, and no started program inherits any of them")
    func taken() throws {
        let descriptors = Passed(listening, { open($0, O_CREAT | O_RDWR, 0o600) })
        var passed = try descriptors.read("gestured:other")
        #expect(passed.all.map(\.name) == ["gestured", "other"])
        #expect(passed.all.allSatisfy { fcntl($0.descriptor, F_GETFD) & FD_CLOEXEC != 0 })
        #expect(try passed.takeListeningSocket(named: "gestured") == Passed.first)
        #expect(passed.all == [PassedDescriptor(name: "other", descriptor: Passed.first + 1)])
        passed.closeAll()
        #expect(isOpen(Passed.first) && !isOpen(Passed.first + 1), "unused descriptors are closed, used ones are not")
    }

    @Test("Descriptors for another process are left alone, and without variables none was passed")
    func foreign() throws {
        let descriptors = Passed(listening)
        #expect(try descriptors.read("gestured", process: 1).all.isEmpty)
        #expect(try PassedDescriptors(process: nil, count: "1", names: nil, first: Passed.first).all.isEmpty)
        #expect(try PassedDescriptors(process: "\(getpid())", count: nil, names: nil, first: Passed.first).all.isEmpty)
        #expect(isOpen(Passed.first))
    }

    @Test(
        "Without a name, or with fewer names than descriptors, none of them is the daemon's",
        arguments: [nil, "", ":a"])
    func unnamed(_ names: String?) throws {
        let descriptors = Passed(listening, listening)
        var passed = try descriptors.read(names)
        #expect(passed.all.first?.name == "unknown" && passed.all.count == 2)
        #expect(try passed.takeListeningSocket(named: "gestured") == nil)
    }

    @Test(
        "An impossible number of descriptors is an error, and takes no time",
        arguments: ["-1", "x", "", "1 ", "9999999999"])
    func unusableCount(_ count: String) throws {
        #expect(throws: PassedDescriptorError(.unusableCount(count))) { try Passed().read("gestured", count: count) }
    }

    @Test(
        "More promised than open descriptors are an error that says how many are open", arguments: ["2", "2147483647"])
    func promised(_ count: String) throws {
        let descriptors = Passed(listening)
        let error = #expect(throws: PassedDescriptorError.self) { try descriptors.read("gestured", count: count) }
        #expect(error?.code == .notOpen(promised: try #require(Int32(count)), present: 1))
    }

    @Test("A socket that clients cannot connect to is refused with the line of the faulty unit")
    func unusable() throws {
        let cases: [(make: (String) -> Int32, String, String)] = [
            ({ open($0, O_CREAT | O_RDWR, 0o600) }, "is not a socket;", "`ListenStream=` with a path"),
            (network, "is not a Unix socket;", "must be a path"),
            (bound(SOCK_DGRAM, listening: false), "is not a stream socket;", "not `ListenDatagram=`"),
            (bound(SOCK_SEQPACKET, listening: true), "is not a stream socket;", "`ListenSequentialPacket=`"),
            (bound(SOCK_STREAM, listening: false), "does not listen;", "`Accept=yes`"),
        ]
        for (make, obstacle, words) in cases {
            let descriptors = Passed(make)
            var passed = try descriptors.read("gestured")
            let error = #expect(throws: PassedDescriptorError.self) {
                try passed.takeListeningSocket(named: "gestured")
            }
            #expect(error?.description.hasPrefix("The descriptor that systemd passes as gestured \(obstacle)") == true)
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test("Two sockets of the name are refused, with the remedy")
    func several() throws {
        let descriptors = Passed(listening, listening)
        var passed = try descriptors.read("gestured:gestured")
        let error = #expect(throws: PassedDescriptorError.self) { try passed.takeListeningSocket(named: "gestured") }
        #expect(error?.code == .several(name: "gestured", count: 2))
        #expect(error?.description.contains("an empty line `ListenStream=`") == true)
    }
}
