// Tests of what a client of gestured-hands may write.

import Hands
import Testing
import Touch

@Suite struct ClientHandsTests {
    private let pointer = HandsDevice.pointer(surface: "panel")

    private func hands() -> ClientHands {
        var hands = ClientHands(at: .zero)
        let isOpen = hands.open(0, .keyboard, at: .zero) && hands.open(1, pointer, at: .zero)
        #expect(isOpen)
        return hands
    }

    private func key(_ code: UInt16, _ value: Int32) -> OutputEvent { OutputEvent(EventType.key, code, value) }

    @Test("Keys of the machine are never typed: SysRq, power, sleep, wake-up, suspend, radio switches")
    func reserved() {
        for code: UInt16 in [99, 116, 142, 143, 205, 237, 238, 239, 240, 247, 0, 249, 0x110, 0x164] {
            #expect(!HandsDevice.keyboard.allows(key(code, 1)))
            #expect(!HandsDevice.keys.contains(code))
        }
        #expect(HandsDevice.keys.allSatisfy { HandsDevice.keyboard.allows(key($0, 1)) })
        #expect(!HandsDevice.keyboard.allows(key(30, 2)), "a repetition")
    }

    @Test("A pointer has places within its edges, three buttons and two wheels; a keyboard has none of these")
    func pointerEvents() {
        let allowed = [
            OutputEvent(EventType.absolute, 0, 65535), OutputEvent(EventType.absolute, 1, 0), key(0x112, 1),
            OutputEvent(EventType.relative, 0x0c, -12000),
        ]
        let refused = [
            OutputEvent(EventType.absolute, 0, 65536), OutputEvent(EventType.absolute, 1, -1), key(0x113, 1),
            key(30, 1),
            OutputEvent(EventType.absolute, 2, 0), OutputEvent(EventType.relative, 0, 1),
            OutputEvent(EventType.relative, 8, 12001), OutputEvent(4, 4, 1), OutputEvent(0, 3, 0),
        ]
        for event in allowed { #expect(pointer.allows(event) && !HandsDevice.keyboard.allows(event)) }
        for event in refused { #expect(!pointer.allows(event)) }
    }

    @Test("A wrong event refuses all of its list, and an unknown device everything")
    func faults() throws {
        var hands = hands()
        #expect(throws: HandsFault.event(key(116, 1))) {
            try hands.take([key(30, 1), key(116, 1), .report], for: 0, at: .zero) { _, _ in false }
        }
        #expect(hands.held.isEmpty)
        #expect(throws: HandsFault.device(7)) { try hands.take([.report], for: 7, at: .zero) { _, _ in false } }
    }

    @Test("What it holds is released at the end, each device in a frame of its own, and not what others hold")
    func released() throws {
        var hands = hands()
        let first = try hands.take([key(56, 1), key(105, 1), .report], for: 0, at: .zero) { $1 == 105 }
        #expect(first.events == [key(56, 1), .report])
        _ = try hands.take([key(0x110, 1), .report], for: 1, at: .zero) { _, _ in false }
        let second = try hands.take([key(105, 0), .report], for: 0, at: .zero) { _, _ in false }
        #expect(second.events == [.report])
        #expect(hands.holds(56, of: .keyboard) && hands.holds(0x110, of: pointer))
        let released = hands.releaseAll()
        #expect(released.count == 2 && hands.held.isEmpty && hands.deadline == nil)
        #expect(released.contains { $0.device == .keyboard && $0.events == [key(56, 0), .report] })
        #expect(released.contains { $0.device == pointer && $0.events == [key(0x110, 0), .report] })
        // What was released for it, it may release again.
        let third = try hands.take([key(56, 0), .report], for: 0, at: .zero) { _, _ in false }
        #expect(third.events == [.report])
    }

    @Test("Who asks for the same device again and again is a flood, too")
    func openings() {
        var hands = ClientHands(at: .zero)
        let opened = (0..<9000).count { _ in hands.open(0, .keyboard, at: .zero) }
        #expect(opened == 8001)
    }

    @Test("A flood is a fault: eight thousand events at once, then four thousand each second")
    func rate() throws {
        var hands = hands()
        let frames = [OutputEvent](repeating: .report, count: 250)
        for _ in 0..<32 { _ = try hands.take(frames, for: 0, at: .zero) { _, _ in false } }
        #expect(throws: HandsFault.rate) { try hands.take(frames, for: 0, at: .zero) { _, _ in false } }
        let later = Timestamp(microseconds: 62_500)
        _ = try hands.take(frames, for: 0, at: later) { _, _ in false }
        #expect(throws: HandsFault.rate) { try hands.take([.report], for: 0, at: later) { _, _ in false } }
    }

    @Test("Who holds a button and says nothing for half a minute is taken for dead")
    func silent() throws {
        var hands = hands()
        #expect(hands.deadline == nil)
        _ = try hands.take([key(0x110, 1), .report], for: 1, at: Timestamp(microseconds: 5_000_000)) { _, _ in false }
        #expect(hands.deadline == Timestamp(microseconds: 35_000_000))
    }

    @Test("A client has seventeen devices at most, and each number is one device")
    func devices() {
        var hands = hands()
        let opened = (2..<18).map { number in hands.open(UInt8(number), .pointer(surface: "\(number)"), at: .zero) }
        #expect(opened == Array(repeating: true, count: 15) + [false])
        let (again, other) = (hands.open(0, .keyboard, at: .zero), hands.open(0, pointer, at: .zero))
        #expect(again && !other)
    }
}
