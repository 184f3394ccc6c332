// Tests of places in the coordinates of regions that lie still, move, turn and scale.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// A panel with a region `card` in a region `board`, from (200, 100) to (600, 400) in points, in which fingers pan.
private final class Board {
    private let source: RecordingSource
    private let pipeline: SurfacePipeline
    private(set) var received: [GestureNotification] = []
    let board: Region
    let card: Region
    let move: PanGestureRecognizer

    /// - Parameter pixels: Those of the surface, if it has some.
    init(_ signals: [Signal], pixels: Size? = nil) throws {
        func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RegionFrame {
            RegionFrame(x: .points(x), y: .points(y), width: .points(width), height: .points(height))
        }
        var surface = Fixtures.inPoints[0]
        surface.settings.pixels = pixels
        let configuration = Configuration(
            surfaces: [surface],
            regions: [
                RegionRule(name: "board", frame: frame(150, 50, 800, 800)),
                RegionRule(name: "card", parent: "board", frame: frame(50, 50, 400, 300)),
            ], recognizers: [RecognizerRule(name: "move", type: .pan, region: "card")])
        var publish: (GestureNotification) -> Void = { _ in }
        (pipeline, source) = try SurfacePipeline.playing(
            Fixtures.recording(signals), configuration, listeners: SoleListener { publish($0) })
        board = try #require(pipeline.root.children.first)
        card = try #require(board.children.first)
        move = try #require(card.gestureRecognizers.first as? PanGestureRecognizer)
        publish = { [unowned self] in received.append($0) }
    }

    /// Plays everything, or up to a time in milliseconds.
    func play(to milliseconds: Int64 = 10_000) {
        source.limit = Timestamp(microseconds: milliseconds * 1000)
        while case .more = pipeline.read() {}
    }

    /// What a subscription with both options receives, by the line.
    func lines() throws -> [GestureNotification] {
        try received.map { gesture in
            var writer = LineWriter()
            writer.appendGestureHead(subscription: 1, sequence: 1)
            writer.appendGestureTail(gesture, since: .none, form: [.places, .inRegion, .fingers])
            guard case .gesture(let read) = try ServerMessage.decode(writer.bytes) else { return gesture }
            return read.notification
        }
    }

    /// A finger that lands at (300, 200), and moves by 10 points to the right each 10 ms.
    static let drag: [Signal] =
        [.slot(0), .id(1), .y(200)]
        + (0...20).flatMap { step -> [Signal] in [.x(300 + 10 * step), .report(Int64(step) * 10_000)] }
        + [.id(-1), .report(210_000)]
}

extension GestureNotification {
    fileprivate var translation: WirePoint {
        if case .pan(let translation, _, _) = measurement { translation } else { WirePoint(x: .nan, y: .nan) }
    }

    fileprivate var velocity: WirePoint {
        if case .pan(_, let velocity, _) = measurement { velocity } else { WirePoint(x: .nan, y: .nan) }
    }
}

/// Whether two places are the same but for the rounding of lines.
private func isNear(_ one: WirePoint?, _ other: WirePoint) -> Bool {
    guard let one else { return false }
    return abs(one.x - other.x) < 0.002 && abs(one.y - other.y) < 0.002
}

@Suite struct RegionCoordinatesTests {
    @Test(
        "A region that is turned and scaled has its own axes, in the surface's unit, also if pixels are not square",
        arguments: [nil, Size(width: 3998, height: 999)] as [Size?])
    func turned(pixels: Size?) throws {
        let board = try Board(Board.drag, pixels: pixels)
        // A quarter turn clockwise and twice the size, about (400, 250).
        board.card.transform = AffineMatrix(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
        board.play()
        let lines = try board.lines()
        #expect(lines.count > 15)
        let scale = pixels == nil ? 1.0 : 2.0
        for (line, event) in zip(lines, board.received) {
            let x = (event.location?.x ?? .nan) / scale
            #expect(isNear(line.location, WirePoint(x: 175 * scale, y: 150 - (x - 400) / 2)))
            #expect(isNear(line.translation, WirePoint(x: 0, y: -event.translation.x / scale / 2)))
            #expect(isNear(line.velocity, WirePoint(x: 0, y: -event.velocity.x / scale / 2)))
            #expect(isNear(line.locations.first, line.location ?? .zero))
        }
        guard case .pan(_, _, let end?)? = lines.last?.measurement, let last = board.received.last,
            case .pan(_, _, let surfaceEnd?) = last.measurement
        else {
            Issue.record("no projection")
            return
        }
        #expect(isNear(end, WirePoint(x: 175 * scale, y: 150 - (surfaceEnd.x / scale - 400) / 2)), "it is a place")
    }

    @Test("A gesture that is cancelled because its region or recognizer is removed ends where its region was")
    func removed() throws {
        for removal in [
            { $0.board.removeRegion($0.card) }, { $0.card.removeGestureRecognizer($0.move) },
            { $0.board.parent?.removeRegion($0.board) },
        ] as [(Board) -> Void] {
            let board = try Board(Board.drag)
            board.play(to: 100)
            removal(board)
            let lines = try board.lines()
            #expect(lines.last?.state == .cancelled && lines.count > 5)
            #expect(isNear(lines.last?.location, lines.dropLast().last?.location ?? .zero))
        }
    }
}
