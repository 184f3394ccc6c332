// Tests of the fingers in recordings of devices without slots against expectations.

import Foundation
import Testing
import TouchTesting

@testable import Touch

@Suite struct RecordedSlotsTests {
    /// Recordings, their numbers of fingers, and the largest numbers at once; the manifest has only the latter.
    private static let expectations: [(name: String, touches: Int, mostDown: Int)] = [
        ("mh-tablet-single-touch", 1, 1), ("mh-tablet-three-touches", 3, 1), ("mh-tablet-single-drag", 1, 1),
        ("mh-tablet-two-finger-drag", 2, 2), ("mh-tablet-opencalender-drag-tap-tap", 3, 1),
        ("mh-tablet-openangrybirds-drag-tap-tap", 3, 1), ("mh-tablet-calenderaddevent", 8, 1),
        ("mh-tablet-playangrybirdslevel1", 1, 1), ("mh-tablet-angrybirdsmultiplelevels", 22, 1),
    ]

    private func replay(_ recording: Recording, _ contactProtocol: ContactProtocol) -> SlotStory {
        var panel = SlotStory(contactProtocol, recording.device)
        for event in recording.events { panel.send(event) }
        return panel
    }

    @Test("17. All fingers are seen, and none sticks, with their numbers and without", arguments: expectations)
    func lists(name: String, touches: Int, mostDown: Int) throws {
        let recording = try RecordingCatalogue.recording(name)
        for contactProtocol in [ContactProtocol.trackedContacts, .anonymousContacts] {
            let panel = replay(recording, contactProtocol)
            #expect(panel.audit.faults == [])
            #expect(panel.audit.begun == touches, "\(contactProtocol)")
            #expect(panel.audit.mostDown == mostDown)
            #expect(panel.audit.down == 0)
            #expect(
                panel.audit.frames
                    == recording.events.count { $0.type == EventType.synchronization && $0.code == 0 })
        }
    }

    @Test("17. Matched by place, contacts are those of their numbers")
    func sameSlots() throws {
        for (name, _, _) in Self.expectations {
            let recording = try RecordingCatalogue.recording(name)
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
