// Tests of the pauses between attempts to reconnect.

import Testing

@testable import GestureClient

@Suite struct ReconnectionPausesTests {
    @Test("A connection of five seconds resets the pauses, a shorter one does not")
    func lasting() {
        var pauses = ReconnectionPauses()
        _ = (pauses.next(), pauses.next())
        pauses.connectionEnded(after: 4.9)
        #expect(pauses.next() == 0.4)
        pauses.connectionEnded(after: 5)
        #expect(pauses.next() == 0.1)
    }
}
