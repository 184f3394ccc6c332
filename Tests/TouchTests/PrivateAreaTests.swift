// Private areas: which touches are private, how they are numbered, and what is left of a frame without them.

import Testing

@testable import Touch

@Suite struct PrivateAreaTests {
    private let table = TouchTable()
    private var frames: [TouchFrame] = []

    init() {
        table.privateAreas = [PrivateArea(origin: Point(x: 0, y: 50), size: Size(width: 100, height: 50))]
    }

    private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

    @Test("a touch is private by where it begins, its edges included, and stays so wherever it goes")
    func places() throws {
        let inside = try #require(table.begin(at: Point(x: 100, y: 50), time: at(0)))
        let outside = try #require(table.begin(at: Point(x: 50, y: 49.9), time: at(0)))
        table.move(inside, to: Point(x: 50, y: 10), time: at(1))
        table.move(outside, to: Point(x: 50, y: 90), time: at(1))
        #expect(inside.isPrivate && !outside.isPrivate)
        table.privateAreas = []
        #expect(inside.isPrivate, "what is switched off is for touches that begin then")
        #expect(try #require(table.begin(at: Point(x: 50, y: 60), time: at(2))).isPrivate == false)
    }

    @Test("private touches have numbers of their own, so that the others have no gaps")
    func numbers() {
        let ids = [10.0, 60, 20, 70, 80, 30].compactMap { table.begin(at: Point(x: 5, y: $0), time: at(0))?.id }
        let first = TouchSerialNumbers.firstPrivate
        #expect(ids == [1, first, 2, first + 1, first + 2, 3])
        #expect(first == 1 << 51)
    }

    @Test("a frame without private touches has all others, and is none when nothing is left of it")
    func frame() throws {
        let hidden = try #require(table.begin(at: Point(x: 5, y: 60), time: at(0)))
        var seen = 0
        table.deliver(at: at(0)) { frame in
            #expect(frame.withoutPrivateTouches == nil)
            seen += 1
        }
        let shown = try #require(table.begin(at: Point(x: 5, y: 10), time: at(1)))
        table.move(hidden, to: Point(x: 6, y: 60), time: at(1))
        table.deliver(at: at(1)) { frame in
            let rest = frame.withoutPrivateTouches
            #expect(rest.map { Array($0.all) } == [shown] && rest.map { Array($0.began) } == [shown])
            #expect(rest?.moved.isEmpty == true)
            seen += 1
        }
        table.end(hidden, time: at(2))
        table.end(shown, time: at(2))
        table.deliver(at: at(2)) { frame in
            #expect(frame.withoutPrivateTouches.map { Array($0.ended) } == [shown])
            seen += 1
        }
        let next = try #require(table.begin(at: Point(x: 5, y: 10), time: at(3)))
        table.deliver(at: at(3)) { frame in
            #expect(frame.withoutPrivateTouches.map { Array($0.all) } == [next], "the place of one that is gone")
            seen += 1
        }
        #expect(seen == 4)
    }
}
