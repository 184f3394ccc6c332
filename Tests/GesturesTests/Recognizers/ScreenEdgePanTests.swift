// Tests of screen edge pans: edges, band and direction.

import Gestures
import Testing
import Touch
import TouchTesting

private func edgePan(_ edges: RectEdge) -> ScreenEdgePanGestureRecognizer {
    with(ScreenEdgePanGestureRecognizer(name: "edge")) { $0.edges = edges }
}

/// A finger that moves like this from a place of the stage of 2000 by 1000 pt.
private func play(_ recognizer: GestureRecognizer, _ x: Double, _ y: Double, _ way: Vector) -> Stage {
    Stage(recognizer).play([
        .down(0, x, y, at: 0), .move(0, x + way.x, y + way.y, at: 0.02), .up(at: 0.03),
    ])
}

/// The four edges with the middle of each, and the direction inward.
private let sides: [(edge: RectEdge, place: Point, inward: Vector)] = [
    (.top, Point(x: 1000, y: 0), Vector(x: 0, y: 1)), (.left, Point(x: 0, y: 500), Vector(x: 1, y: 0)),
    (.bottom, Point(x: 1000, y: 999.9), Vector(x: 0, y: -1)), (.right, Point(x: 1999.9, y: 500), Vector(x: -1, y: 0)),
]

@Suite struct ScreenEdgePanTests {
    @Test("It begins at each configured edge, and at no other", arguments: 0..<4)
    func edges(side: Int) {
        let (edge, place, inward) = sides[side]
        let stage = play(edgePan(edge), place.x, place.y, inward * 40)
        #expect(stage.words == ["edge began", "edge ended"] && stage.log.map(\.measurement.edge) == [edge, edge])
        #expect(stage.log.map(\.measurement.translation) == [inward * 30, inward * 30])
        for other in sides where other.edge != edge {
            #expect(play(edgePan(other.edge), place.x, place.y, inward * 40).words == [])
        }
        #expect(play(edgePan(.all), place.x, place.y, inward * 40).log.first?.measurement.edge == edge)
    }

    @Test("Without edges, which is the default, it never begins")
    func none() {
        #expect(ScreenEdgePanGestureRecognizer(name: "edge").edges == [])
        let recognizer = edgePan([])
        #expect(play(recognizer, 0, 500, Vector(x: 90, y: 0)).words == [])
        #expect(play(edgePan(RectEdge(rawValue: 64)), 0, 500, Vector(x: 90, y: 0)).words == [])
    }

    @Test("The finger lands within 20 pt of the edge", arguments: [(20.0, true), (20.01, false)])
    func band(distance: Double, isNear: Bool) {
        #expect(play(edgePan(.left), distance, 500, Vector(x: 40, y: 0)).words.isEmpty != isNear)
        #expect(play(edgePan(.right), 2000 - distance, 500, Vector(x: -40, y: 0)).words.isEmpty != isNear)
        #expect(play(edgePan(.top), 900, distance, Vector(x: 0, y: 40)).words.isEmpty != isNear)
        #expect(play(edgePan(.bottom), 900, 1000 - distance, Vector(x: 0, y: -40)).words.isEmpty != isNear)
        let wide = edgePan(.left)
        wide.edgeWidth = 30
        #expect(play(wide, 29, 500, Vector(x: 40, y: 0)).words.count == 2)
    }

    @Test("It moves away from the edge, more than along it", arguments: [(40.0, 39.0), (40, -39), (40, 0), (11, 11)])
    func away(x: Double, y: Double) {
        #expect(play(edgePan(.left), 5, 500, Vector(x: x, y: y)).words == ["edge began", "edge ended"])
    }

    @Test(
        "A finger that lands elsewhere, or moves along the edge or off it, fails it at once, with the reason",
        arguments: [
            (28, 0, 0, "began 43.0 pt from the edge, 20.0 allowed"), (0, 39, 40, "moved away from the edge by "),
            (0, 3, -40, "moved away from the edge by "), (0, -15, 0, "moved away from the edge by "),
        ] as [(Double, Double, Double, String)])
    func fails(inside: Double, x: Double, y: Double, words: String) {
        let recognizer = edgePan(inside > 0 ? [.left, .top] : .left)
        var reason: Reason?
        let stage = Stage(recognizer)
        stage.check = { _ in reason = reason ?? recognizer.reason }
        stage.play([
            .down(0, 15 + inside, 500, at: 0), .move(0, 15 + x, 500 + y, at: 0.01), .move(0, 400, 500, at: 0.02),
        ])
        #expect(stage.words == [] && stage.failures.map(\.time) == [inside > 0 ? 0 : 0.01])
        #expect(reason?.description.hasPrefix(words) == true)
    }

