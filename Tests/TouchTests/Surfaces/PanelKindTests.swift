// Tests of assumed panel sizes against panels of known size.

import Foundation
import Testing
import Touch
import TouchTesting

/// A panel whose size is known: a row of `panels.tsv`.
private struct KnownPanel: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let device: DeviceDescription
    let millimetres: Size
    /// The smallest acceptable guess, as a fraction of the real size.
    let leastPart: Double

    init?(_ row: Substring) {
        let fields = row.split(separator: "\t")
        let numbers = fields.dropFirst().compactMap { Double($0) }
        guard numbers.count == 7 else { return nil }
        testDescription = String(fields[0])
        // One slot is a list of contacts, none a single touch.
        let slots = Int32(numbers[1])
        var device = DeviceDescription.touchscreen(slots: max(slots, 1))
        device.bus = UInt16(numbers[0])
        for (code, units) in [
            (AbsoluteAxis.x, numbers[2]), (AbsoluteAxis.y, numbers[3]), (AbsoluteAxis.positionX, numbers[2]),
            (AbsoluteAxis.positionY, numbers[3]),
        ] {
            device.axes[code] = axis(0, Int32(units) - 1)
        }
        if slots < 2 { device.axes[AbsoluteAxis.slot] = nil }
        if slots == 0 { for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] { device.axes[code] = nil } }
        device.codes[EventType.absolute] = Set(device.axes.keys)
        self.device = device
        (millimetres, leastPart) = (Size(width: numbers[4], height: numbers[5]), numbers[6])
    }

    static let all: [KnownPanel] = {
        let file = RecordingCatalogue.folder.appending(path: "../panels.tsv")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").compactMap(
            KnownPanel.init)
    }()
}

@Suite struct PanelKindTests {
    @Test(
        "No known panel is guessed so large that taps are lost, nor less than half its size, if distinguishable",
        arguments: KnownPanel.all)
    private func known(_ panel: KnownPanel) throws {
        let size = try #require(PanelSize(of: panel.device, settings: SurfaceSettings()))
        #expect(size.source == .guess)
        let parts = [
            size.millimetres.width / panel.millimetres.width, size.millimetres.height / panel.millimetres.height,
        ]
        for part in parts {
            #expect((panel.leastPart...1.31).contains(part), "\(size.millimetres) for \(panel.millimetres)")
        }
    }

    @Test("A guess has the range's proportions, unless that is nearly square, within those of existing panels")
    func proportions() throws {
        func size(_ width: Int32, _ height: Int32) throws -> Size {
            let device = panel(axis(0, width - 1), axis(0, height - 1))
            return try #require(PanelSize(of: device, settings: SurfaceSettings())).millimetres
        }
        func ratio(_ width: Int32, _ height: Int32) throws -> Double {
            let size = try size(width, height)
            return size.width / size.height
        }
        #expect(try abs(ratio(4000, 2500) - 1.6) < 1e-9)
        #expect(try abs(ratio(2500, 4000) - 1 / 1.6) < 1e-9)
        for side in [2, 300, 4096, 32768] as [Int32] {
            #expect(try abs(ratio(side, side) - 16 / 9.0) < 1e-9)
        }
        #expect(try abs(ratio(30000, 1000) - 4) < 1e-9)
        #expect(try abs(ratio(1000, 30000) - 0.25) < 1e-9)
        #expect(KnownPanel.all.count == 36)
        // Few units may be coarse ones of a small panel, but the smallest existing panels are the limit.
        #expect(try size(2, 2).width == 50 && size(32768, 32768).width > 100)
    }

    @Test("For any declaration, the guess is a plausible panel", arguments: [1, 2, 3, 100, 65536, Int32.max / 2])
    func bounded(units: Int32) throws {
        for (slots, bus) in [(1, 0x18), (5, 0x18), (10, 0), (256, 0x18), (1, 3), (10, 3), (256, 0xffff)] {
            for other in [1, 480, 4096, Int32.max / 2] {
                var device = DeviceDescription.touchscreen(slots: Int32(slots))
                device.bus = UInt16(bus)
                device.axes[AbsoluteAxis.positionX] = Axis(minimum: 0, maximum: units)
                device.axes[AbsoluteAxis.positionY] = Axis(minimum: 0, maximum: other)
                let size = try #require(PanelSize(of: device, settings: SurfaceSettings())).millimetres
                #expect((10...700).contains(size.width) && (10...700).contains(size.height), "\(units) x \(other)")
            }
        }
    }
}
