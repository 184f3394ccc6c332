// Tests of the pauses between attempts to reconnect.

import Testing

@testable import GestureClient

@Suite struct ReconnectionPausesTests {
    @Test("Pauses double from a tenth of a second to five seconds, and stay there")
    func growing() {
        var pauses = ReconnectionPauses()
        #expect((0..<9).map { _ in pauses.next() } == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5])
    }

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
