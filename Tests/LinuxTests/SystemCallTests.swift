// System calls that signals interrupt.

import Glibc
import Linux
import Testing

struct SystemCallTests {
    @Test("an interrupted call is made again, others are not", arguments: [(EINTR, 3), (EAGAIN, 1), (EIO, 1)])
    func repetition(failure: Int32, calls: Int) {
        var count = 0
        let result = SystemCall.uninterrupted { () -> Int in
            count += 1
            errno = failure
            return count < 3 ? -1 : 7
        }
        #expect(count == calls)
        #expect(result == (calls == 3 ? 7 : -1) && errno == failure)
    }
}
