// Descriptors with one owner.

import Glibc
import Linux
import Testing

struct DescriptorTests {
    private static func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

    /// A number so high that no other test opens it meanwhile.
    private static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 700) }

    @Test("the end of the owner's life closes the descriptor")
    func closing() {
        let number = Self.duplicate(STDERR_FILENO)
        do {
            let descriptor = Descriptor(owning: number)
            #expect(Self.isOpen(descriptor.number))
        }
        #expect(!Self.isOpen(number))
    }

    @Test("a descriptor that somebody else has closed ends the program in debug builds, where it would close another's")
    func closedTwice() async {
        await #expect(processExitsWith: .failure) {
            let descriptor = Descriptor(owning: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 700))
            close(descriptor.number)
        }
    }

    @Test("a released descriptor stays open")
    func releasing() {
        let number = Descriptor(owning: Self.duplicate(STDERR_FILENO)).release()
        #expect(Self.isOpen(number))
        close(number)
    }

    @Test("a failed call gives no descriptor, and its errno")
    func failing() throws {
        if let none = Descriptor(open("/nowhere", O_RDONLY)) { Issue.record("opened as \(none.number)") }
        #expect(errno == ENOENT)
        #expect(throws: SystemError(systemCall: "open", errno: ENOENT)) {
            _ = try Descriptor("open", open("/nowhere", O_RDONLY)).number
        }
    }

    @Test("reading stops at the end or at the limit, whichever comes first", arguments: [0, 1, 5, 6, 7, 100])
    func reading(limit: Int) throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = Descriptor(owning: ends[0])
        #expect(write(ends[1], "abc", 3) == 3 && write(ends[1], "def", 3) == 3)
        close(ends[1])
        let (bytes, failure) = reader.readToEnd(limit: limit)
        #expect(bytes == Array("abcdef".utf8.prefix(limit)) && failure == 0)
    }

    @Test("a failure while reading is returned beside the earlier bytes")
    func readingWithFailure() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        #expect(fcntl(reader.number, F_SETFL, O_NONBLOCK) == 0)
        #expect(write(writer.number, "abc", 3) == 3)
        let (bytes, failure) = reader.readToEnd(limit: 100)
        #expect(bytes == Array("abc".utf8) && failure == EAGAIN)
    }
}
