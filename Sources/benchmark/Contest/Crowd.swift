// Many subscribers read by one thread, with the arrival times of a frame's lines.

import CLinux
import Glibc

/// The subscribers of a measured process.
///
/// `@unchecked Sendable`: one thread at a time uses it.
final class Crowd: @unchecked Sendable {
    /// The arrival times of the lines of one frame.
    struct Arrival {
        /// The frame's time, in nanoseconds.
        let time: Int
        var first: Int
        var last: Int
        /// The number of subscribers that received it.
        var count = 1
    }

    private let path: String
    private let child: Child
    /// The first requests of each subscriber.
    private let requests: [String]
    private let kind: LineKind
    private var subscribers: [Subscriber] = []
    /// Places in `subscribers`, by descriptor.
    private var places: [Int] = []
    private let epoll: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 64)
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Crowd.batchSize)
    private static let batchSize = 256
    /// The length of the last line, including its LF.
    private(set) var lineLength = 0

    /// A crowd without subscribers.
    init(path: String, of child: Child, requests: [String], kind: LineKind) throws {
        self.path = path
        self.child = child
        self.requests = requests
        self.kind = kind
        epoll = try BenchmarkError.check("epoll_create1", epoll_create1(Int32(EPOLL_CLOEXEC)))
    }

    deinit {
        close(epoll)
        buffer.deallocate()
        events.deallocate()
    }

    var count: Int { subscribers.count }

    /// Connects subscribers up to this number; returns the last answer to the last of them.
    @discardableResult
    func grow(to count: Int) throws -> String {
        var answer = ""
        while subscribers.count < count {
            let subscriber = try Subscriber(path: path, of: child)
            for request in requests { try subscriber.send(request + "\n") }
            while places.count <= Int(subscriber.descriptor) { places.append(-1) }
            places[Int(subscriber.descriptor)] = subscribers.count
            subscribers.append(subscriber)
            try setReading(subscriber, true)
            if !requests.isEmpty { answer = try awaitAnswer(requests.count) }
        }
        return answer
    }

    private func awaitAnswer(_ identifier: Int) throws -> String {
        var (answer, refusal): (String?, String?) = (nil, nil)
        while answer == nil {
            let isInTime = try read(milliseconds: 30_000) { _, line, _ in
                let text = String(decoding: line, as: UTF8.self)
                if text.contains("\"error\":") { refusal = text }
                if text.contains("\"id\":\(identifier),") { answer = text }
            }
            guard isInTime else { throw BenchmarkError("a request was not answered") }
            if let refusal { throw BenchmarkError("a request was refused: \(refusal)") }
        }
        return answer ?? ""
    }

    /// Stops reading from a subscriber, or reads from it again.
    func setReading(_ isReading: Bool, at place: Int) throws { try setReading(subscribers[place], isReading) }

    /// The number of bytes that the kernel holds for a subscriber.
    func unread(at place: Int) -> Int { subscribers[place].unread }

    private func setReading(_ subscriber: Subscriber, _ isReading: Bool) throws {
        let operation = isReading ? EPOLL_CTL_ADD : EPOLL_CTL_DEL
        try BenchmarkError.check(
            "epoll_ctl", linux_epoll_control(epoll, operation, subscriber.descriptor, EPOLLIN.rawValue))
    }

    /// Reads and discards lines until none has arrived for a while.
    func drain(quiet milliseconds: Int32 = 50) throws {
        var hasMore = true
        while hasMore {
            hasMore = try read(milliseconds: milliseconds) { _, line, _ in lineLength = line.count }
        }
    }

    /// Reads and forgets everything until all have the line of a frame.
    ///
    /// - Parameter time: The frame's, in microseconds.
    func skip(to time: Int) throws {
        var content = LineContent(kind)
        var missing = subscribers.count
        while missing > 0 {
            let isInTime = try read(milliseconds: 10_000) { _, line, _ in
                lineLength = line.count
                if content.time(in: line) == time { missing -= 1 }
            }
            guard isInTime else { throw BenchmarkError("\(missing) subscribers have not received a frame") }
        }
    }

    /// Reads the lines of that many frames, and nothing else.
    ///
    /// - Parameter readers: How many of the subscribers read.
    func collect(_ frames: Int, readers: Int) throws -> [Arrival] {
        var arrivals: [Arrival] = []
        arrivals.reserveCapacity(frames)
        // The number of frames that each subscriber has received.
        var counts = [Int](repeating: 0, count: subscribers.count)
        var content = LineContent(kind)
        var (due, strangers) = (frames * readers, 0)
        while due > 0 {
            let isInTime = try read(milliseconds: 10_000) { place, line, now in
                due -= 1
                lineLength = line.count
                guard let time = content.time(in: line) else { return strangers += 1 }
                let frame = counts[place]
                counts[place] += 1
                if frame == arrivals.count {
                    arrivals.append(Arrival(time: time * 1000, first: now, last: now))
                } else if arrivals[frame].time == time * 1000 {
                    arrivals[frame].last = max(arrivals[frame].last, now)
                    arrivals[frame].count += 1
                } else {
                    strangers += 1
                }
            }
            guard isInTime else { throw BenchmarkError("\(due) of \(frames * readers) lines did not come") }
        }
        guard strangers == 0, arrivals.allSatisfy({ $0.count == readers }) else {
            throw BenchmarkError("\(strangers) lines were not what was to be measured, or not the same for all")
        }
        return arrivals
    }

    /// Reads from all subscribers that have data; returns false if none has any for this long.
    private func read(
        milliseconds: Int32, _ line: (_ place: Int, UnsafeRawBufferPointer, _ nanoseconds: Int) -> Void
    ) throws -> Bool {
        let ready = try BenchmarkError.check(
            "epoll_wait", epoll_wait(epoll, events, Int32(Self.batchSize), milliseconds))
        for index in 0..<Int(ready) {
            let place = places[Int(linux_epoll_descriptor(events + index))]
            try subscribers[place].receive(buffer) { line(place, $0, $1) }
        }
        return ready > 0
    }
}