    @Test("Only the direction within the first 10 pt decides, not later")
    func turnsLater() {
        let stage = Stage(edgePan(.left)).play([
            .down(0, 0, 500, at: 0), .move(0, 11, 500, at: 0.01), .move(0, 12, 900, at: 0.02), .up(at: 0.03),
        ])
        #expect(stage.words == ["edge began", "edge changed", "edge ended"])
        #expect(stage.log.last?.measurement.edge == .left)
    }

    @Test("In a corner the direction decides which edge it is")
    func corner() {
        let corners: [(Point, RectEdge, RectEdge)] = [
            (Point(x: 5, y: 5), .left, .top), (Point(x: 1995, y: 5), .right, .top),
            (Point(x: 5, y: 995), .left, .bottom), (Point(x: 1995, y: 995), .right, .bottom),
        ]
        for (place, sideways, vertical) in corners {
            func edge(_ edges: RectEdge, _ x: Double, _ y: Double) -> RectEdge? {
                let way = Vector(x: place.x < 1000 ? x : -x, y: place.y < 500 ? y : -y)
                return play(edgePan(edges), place.x, place.y, way).log.first?.measurement.edge
            }
            for all in [RectEdge.all, sideways.union(vertical)] {
                #expect(edge(all, 40, 20) == sideways && edge(all, 20, 40) == vertical)
            }
            // If only one is configured, the other's direction fails it.
            #expect(edge(sideways, 20, 40) == nil)
        }
    }

    @Test("The edges are those of its region, not of the surface")
    func region() {
        let stage = Stage()
        stage.addRegion("tile", x: 300, y: 200, width: 400, height: 300, edgePan(.all))
        let starts: [(RectEdge, Point, Vector)] = [
            (.top, Point(x: 500, y: 205), Vector(x: 0, y: 40)), (.left, Point(x: 305, y: 350), Vector(x: 40, y: 0)),
            (.bottom, Point(x: 500, y: 495), Vector(x: 0, y: -40)),
            (.right, Point(x: 695, y: 350), Vector(x: -40, y: 0)),
        ]
        for (time, (edge, place, way)) in zip([0.0, 1, 2, 3], starts) {
            let end = place + way
            stage.play([
                .down(0, place.x, place.y, at: time), .move(0, end.x, end.y, at: time + 0.1), .up(at: time + 0.2),
            ])
            #expect(stage.log.suffix(2).map(\.measurement.edge) == [edge, edge])
        }
        // The middle of the region, and the edge of the surface.
        for (time, x) in [(4.0, 500.0), (5, 1990)] {
            stage.play([.down(0, x, 350, at: time), .move(0, x - 100, 350, at: time + 0.1), .up(at: time + 0.2)])
        }
        #expect(stage.log.count == 8)
    }

    @Test("Beside a pinch it begins after 10 pt, as in UIKit, and no finger that lands delays it or takes it back")
    func besidePinch() {
        for second in [[], [.down(1, 240, 500, at: 0.015)]] as [[FingerStep]] {
            let stage = Stage(PinchGestureRecognizer(name: "pinch"), edgePan(.left)).play(
                [.down(0, 5, 500, at: 0), .move(0, 14.9, 500, at: 0.01)] + second + [
                    .move(0, 15, 500, at: 0.02), .move(0, 40, 500, at: 0.03), .up(0, at: 0.1),
                ])
            #expect(stage.gestures == ["edge"] && stage.log.first?.time == 0.02)
            #expect(stage.log.compactMap(\.measurement.translation?.x) == [0, 25, 25])
        }
    }

    @Test("A pinch at the edge comes first if its fingers have parted before one of them has moved 10 pt")
    func pinchAtEdge() {
        let stage = Stage(edgePan(.left), PinchGestureRecognizer(name: "pinch")).play([
            .down(0, 5, 500, at: 0), .down(1, 240, 500, at: 0.02), .move(0, 9, 500, at: 0.04),
            .move(1, 300, 500, at: 0.04), .move(0, 60, 500, at: 0.06), .up(0, at: 0.4), .up(1, at: 0.4),
        ])
        #expect(stage.gestures == ["pinch"])
    }

    @Test(
        "A pan that waits for it begins everywhere else, and along the edge",
        arguments: [(5, 40, 0, "edge"), (5, 0, 40, "pan"), (100, 40, 0, "pan")] as [(Double, Double, Double, String)])
    func panWaits(from x: Double, right: Double, down: Double, gesture: String) {
        let (edge, pan) = (edgePan(.left), PanGestureRecognizer(name: "pan"))
        pan.require(toFail: edge)
        let stage = Stage(pan, edge).play([
            .down(0, x, 500, at: 0), .move(0, x + right, 500 + down, at: 0.01), .up(at: 0.02),
        ])
        #expect(stage.gestures == [gesture])
    }
}
