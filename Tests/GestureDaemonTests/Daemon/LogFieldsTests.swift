// Tests of the journal's fields.

import Logging
import Server
import Testing

@testable import GestureDaemon

@Suite struct LogFieldsTests {
    @Test("The line about a client names the owner of its user if that is another user")
    func ownerField() {
        var line = LogLine(.warning, "is there", user: 100_000)
        let owners: [(UInt32, Logger.Metadata.Value?)] = [(100_000, nil), (1000, "1000"), (.max, "unknown")]
        for (owner, field) in owners {
            line.owner = owner
            #expect(line.metadata["GESTURED_PEER_OWNER"] == field && line.metadata["GESTURED_PEER_UID"] == "100000")
        }
    }
}
