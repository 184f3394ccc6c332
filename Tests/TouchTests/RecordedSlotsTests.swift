// Tests of the fingers in recordings of devices without slots against expectations.

import Foundation
import Testing
import TouchTesting

@testable import Touch

@Suite struct RecordedSlotsTests {
    /// A recording, its number of fingers, and the largest number at once; the manifest has only the latter.
    private struct Expectation: CustomTestStringConvertible, Sendable {
        let name: String
        let touches: Int
        let mostDown: Int
        var testDescription: String { name }
        init(_ name: String, _ touches: Int, _ mostDown: Int = 1) {
            (self.name, self.touches, self.mostDown) = (name, touches, mostDown)
        }
    }

    private static let expectations = [
        Expectation("mh-tablet-single-touch", 1), Expectation("mh-tablet-three-touches", 3),
        Expectation("mh-tablet-single-drag", 1), Expectation("mh-tablet-two-finger-drag", 2, 2),
        Expectation("mh-tablet-opencalender-drag-tap-tap", 3),
        Expectation("mh-tablet-openangrybirds-drag-tap-tap", 3),
        Expectation("mh-tablet-calenderaddevent", 8), Expectation("mh-tablet-playangrybirdslevel1", 1),
        Expectation("mh-tablet-angrybirdsmultiplelevels", 22),
    ]

    private func replay(_ recording: Recording, _ contactProtocol: ContactProtocol) -> SlotStory {
        var panel = SlotStory(contactProtocol, recording.device)
        for event in recording.events { panel.send(event) }
        return panel
    }

    @Test("17. All fingers are seen, and none sticks, with their numbers and without", arguments: Self.expectations)
    private func lists(_ expectation: Expectation) throws {
        let recording = try RecordingCatalogue.recording(expectation.name)
        for contactProtocol in [ContactProtocol.trackedContacts, .anonymousContacts] {
            let panel = replay(recording, contactProtocol)
            #expect(panel.audit.faults == [])
            #expect(panel.audit.begun == expectation.touches, "\(contactProtocol)")
            #expect(panel.audit.mostDown == expectation.mostDown)
            #expect(panel.audit.down == 0)
            #expect(
                panel.audit.frames
                    == recording.events.count { $0.type == EventType.synchronization && $0.code == 0 })
        }
    }

    @Test("17. Matched by place, contacts are those of their numbers")
    func sameSlots() throws {
        for expectation in Self.expectations {
            let recording = try RecordingCatalogue.recording(expectation.name)
            #expect(replay(recording, .trackedContacts).events == replay(recording, .anonymousContacts).events)
        }
    }

    @Test("48. A pen that is read as single touch lands and lifts with its button")
    func pen() throws {
        let recording = try RecordingCatalogue.recording("neg-dellcanvas-pen")
        let panel = replay(recording, .singleTouch)
        let presses = recording.events.count { $0.type == EventType.key && $0.code == KeyCode.touch && $0.value == 1 }
        #expect(panel.audit.begun == presses && presses > 0)
        #expect(panel.audit.down == 0 && panel.audit.faults == [])
    }
}
