// Attachments as they are now, for the next connection.

import GestureWire

/// What the server has accepted: attached first, changed since.
struct KeptAttachments {
    /// Everything, with regions where they are; without the order of the regions.
    private(set) var attachments: Attachments
    /// The names of the regions, the lowest first.
    private var order: [WireValue]

    /// - Parameter attachments: What was attached.
    init(_ attachments: Attachments) {
        self.attachments = attachments
        order = attachments.regions.compactMap { $0.properties["name"] }
        raise(attachments.regions.map(\.properties))
        for index in attachments.regions.indices { self.attachments.regions[index].properties["above"] = nil }
    }

    /// The changes that restore the order once everything is attached again; none if it needs none.
    var changesOfOrder: [RegionChange] {
        let attached = attachments.regions.compactMap { $0.properties["name"] }
        return order == attached ? [] : order.map { ["name": $0, "above": nil] }
    }

    /// Applies accepted changes.
    mutating func apply(_ changes: [RegionChange]) {
        for change in changes {
            let index = attachments.regions.firstIndex { $0.properties["name"] == change.properties["name"] }
            guard let index else { continue }
            for (key, value) in change.properties where key != "above" && value != .null {
                attachments.regions[index].properties[key] = value
            }
        }
        raise(changes.map(\.properties))
    }

    /// Puts regions over others, one after the other; those over null on top.
    private mutating func raise(_ changes: [[String: WireValue]]) {
        for change in changes {
            guard let sibling = change["above"], let index = order.firstIndex(where: { $0 == change["name"] }) else {
                continue
            }
            let name = order.remove(at: index)
            order.insert(name, at: order.firstIndex(of: sibling).map { $0 + 1 } ?? order.count)
        }
    }
}
