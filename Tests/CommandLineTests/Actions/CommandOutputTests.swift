// Tests of the streams in which commands write to the log.

import Dispatch
import Foundation
import Glibc
import Linux
import Synchronization
import Testing

@testable import ControlCommands

@Suite struct CommandOutputTests {
    /// What the reading thread has told, and its end: it releases what it refers to.
    private final class Reader: Sendable {
        let lines = Mutex<[String]>([])
        let end = DispatchSemaphore(value: 0)
    }

    private final class Token: Sendable {
        private let reader: Reader
        init(_ reader: Reader) { self.reader = reader }
        func tell(_ line: String) { reader.lines.withLock { $0.append(line) } }
        deinit { reader.end.signal() }
    }

    private func make(_ reader: Reader) throws -> [CommandOutput] {
        let token = Token(reader)
        return try CommandOutput.make(count: 2) { index, line in token.tell("\(index) \(line)") }
    }

    @Test("Each action's lines are read until nobody can write any more; then the thread ends")
    func end() throws {
        let reader = Reader()
        var outputs = try make(reader)
        let kept = dup(outputs[1].number)
        // An optimized build would release, and so close, the outputs after their last use.
        let written = withExtendedLifetime(outputs) { write(outputs[0].number, "a\nb", 3) }
        #expect(written == 3)
        outputs = []
        #expect(write(kept, "c\n", 2) == 2, "a command that goes on can still write")
        close(kept)
        reader.end.wait()
        #expect(reader.lines.withLock { $0.sorted() } == ["0 a", "0 b", "1 c"])
    }

    @Test("In a service each action writes to the journal under its own name; without a journal there are pipes")
    func journal() throws {
        let path = NSTemporaryDirectory() + "gestured-journal-\(UUID().uuidString)"
        #expect(CommandOutput.toJournal(["a"], path: path, isService: true) == nil)
        defer { unlink(path) }
        let listener = Descriptor(owning: boundSocket(path))
        try SystemError.check("listen", listen(listener.number, 2))
        #expect(CommandOutput.toJournal(["a"], path: path, isService: false) == nil)
        let outputs = try #require(CommandOutput.toJournal(["a", "b"], path: path, isService: true))
        for name in ["a", "b"] {
            guard let stream = Descriptor(accept(listener.number, nil, nil)) else {
                throw SystemError(systemCall: "accept", errno: errno)
            }
            var bytes = [UInt8](repeating: 0, count: 2)
            #expect(read(stream.number, &bytes, 2) == 2)
            #expect(bytes == Array("\(name)\n".utf8))
        }
        #expect(outputs.count == 2)
    }
}
