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
    @Test("Without changes nothing is delivered")
    func empty() {
        #expect(frames(of: TouchTable(), at: 1).isEmpty)
    }

    @Test("A stationary touch makes no frame, and is stationary in those of others")
    func stationary() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(1)))
        _ = frames(of: table, at: 1)
        table.move(touch, to: .zero, time: at(2))
        #expect(frames(of: table, at: 2).isEmpty)
        table.begin(at: .zero, time: at(3))
        #expect(frames(of: table, at: 3).map(\.all).map { $0.map(\.phase) } == [[.stationary, .began]])
        #expect(touch.timestamp == at(1))
    }

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

    @Test("A touch that moves before its first frame has no previous place")
    func movedAtOnce() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(1)))
        table.move(touch, to: Point(x: 5, y: 0), time: at(1))
        let note = try #require(frames(of: table, at: 1).first)
        #expect(note.description == "1: 1 began 5,0")
        #expect(note.all.map(\.previousLocation) == [Point(x: 5, y: 0)])
        #expect(note.moved == [])
    }

    @Test("A movement in the frame of the lift is part of the lift")
    func movedAndEnded() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(1)))
        _ = frames(of: table, at: 1)
        table.move(touch, to: Point(x: 5, y: 0), time: at(2))
        table.end(touch, time: at(2))
        let note = try #require(frames(of: table, at: 2).first)
        #expect(note.description == "2: 1 ended 5,0")
        #expect(note.moved == [] && note.all.map(\.previousLocation) == [.zero])
    }

    @Test(
        "A touch that lands and lifts is two frames of one time, with others' changes in the first",
        arguments: [true, false])
    func brief(isEnded: Bool) throws {
        let table = TouchTable()
        let other = try #require(table.begin(at: .zero, time: at(1)))
        _ = frames(of: table, at: 1)
        table.move(other, to: Point(x: 1, y: 1), time: at(2))
        let touch = try #require(table.begin(at: Point(x: 9, y: 9), time: at(2)))
        if isEnded { table.end(touch, time: at(2)) } else { table.cancel(touch, time: at(2)) }
        let end = isEnded ? "ended" : "cancelled"
        #expect(frames(of: table, at: 2).map(\.description) == ["2: 1 moved 1,1; 2 began 9,9", "2: 2 \(end) 9,9"])
        #expect(table.all.map(\.id) == [1])
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

    @Test("A place in the table is reused, the number is not, and the old touch is not a member")
    func placeTakenAgain() throws {
        let table = TouchTable()
        let old = try #require(table.begin(at: .zero, time: at(1)))
        _ = frames(of: table, at: 1)
        table.end(old, time: at(2))
        _ = frames(of: table, at: 2)
        let new = try #require(table.begin(at: .zero, time: at(3)))
        #expect((old.id, new.id) == (1, 2))
        #expect(table.all.contains(new) && !table.all.contains(old))
        table.end(old, time: at(3))
        #expect(frames(of: table, at: 3).map(\.description) == ["3: 2 began 0,0"])
    }

    @Test("The sixty-fifth touch is ignored until there is room")
    func capacity() throws {
        let table = TouchTable()
        let touches = (0..<64).map { _ in table.begin(at: .zero, time: at(1)) }
        #expect(touches.allSatisfy { $0 != nil })
        #expect(table.begin(at: .zero, time: at(1)) == nil)
        table.end(try #require(touches[30]), time: at(1))
        #expect(table.begin(at: .zero, time: at(1)) == nil)
        #expect(frames(of: table, at: 1).map(\.began.count) == [64, 0])
        #expect(table.begin(at: .zero, time: at(2))?.id == 65)
    }

    @Test("No time is earlier than that of the previous frame")
    func monotonic() throws {
        let table = TouchTable()
        let touch = try #require(table.begin(at: .zero, time: at(10)))
        _ = frames(of: table, at: 10)
        table.move(touch, to: Point(x: 1, y: 0), time: at(3))
        #expect(frames(of: table, at: 3).map(\.time) == [at(10)])
        #expect(touch.timestamp == at(10))
        #expect(table.begin(at: .zero, time: at(-5))?.startTime == at(10))
    }
}
