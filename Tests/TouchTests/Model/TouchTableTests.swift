// Tests of a surface's touches between frames.

import Testing
import Touch
import TouchTesting

private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

private func frames(of table: TouchTable, at time: Int64) -> [FrameNote] {
    var notes: [FrameNote] = []
    table.deliver(at: at(time)) { notes.append(FrameNote($0)) }
    return notes
}

@Suite struct TouchTableTests {
    @Test("Size and pressure of a resting finger make a frame on request, and only when they change")
    func contact() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(1)))
        var changed: [[Int]] = []
        func press(_ force: Double, at time: Int64) {
            table.setContact(of: touch, majorRadius: 8, force: force)
            table.deliver(at: at(time)) { changed.append($0.contactChanged.map(\.id)) }
        }
        press(0.1, at: 1)
        press(0.2, at: 2)
        #expect(changed == [[]] && touch.force == 0.2)
        table.deliversContactChanges = true
        press(0.2, at: 3)
        press(0.3, at: 4)
        #expect(changed == [[], [1]])
        #expect(touch.phase == .stationary && touch.timestamp == at(1))
        table.move(touch, to: Point(x: 5, y: 0), time: at(5))
        press(0.4, at: 5)
        table.end(touch, time: at(6))
        press(0.5, at: 6)
        #expect(changed == [[], [1], [], []])
    }

    @Test("Changes to an ended touch are ignored")
    func over() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(1)))
        _ = frames(of: table, at: 1)
        table.end(touch, time: at(2))
        table.cancel(touch, time: at(2))
        table.move(touch, to: Point(x: 1, y: 1), time: at(2))
        #expect(frames(of: table, at: 2).map(\.description) == ["2: 1 ended 0,0"])
        table.end(touch, time: at(3))
        table.cancel(touch, time: at(3))
        table.move(touch, to: Point(x: 1, y: 1), time: at(3))
        #expect(frames(of: table, at: 3).isEmpty)
        #expect(touch.phase == .ended && touch.location == .zero)
    }
}
