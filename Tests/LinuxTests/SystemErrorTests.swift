// Failures of system calls, and their remedies.

import Glibc
import Linux
import Testing

struct SystemErrorTests {
    @Test(
        "a failed call has its name, the reason and a remedy",
        arguments: [
            (
                EMFILE,
                "signalfd: Too many open files; allow more open files (LimitNOFILE= in the unit, "
                    + "`ulimit -n` in a shell)"
            ),
            (ENOMEM, "signalfd: Cannot allocate memory; free memory and start it again"),
            (
                ENOSYS,
                "signalfd: Function not implemented; check whether a sandbox forbids the call or the kernel "
                    + "lacks it"
            ),
        ])
    func words(errno: Int32, words: String) {
        #expect(SystemError(systemCall: "signalfd", errno: errno).description == words)
    }

    @Test("a successful call passes its result on, a failed one its errno")
    func checking() throws {
        #expect(throws: SystemError(systemCall: "close", errno: EBADF)) { try SystemError.check("close", close(-1)) }
        let result = try SystemError.check("dup", 7)
        #expect(result == 7)
    }
}
