// Tests of a command's wait status.

import Testing

@testable import ControlCommands

@Suite struct CommandFailureTests {
    @Test("The wait status says how a command ended")
    func ends() {
        let ends = [0, 3 << 8, 255 << 8, 9, 11 | 0x80].map { CommandFailure(waitStatus: $0) }
        #expect(ends == [nil, .status(3), .status(255), .signal(9), .signal(11)], "the last with a core dump")
    }
}
