// Tests of attachments that are kept for the next connection.

import GestureWire
import Testing

@testable import GestureClient

@Suite struct KeptAttachmentsTests {
    private func attached(_ regions: [AttachedRegion]) -> KeptAttachments {
        KeptAttachments(Attachments(regions: regions, recognizers: [.pan("move")]))
    }

    /// The names in the order that a new connection restores; nil if that is the order of attaching.
    private func order(_ kept: KeptAttachments) -> [WireValue?]? {
        let changes = kept.changesOfOrder
        #expect(changes.allSatisfy { $0.properties["above"] == .null && $0.properties.count == 2 })
        return changes.isEmpty ? nil : changes.map { $0.properties["name"] }
    }

    @Test("Regions have their last places, shapes and switches; null and unknown regions change nothing")
    func places() {
        var kept = attached([AttachedRegion("a"), AttachedRegion("b").setting("enabled", to: false)])
        kept.apply([
            RegionChange("a", transform: [0, 1, -1, 0, 5, 6], shape: "ellipse"), RegionChange("b", isEnabled: true),
            RegionChange("gone", shape: "ellipse"),
        ])
        kept.apply([["name": "a", "transform": [1, 0, 0, 1, 9, 9], "frame": nil]])
        let a = AttachedRegion("a").setting("transform", to: [1, 0, 0, 1, 9, 9]).setting("shape", to: "ellipse")
        #expect(kept.attachments.regions == [a, AttachedRegion("b").setting("enabled", to: true)])
        #expect(kept.attachments.recognizers == [.pan("move")])
        #expect(order(kept) == nil)
    }

    @Test("The order follows each change, as attached first and as updated since")
    func orders() {
        var kept = attached([
            AttachedRegion("a"), AttachedRegion("b"), AttachedRegion("c").setting("above", to: "d"),
            AttachedRegion("d").setting("above", to: "a"),
        ])
        #expect(kept.attachments.regions.allSatisfy { $0.properties["above"] == nil })
        #expect(order(kept) == ["a", "d", "b", "c"])
        kept.apply([RegionChange("b", order: .top), RegionChange("a", order: .above("c"))])
        #expect(order(kept) == ["d", "c", "a", "b"])
    }

    @Test("An order that is as attached is not restored")
    func unchanged() {
        var kept = attached([AttachedRegion("a"), AttachedRegion("b")])
        kept.apply([RegionChange("a", order: .top)])
        #expect(order(kept) == ["b", "a"])
        kept.apply([RegionChange("b", order: .above("a"))])
        #expect(order(kept) == nil)
    }
}
