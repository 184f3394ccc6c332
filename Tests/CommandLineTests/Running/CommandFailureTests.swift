// Tests of a command's wait status.

import Testing

@testable import ControlCommands

@Suite struct CommandFailureTests {
    @Test("The wait status says how a command ended")
    func ends() {
        #expect(CommandFailure(waitStatus: 0) == nil)
        #expect(CommandFailure(waitStatus: 3 << 8) == .status(3))
        #expect(CommandFailure(waitStatus: 255 << 8) == .status(255))
        #expect(CommandFailure(waitStatus: 9) == .signal(9))
        #expect(CommandFailure(waitStatus: 11 | 0x80) == .signal(11), "with a core dump")
    }
}
