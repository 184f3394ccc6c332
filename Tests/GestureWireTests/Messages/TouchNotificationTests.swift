// Sample touches, and tests of what no sample shows.

import GestureWire
import Testing

private func line(_ notification: TouchNotification) -> String {
    written { $0.append(notification, subscription: 1) }
}

struct TouchNotificationTests {
    static let moved = WireTouch(
        id: 3, phase: .moved, location: WirePoint(x: 512, y: 300.5), previousLocation: WirePoint(x: 510, y: 300.5),
        region: "root", tapCount: 2, force: 0.25, majorRadius: 9.5)
    static let began = WireTouch(
        id: 4, phase: .began, location: .zero, previousLocation: .zero, region: "left \"half\"\n")
    static let notification = TouchNotification(surface: "panel", time: 1_234_567_890, touches: [moved])

    @Test("a touch of an early server, which does not count taps, is read as a first one")
    func untold() throws {
        let early = line(Self.notification).replacing(#""tapCount":2,"#, with: "")
        guard case .touch(let received) = try ServerMessage.decode(Array(early.utf8)) else {
            Issue.record("not touches: \(early)")
            return
        }
        #expect(received.notification.touches.map(\.tapCount) == [1])
    }

    @Test("an invalid phase or time is an error", arguments: ["stationary", "hovering", ""])
    func unknownPhase(phase: String) {
        let odd = line(Self.notification).replacing(#""moved""#, with: #""\#(phase)""#)
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(odd.utf8)) }
        let late = line(Self.notification).replacing("1234.567890", with: "1e300")
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(late.utf8)) }
    }

    @Test("once the buffer is warm its storage is never reallocated, and neither is that of reused touches")
    func reuse() {
        var writer = LineWriter()
        var notification = TouchNotification(surface: "panel", time: 0, touches: [])
        func frame(_ number: Int) -> [UnsafeRawPointer?] {
            notification.time = Int64(number)
            notification.touches.removeAll(keepingCapacity: true)
            for id in 1...10 {
                var touch = Self.moved
                touch.id = id
                notification.touches.append(touch)
            }
            writer.removeAll()
            writer.append(notification, subscription: 1)
            return [
                writer.withUnsafeBytes(\.baseAddress),
                notification.touches.withUnsafeBytes(\.baseAddress),
            ]
        }
        let first = frame(0)
        #expect((1...100).allSatisfy { frame($0) == first })
    }
}
