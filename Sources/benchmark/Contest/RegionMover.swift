// Client with regions that move while others are measured.

import Dispatch
import Glibc

/// A client of the daemon with regions, of which the first follows all fingers; it works on a queue of its own.
///
/// `@unchecked Sendable`: while it moves, nothing else uses it.
final class RegionMover: @unchecked Sendable {
    private let connection: Subscriber
    /// A connection to itself.
    private let itself: (in: Int32, out: Int32)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)
    private var answers = 0
    private var refusal: String?
    private let updates: [String]
    /// The time between updates, in nanoseconds.
    private let interval: Int

    /// Attaches regions with a recognizer in the first, and subscribes to it.
    init(of daemon: Contestant, regions: Int, interval: Int) throws {
        self.interval = interval
        updates = Self.updates(ofRegions: regions)
        connection = try Subscriber(path: daemon.socket, of: daemon.child)
        var pair: [Int32] = [-1, -1]
        try BenchmarkError.check("socketpair", socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair))
        itself = (pair[0], pair[1])
        let requests = Self.requests(forRegions: regions)
        for request in requests { try connection.send(request + "\n") }
        let deadline = Clock.nanoseconds + 30_000_000_000
        while answers < requests.count {
            Clock.sleep(seconds: 0.002)
            try receive()
            guard Clock.nanoseconds < deadline else { throw BenchmarkError("a region was not attached") }
        }
    }

    deinit {
        close(itself.in)
        close(itself.out)
        buffer.deallocate()
    }

    /// Updates the regions while something is measured.
    ///
    /// - Parameter isReal: Whether the daemon receives the updates; otherwise the client sends them to itself, which
    ///   keeps this processor as busy.
    func work<Result>(isReal: Bool, during measure: () throws -> Result) throws -> Result {
        let (isOver, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        nonisolated(unsafe) var failure: (any Error)?
        DispatchQueue.global().async { [self] in
            do { try send(isReal: isReal, until: isOver) } catch { failure = error }
            finished.signal()
        }
        let result = Swift.Result { try measure() }
        isOver.signal()
        finished.wait()
        if let failure { throw failure }
        return try result.get()
    }

    private func send(isReal: Bool, until isOver: DispatchSemaphore) throws {
        answers = 0
        var (due, sent) = (Clock.nanoseconds, 0)
        while isOver.wait(timeout: .now()) != .success {
            due += interval
            Clock.sleep(until: due)
            let update = updates[sent % updates.count]
            sent += 1
            if isReal { try connection.send(update) } else { try sendToItself(update) }
            try receive()
        }
        let deadline = Clock.nanoseconds + 10_000_000_000
        while isReal, answers < sent, Clock.nanoseconds < deadline {
            Clock.sleep(seconds: 0.002)
            try receive()
        }
        guard answers == (isReal ? sent : 0) else {
            throw BenchmarkError("\(answers) of \(sent) updates were answered")
        }
    }

    private func receive() throws {
        try connection.receive(buffer) { line, _ in
            guard line.starts(with: Self.startOfAnswer) else { return }
            answers += 1
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"error\"") { refusal = text }
        }
        if let refusal { throw BenchmarkError("the daemon refused a region: \(refusal)") }
    }

    private func sendToItself(_ text: String) throws {
        let bytes = Array(text.utf8)
        try BenchmarkError.check("send", Glibc.send(itself.out, bytes, bytes.count, 0))
        try BenchmarkError.check("recv", recv(itself.in, buffer.baseAddress, buffer.count, 0))
    }

    /// Notifications have a method instead.
    private static let startOfAnswer = Array(#"{"jsonrpc":"2.0","id":"#.utf8)

    private static func requests(forRegions count: Int) -> [String] {
        let regions = (0..<count).map { index in
            #"{"name":"area\#(index)","frame":{"x":"0%","y":"0%","width":"100%","height":"100%"}}"#
        }
        return [
            #"{"jsonrpc":"2.0","id":1,"method":"attach","params":{"regions":[\#(regions.joined(separator: ","))]}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"attach","params":{"recognizers":[{"name":"own","type":"transform","#
                + #""region":"area0"}]}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"subscribe","params":{"recognizers":["own"],"coordinates":"region","#
                + #""locations":true}}"#,
        ]
    }

    private static func updates(ofRegions count: Int) -> [String] {
        (0..<100).map { step in
            let regions = (0..<count).map { index in
                #"{"name":"area\#(index)","transform":[0.96,0.28,-0.28,0.96,\#(step).25,\#(-step).75]}"#
            }
            return
                #"{"jsonrpc":"2.0","id":4,"method":"update","params":{"regions":[\#(regions.joined(separator: ","))]}}"#
                + "\n"
        }
    }
}
