// Tests of pictures of much: long recordings, many touches, recognizers and sequences.

import Configuration
import Diagnosis
import Foundation
import GestureDaemon
import GestureWire
import Testing
import Touch
import TouchTesting

@Suite struct PlotBoundsTests {
    private let names = (1...200).map { "recognizer-\($0)" }

    private func plot(
        _ signals: [Signal], _ recognizers: [RecognizerRule], sequences: Set<Int>? = nil
    ) throws -> (Plot, SVGFile) {
        let plot = try Plot(
            of: Fixtures.recording(signals),
            configuration: Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers), sequences: sequences)
        #expect(plot.picture.utf8.count < 1_000_000)
        return (plot, try SVGFile(plot))
    }

    /// Frames of ten fingers that go to and fro over the whole panel.
    private func scribble(frames: Int) -> [Signal] {
        func turning(_ way: Int, at end: Int) -> Int32 { Int32(way % (2 * end) < end ? way % end : end - way % end) }
        var signals: [Signal] = []
        for frame in 0..<frames {
            for finger in 0..<10 {
                signals.append(.slot(Int32(finger)))
                if frame == 0 { signals.append(.id(Int32(finger))) }
                signals.append(.x(turning(finger * 190 + frame * 5, at: 1990)))
                signals.append(.y(turning(finger * 90 + frame * 3, at: 990)))
            }
            signals.append(.report(Int64(frame) * 8000))
        }
        return signals
    }

    /// Taps of one finger, each a sequence of its own.
    private func taps(_ count: Int) -> [Signal] {
        (0..<count).flatMap { tap -> [Signal] in
            let time = Int64(tap) * 2_000_000
            return [
                .slot(0), .id(Int32(tap)), .x(Int32(100 + tap)), .y(100), .report(time), .id(-1),
                .report(time + 60_000),
            ]
        }
    }

    @Test("A long scribble of ten fingers is drawn with fewer points, and the picture says so")
    func trails() throws {
        let (plot, picture) = try plot(scribble(frames: 5000), [RecognizerRule(name: "pan", type: .pan)])
        #expect(plot.picture.utf8.count < 100_000)
        #expect(picture.text().contains("with fewer points than were recorded"))
        #expect(picture.all("polyline").count == 10)
        #expect(picture.all("text", in: "The panel").map(\.text) == (1...10).map(String.init))
    }

    @Test("A short recording is drawn whole")
    func short() throws {
        let (_, picture) = try plot(scribble(frames: 50), [RecognizerRule(name: "pan", type: .pan)])
        #expect(!picture.text().contains("fewer points") && !picture.text().contains("left out"))
    }

    @Test("Of 200 recognizers 40 are drawn, first those with a gesture, and the others are counted")
    func recognizers() throws {
        let rules = names.map { RecognizerRule(name: $0, type: $0.hasSuffix("-199") ? .tap : .pan) }
        let (_, picture) = try plot(taps(1), rules)
        let titles = picture.all("title").map(\.text)
        #expect(titles.count { $0.hasPrefix("recognizer-") } == 40)
        #expect(titles.contains { $0.hasPrefix("recognizer-199: recognized") })
        #expect(
            titles.contains { $0.hasPrefix("recognizer-39:") } && !titles.contains { $0.hasPrefix("recognizer-40:") })
        #expect(picture.text().contains("160 other recognizers are left out; --recognizer selects."))
    }

    @Test("Of many sequences ten are drawn; the picture names the next, which can be drawn alone")
    func sequences() throws {
        let rules = names.prefix(60).map { RecognizerRule(name: $0, type: .pan) }
        let (plot, picture) = try plot(taps(40), rules)
        #expect(plot.sequences == 40)
        let titles = picture.all("title").map(\.text)
        #expect(titles.count { $0.hasPrefix("Sequence ") } == 10)
        #expect(picture.text().contains("30 sequences from 11 on are left out; --sequence 11 draws that one."))
        let (_, alone) = try self.plot(taps(40), rules, sequences: [31])
        #expect(alone.all("title").map(\.text).contains { $0.hasPrefix("Sequence 31: ") })
        #expect(!alone.text().contains("sequences from"))
    }

    @Test("A sequence of a thousand touches is drawn with twenty, and lanes say how many steps they lack")
    func touches() throws {
        let signals = (0..<1000).flatMap { touch -> [Signal] in
            let time = Int64(touch) * 50_000
            let slot = Int32(touch % 2)
            return [.slot(slot), .id(Int32(touch)), .x(200 + slot * 300), .y(200), .report(time)]
                + (touch > 0 ? [.slot(1 - slot), .id(-1), .report(time + 20_000)] : [])
        }
        let (plot, picture) = try plot(signals, [RecognizerRule(name: "tap", type: .tap)])
        #expect(plot.sequences == 1)
        #expect(picture.text().contains(" 980 touches more "))
        #expect(picture.all("text", in: "touch 20:").count == 1 && picture.all("text", in: "touch 21:").isEmpty)
        #expect(picture.all("text", in: "The panel").map { $0.text.prefix(7) } == ["1, 3, 5", "2, 4, 6"])
        #expect(plot.picture.utf8.count < 100_000)
    }
}
