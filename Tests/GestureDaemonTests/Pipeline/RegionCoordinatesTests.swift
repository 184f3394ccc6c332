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
        let recording = Fixtures.recording(signals)
        let factory = SurfaceFactory(configuration: configuration)
        source = RecordingSource(recording)
        var publish: (GestureNotification) -> Void = { _ in }
        pipeline = factory.makePipeline(
            source, try factory.make(recorded: recording.device), numbers: SurfacePipeline.Numbers(),
            listeners: SoleListener { publish($0) })
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

    /// Two fingers that land at (300, 200) and (340, 210), and move by 10 points to the right each 10 ms.
    static func drag(fingers: Int = 1, steps: Int = 20) -> [Signal] {
        var signals: [Signal] = []
        for step in 0...steps {
            for finger in 0..<fingers {
                signals.append(.slot(Int32(finger)))
                if step == 0 { signals += [.id(Int32(finger) + 1), .y(200 + 10 * Int32(finger))] }
                signals.append(.x(300 + 40 * Int32(finger) + 10 * Int32(step)))
            }
            signals.append(.report(Int64(step) * 10_000))
        }
        for finger in 0..<fingers { signals += [.slot(Int32(finger)), .id(-1)] }
        return signals + [.report(Int64(steps + 1) * 10_000)]
    }
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
    @Test("An upright region has the surface's axes, and its origin at its top left corner")
    func upright() throws {
        let board = try Board(Board.drag(fingers: 2))
        board.play()
        let lines = try board.lines()
        #expect(lines.count > 15 && lines.last?.state == .ended)
        for (line, event) in zip(lines, board.received) {
            let place = try #require(event.location)
            #expect(isNear(line.location, WirePoint(x: place.x - 200, y: place.y - 100)))
            #expect(isNear(line.translation, event.translation) && isNear(line.velocity, event.velocity))
            #expect(line.touches == [1, 2] && line.locations.count == 2)
            let (first, second) = (line.locations[0], line.locations[1])
            #expect(isNear(WirePoint(x: first.x + 40, y: first.y + 10), second))
            #expect(isNear(line.location, WirePoint(x: first.x + 20, y: 105)))
        }
    }

    @Test("The root's coordinates are the surface's")
    func root() throws {
        let board = try Board(Board.drag())
        board.card.frame.origin = Point(x: -150, y: -50)
        board.play()
        #expect(!board.received.isEmpty && board.received.allSatisfy { $0.toRegion == nil })
    }

    @Test("A region that follows the fingers has their location at the same place, step by step")
    func following() throws {
        let board = try Board(Board.drag())
        let start = board.card.frame.origin
        board.move.addAction { [unowned board] _ in
            board.card.frame.origin = start + board.move.translation(in: nil)
        }
        board.play()
        let changes = try board.lines().filter { $0.state == .changed }.dropFirst()
        #expect(changes.count > 10)
        // It is told where the finger has gone beyond the region, which follows then.
        #expect(changes.allSatisfy { isNear($0.location, changes[changes.startIndex].location ?? .zero) })
        #expect(changes.allSatisfy { isNear($0.locations.first, $0.location ?? .zero) })
        let surface = board.received.filter { $0.state == .changed }.dropFirst().map { $0.location?.x ?? 0 }
        #expect(zip(surface, surface.dropFirst()).allSatisfy { abs($1 - $0 - 10) < 0.01 })
        #expect(board.card.frame.origin.x > start.x + 150)
    }

    @Test(
        "A region that is turned and scaled has its own axes, in the surface's unit, also if pixels are not square",
        arguments: [nil, Size(width: 3998, height: 999)] as [Size?])
    func turned(pixels: Size?) throws {
        let board = try Board(Board.drag(), pixels: pixels)
        // A quarter turn clockwise and twice the size, about (400, 250).
        board.card.transform = AffineMatrix(0, -2, 0, 2, 0, 0)
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
            let board = try Board(Board.drag())
            board.play(to: 100)
            removal(board)
            let lines = try board.lines()
            #expect(lines.last?.state == .cancelled && lines.count > 5)
            #expect(isNear(lines.last?.location, lines.dropLast().last?.location ?? .zero))
        }
    }

    @Test("The locations of fingers that only move are written into the same two pieces of memory")
    func memory() throws {
        let board = try Board(Board.drag(fingers: 2))
        board.play()
        // The list of the test keeps all notifications: then each has its own.
        let changes = board.received.filter { $0.state == .changed }.map(\.locations)
        #expect(changes.count > 10 && zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 })
        var (last, addresses): (GestureNotification?, Set<UnsafeRawPointer?>) = (nil, [])
        let recording = Fixtures.recording(Board.drag(fingers: 2))
        let factory = SurfaceFactory(configuration: Fixtures.only("move", .pan))
        let pipeline = factory.makePipeline(
            RecordingSource(recording), try factory.make(recorded: recording.device),
            numbers: SurfacePipeline.Numbers(),
            listeners: SoleListener { gesture in
                // As the server does.
                last = gesture
                if gesture.state == .changed { addresses.insert(gesture.locations.withUnsafeBytes(\.baseAddress)) }
            })
        while case .more = pipeline.read() {}
        #expect(last?.locations.count == 2 && addresses.count == 2)
    }

    @Test("Clients receive places in the coordinates of regions that they have attached, to the digit")
    func attached() throws {
        let panel = try ListenedPanel(
            Fixtures.recording(Board.drag(fingers: 2, steps: 3)),
            Configuration(surfaces: Fixtures.inPoints, recognizers: []))
        let client = try panel.connect([.gestures, .attach])
        panel.request(
            "attach",
            #"{"regions":[{"name":"card","frame":{"x":200,"y":100,"width":400,"height":300}}],"#
                + #""recognizers":[{"name":"move","type":"pan","region":"card"}]}"#, by: client)
        panel.request("subscribe", #"{"states":["ended"],"coordinates":"region","locations":true}"#, by: client)
        panel.request("subscribe", #"{"states":["ended"]}"#, by: client)
        client.forget()
        panel.play(until: 1000)
        let lines = client.lines.map { $0.replacing(/.*"state"/, with: "").replacing(/"velocity":.*/, with: "") }
        let common = #":"ended","surface":"panel","region":"card","time":T,"location":"#
        #expect(
            lines == [
                common + #"{"x":150.0,"y":105.0},"touches":[1,2],"#
                    + #""locations":[{"x":130.0,"y":100.0},{"x":170.0,"y":110.0}],"#
                    + #""translation":{"x":20.0,"y":0.0},"delta":{"x":20.0,"y":0.0},"#,
                common + #"{"x":350.0,"y":205.0},"touches":[1,2],"translation":{"x":20.0,"y":0.0},"#
                    + #""delta":{"x":20.0,"y":0.0},"#,
            ])
    }
}
