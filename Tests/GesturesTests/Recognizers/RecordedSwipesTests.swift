// Tests of swipes with fingers from recorded touchscreens, and of their backward movement at the start.

import Gestures
import Testing
import Touch
import TouchTesting

/// The makers' sizes, in millimetres, of recorded panels that do not declare theirs (as in `PanelKindTests`).
///
/// That of `ed-atmel-mxt` is unknown and guessed; none of its fingers moves backward.
private let sizes: [(recordings: String, size: Size)] = [
    ("ed-ep0430m09", Size(width: 95, height: 54)), ("ed-isdv4e6", Size(width: 277, height: 156)),
    ("ed-quanta-optical", Size(width: 509, height: 286)), ("mh-tablet", Size(width: 217, height: 136)),
    ("xit-nexus4", Size(width: 61, height: 102)),
]

/// A finger that meets the rule of a swipe, except for its backward movement.
private struct RecordedSwipe: CustomStringConvertible {
    let recording: String
    let finger: Int
    let direction: SwipeDirection
    /// The largest backward movement in points before the rule is met.
    let backward: Double
    /// Its movement up to then, alone.
    let steps: [FingerStep]

    var description: String { "\(recording), finger \(finger): \((backward * 100).rounded() / 100) pt" }

    /// The result of a swipe recognizer of its direction.
    func isRecognized(withTolerance tolerance: Double) -> Bool {
        let recognizer = SwipeGestureRecognizer(name: "swipe")
        recognizer.direction = direction
        recognizer.maximumOppositeMovement = tolerance
        return Stage(recognizer).play(steps).words == ["swipe ended"]
    }

    /// The swipe of a finger in a direction, if it makes one.
    init?(_ recording: String, finger: Int, path: [(time: Timestamp, place: Point)], _ direction: SwipeDirection) {
        let thresholds = Thresholds.standard
        let start = path[0]
        var steps: [FingerStep] = [.down(0, start.place.x, start.place.y, at: 0)]
        var backward = 0.0
        for (time, place) in path.dropFirst() {
            let (age, way) = (time.seconds(since: start.time), place - start.place)
            let (primary, secondary) =
                switch direction {
                case .right: (way.x, way.y)
                case .left: (-way.x, way.y)
                case .up: (-way.y, way.x)
                default: (way.y, way.x)
                }
            let aside = thresholds.swipeMaximumSecondaryMovement * (1 - Thresholds.swipeSecondaryRate * age)
            guard age <= thresholds.swipeMaximumDuration, secondary.magnitude <= aside else { return nil }
            backward = max(backward, -primary)
            steps.append(.move(0, place.x, place.y, at: age))
            guard primary >= thresholds.swipeMinimumPrimaryMovement * (1 - Thresholds.swipePrimaryRate * age) else {
                continue
            }
            (self.recording, self.finger, self.direction) = (recording, finger, direction)
            (self.backward, self.steps) = (backward, steps)
            return
        }
        return nil
    }

    /// The swipes of all recorded touchscreens.
    static func all() throws -> [RecordedSwipe] {
        try RecordingCatalogue.names().flatMap { name in
            let paths = try paths(of: name)
            return paths.keys.sorted().flatMap { finger in
                [SwipeDirection.right, .left, .up, .down].compactMap { direction in
                    RecordedSwipe(name, finger: finger, path: paths[finger] ?? [], direction)
                }
            }
        }
    }

    /// The places of each finger of a recording, in points.
    private static func paths(of name: String) throws -> [Int: [(time: Timestamp, place: Point)]] {
        let recording = try RecordingCatalogue.recording(name)
        guard case .touchscreen = DeviceVerdict(of: recording.device) else { return [:] }
        let settings = SurfaceSettings(size: sizes.first { name.hasPrefix($0.recordings) }?.size)
        let surface = try #require(
            Surface(name: "panel", device: recording.device, settings: settings, systemCalibration: nil))
        let panel = Panel(recording.device, surface: surface)
        var paths: [Int: [(time: Timestamp, place: Point)]] = [:]
        for event in recording.events {
            panel.assembler.process(event) { frame in
                for finger in FrameNote(frame).all where finger.phase == .began || finger.phase == .moved {
                    paths[finger.id, default: []].append((frame.time, finger.location))
                }
            }
        }
        return paths
    }
}

@Suite struct RecordedSwipesTests {
    @Test("Of 62 recorded fingers that swipe, three drift backward as they settle, and a fourth draws an arc")
    func backward() throws {
        let all = try RecordedSwipe.all()
        #expect(all.count == 62)
        #expect(
            all.filter { $0.backward > 0 }.map(\.description) == [
                "xit-nexus4-nobtn, finger 1: 0.51 pt", "xit-nexus4-nobtn, finger 7: 8.93 pt",
                "xit-nexus4-nobtn, finger 11: 3.07 pt", "xit-nexus4-nobtn, finger 12: 2.05 pt",
            ])
    }

    @Test("The shipped tolerance is the least half point that accepts all settling fingers and rejects the arc")
    func tolerance() throws {
        let ways = try RecordedSwipe.all().map(\.backward).sorted()
        // Values between the two are certainly movements of a finger.
        let settled = try #require(ways.last { $0 < 8 })
        let tolerance = Thresholds.shipped.swipeMaximumOppositeMovement
        #expect(tolerance == (settled * 2).rounded(.up) / 2)
        for swipe in try RecordedSwipe.all() {
            #expect(swipe.isRecognized(withTolerance: tolerance) == (swipe.backward <= settled), "\(swipe)")
            #expect(swipe.isRecognized(withTolerance: 0) == (swipe.backward == 0), "\(swipe)")
        }
    }
}
