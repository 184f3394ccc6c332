// Tests of the way of contacts from a panel to its clone.

import Interception
import Testing
import Touch

struct CloneStreamTests {
    @Test("Of random fingers the clone has what is passed on, whole and in order, and nothing else")
    func random() throws {
        for seed in 1...2000 as ClosedRange<UInt64> {
            var contacts = try RandomContacts(seed: seed)
            contacts.play(frames: 60)
            try #require(contacts.faults.isEmpty, "seed \(seed): \(contacts.faults)")
        }
    }
}
