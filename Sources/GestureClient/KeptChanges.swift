// Changes of attached regions and recognizers, for the next connection.

import GestureWire

/// What the server has accepted since they were attached.
///
/// They are kept apart from the attachments: a request that attaches regions where they are now might have more values
/// than the server reads.
struct KeptChanges {
    /// A change of each region with its name and its last place, shape and switch; without the order.
    private var changes: [RegionChange]
    /// The last changes of recognizers, of which null stands for the default.
    ///
    /// They are one request, as each may depend on others.
    private(set) var recognizers: [RecognizerChange] = []
    /// The names of the regions, the lowest first.
    private var order: [WireValue]
    /// The same right after they are attached.
    private let attachedOrder: [WireValue]

    /// - Parameter regions: As they are attached.
    init(_ regions: [AttachedRegion]) {
        let names = regions.compactMap { $0.properties["name"] }
        changes = names.map { ["name": $0] }
        attachedOrder = Self.raising(regions.map(\.properties), in: names)
        order = attachedOrder
    }

    /// The requests that restore everything once the regions are attached again, each small enough for the server: one
    /// for each region that has changed, then one for the order.
    var updates: [[RegionChange]] {
        let places = changes.filter { $0.properties.count > 1 }.map { [$0] }
        return order == attachedOrder ? places : places + [order.map { ["name": $0, "above": nil] }]
    }

    /// Applies accepted changes.
    mutating func apply(_ accepted: [RegionChange], _ recognizers: [RecognizerChange] = []) {
        for change in recognizers {
            if let index = self.recognizers.firstIndex(where: { $0.properties["name"] == change.properties["name"] }) {
                self.recognizers[index].properties.merge(change.properties) { $1 }
            } else {
                self.recognizers.append(change)
            }
        }
        for change in accepted {
            let index = changes.firstIndex { $0.properties["name"] == change.properties["name"] }
            guard let index else { continue }
            for (key, value) in change.properties where key != "above" && value != .null {
                changes[index].properties[key] = value
            }
        }
        order = Self.raising(accepted.map(\.properties), in: order)
    }

    /// Returns the order after regions are put over others, one after the other; those over null on top.
    private static func raising(_ changes: [[String: WireValue]], in order: [WireValue]) -> [WireValue] {
        var order = order
        for change in changes {
            guard let sibling = change["above"], let index = order.firstIndex(where: { $0 == change["name"] }) else {
                continue
            }
            let name = order.remove(at: index)
            order.insert(name, at: order.firstIndex(of: sibling).map { $0 + 1 } ?? order.count)
        }
        return order
    }
}
