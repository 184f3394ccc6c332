// The cases of the seed fixture, and a stage that plays them.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

/// A case of Tests/Fixtures/conformance/seed_custom_recognizers.json.
struct SeedCase: Decodable, Sendable, CustomTestStringConvertible {
    /// What one finger does.
    struct Event: Decodable, Sendable {
        let t: Double
        let type: String
        let id: Int?
        let x: Double?
        let y: Double?
        /// How many fingers do it at once, if more than one.
        let count: Int?
    }

    /// What is to come of it; a case says only what matters to it.
    struct Expectation: Decodable, Sendable {
        let state: String?
        let stateAtEnd: String?
        let midPoint: [Double]?
        let strokeUp: Bool?
        let actionCount: Int?
        let tickleCountBeforeReset: Int?
        let firesAtEventIndex: Int?
        let scaleAfterEachMove: [Double]?
        let location: [Double]?
        let locationsOfTouch: [[Double]]?
        let numberOfTouches: Int?

        private enum CodingKeys: String, CodingKey {
            case state, midPoint, strokeUp, location, numberOfTouches
            case stateAtEnd = "state_at_end"
            case actionCount = "action_count"
            case tickleCountBeforeReset = "tickleCount_before_reset"
            case firesAtEventIndex = "fires_at_event_index"
            case scaleAfterEachMove = "scale_after_each_move"
            case locationsOfTouch = "locations_of_touch"
        }
    }

    let id: String
    let events: [Event]
    /// Empty where the case says in words what it expects.
    let expect: Expectation?
    var testDescription: String { id }

    private enum CodingKeys: CodingKey { case id, events, expect }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        events = try members.decodeIfPresent([Event].self, forKey: .events) ?? []
        let isInWords = (try? members.decode(String.self, forKey: .expect)) != nil
        expect = isInWords ? nil : try members.decode(Expectation.self, forKey: .expect)
    }

    private struct File: Decodable { let cases: [SeedCase] }

    /// All of them; none when the file cannot be read, which a test would tell.
    static let all: [SeedCase] = {
        let file = repository.appending(path: "Tests/Fixtures/conformance/seed_custom_recognizers.json")
        return (try? JSONDecoder().decode(File.self, from: Data(contentsOf: file)))?.cases ?? []
    }()

    /// Those whose names begin so.
    static func named(_ start: String) -> [SeedCase] { all.filter { $0.id.hasPrefix(start) } }
}

/// Where this package lies.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

extension SeedCase {
    /// Plays the case, and calls `after` with the index of each event that has been delivered.
    func play(on stage: Stage, after: (Int) -> Void = { _ in }) {
        var places: [Int: Point] = [:]
        for (index, event) in events.enumerated() {
            let place = Point(x: event.x ?? 0, y: event.y ?? 0)
            let finger = event.id ?? 0
            switch event.type {
            case "down":
                // Where the further fingers of a case are does not matter: they do not move.
                let others = (1..<(event.count ?? 1)).map { FingerStep.down(100 + $0, 500, 500, at: event.t) }
                stage.play([.down(finger, place.x, place.y, at: event.t)] + others)
            case "move" where places[finger] == place:
                // A move to where the finger is: a table takes that for no move. A finger that has been elsewhere
                // within the frame is delivered as moved, with its place and its previous place the same.
                stage.play([
                    .move(finger, place.x + 1, place.y, at: event.t), .move(finger, place.x, place.y, at: event.t),
                ])
            case "move": stage.play([.move(finger, place.x, place.y, at: event.t)])
            case "up": stage.play([.up(finger, at: event.t)])
            case "cancel": stage.play([.cancel(finger, at: event.t)])
            case "wait": stage.wait(until: event.t)
            default: Issue.record("\(id): an event of type \(event.type)")
            }
            places[finger] = place
            after(index)
        }
    }

    /// What came of the only recognizer of a stage that has played the case.
    func outcome(on stage: Stage) -> String {
        stage.log.last.map { "\($0.state)" } ?? (stage.failures.isEmpty ? "possible" : "failed")
    }
}

@Suite struct SeedCaseTests {
    @Test("Each of the 29 cases is played by a test of this folder")
    func complete() {
        let others = [
            "seed_reset_order", "seed_pan_translation_at_began", "seed_longpress_two_fingers", "seed_tap_3x2",
        ]
        let played = ["checkmark_", "tickle_", "seed_pinch_"].flatMap(SeedCase.named).map(\.id) + others
        #expect(SeedCase.all.count == 29)
        #expect(Set(played) == Set(SeedCase.all.map(\.id)) && played.count == 29)
    }
}
