// Tests of changes that are kept for the next connection.

import GestureWire
import Testing

@testable import GestureClient

@Suite struct KeptChangesTests {
    /// The names in the order that a new connection restores; nil if that is the order of attaching.
    private func order(_ kept: KeptChanges) -> [WireValue?]? {
        guard let changes = kept.updates.last else { return nil }
        #expect(kept.updates.count == 1)
        #expect(changes.allSatisfy { $0.properties["above"] == .null && $0.properties.count == 2 })
        return changes.map { $0.properties["name"] }
    }

    @Test("Regions that changed get their last places, shapes and switches; null and unknown regions change nothing")
    func places() {
        var kept = KeptChanges([
            AttachedRegion("a"), AttachedRegion("b").setting("enabled", to: false), AttachedRegion("c"),
        ])
        #expect(kept.updates == [])
        kept.apply([
            RegionChange("a", transform: [0, 1, -1, 0, 5, 6], shape: "ellipse"), RegionChange("b", isEnabled: true),
            RegionChange("gone", shape: "ellipse"),
        ])
        kept.apply([["name": "a", "transform": [1, 0, 0, 1, 9, 9], "frame": nil], ["name": "c", "shape": nil]])
        #expect(
            kept.updates == [
                [RegionChange("a", transform: [1, 0, 0, 1, 9, 9], shape: "ellipse")],
                [RegionChange("b", isEnabled: true)],
            ])
    }

    @Test("Recognizers that changed get their last keys, of which null is the default, in one request")
    func recognizers() {
        var kept = KeptChanges([])
        kept.apply([], [["name": "a", "minimumRotation": 5, "enabled": false], ["name": "b", "requireToFail": nil]])
        kept.apply([], [["name": "a", "minimumRotation": nil]])
        #expect(
            kept.recognizers == [
                ["name": "a", "minimumRotation": nil, "enabled": false], ["name": "b", "requireToFail": nil],
            ])
    }

    @Test("The order follows each change, as attached first and as updated since")
    func orders() {
        var kept = KeptChanges([
            AttachedRegion("a"), AttachedRegion("b"), AttachedRegion("c").setting("above", to: "d"),
            AttachedRegion("d").setting("above", to: "a"),
        ])
        #expect(order(kept) == nil)
        kept.apply([RegionChange("b", order: .top)])
        #expect(order(kept) == ["a", "d", "c", "b"])
        kept.apply([RegionChange("a", order: .above("c"))])
        #expect(order(kept) == ["d", "c", "a", "b"])
    }

    @Test("An order that is as attached is not restored")
    func unchanged() {
        var kept = KeptChanges([AttachedRegion("a"), AttachedRegion("b")])
        kept.apply([RegionChange("a", order: .top)])
        #expect(order(kept) == ["b", "a"])
        kept.apply([RegionChange("b", order: .above("a"))])
        #expect(order(kept) == nil)
    }

    @Test("The largest changes of the most regions are divided into requests that the server reads")
    func limits() throws {
        let names = (10..<10 + Limits().regionsPerPeer).map { String(repeating: "\($0)", count: nameBytes / 2) }
        let corners = (1...64).map { WireValue.list([.number(-99_999 - 1 / Double($0)), .number(-1e-5 / Double($0))]) }
        let length: WireValue = .number(-99_999.123456789)
        var kept = KeptChanges(names.map { AttachedRegion($0) })
        kept.apply(
            names.reversed().map {
                RegionChange(
                    $0, frame: ["x": length, "y": length, "width": length, "height": length],
                    transform: [Double](repeating: -1e-5 / 3, count: 6), shape: .list(corners), order: .top,
                    isEnabled: false)
            })
        #expect(kept.updates.count == names.count + 1)
        for changes in kept.updates {
            var writer = LineWriter()
            writer.append(.update(UpdateRequest(regions: changes.map(\.value))), identifier: .integer(1 << 53 - 1))
            #expect(writer.count <= Limits().requestBytes)
            #expect(throws: Never.self) { try IncomingRequest.decode(writer.bytes[...]).content.get() }
        }
        #expect(kept.updates.last?.map { $0.properties["name"] } == names.reversed().map(WireValue.text))
    }
}
