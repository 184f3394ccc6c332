// Signals beside positions for tests, such as pressure and tool, and the contacts that were filtered.

import Touch
import TouchTesting

extension DeviceDescription {
    /// A touchscreen that also reports tools, distances and pens.
    static func reporting(distance: Axis = Axis(minimum: 0, maximum: 5)) -> DeviceDescription {
        var device = DeviceDescription.touchscreen()
        device.axes[AbsoluteAxis.toolType] = Axis(minimum: 0, maximum: 2)
        device.axes[AbsoluteAxis.distance] = distance
        device.codes[EventType.absolute] = Set(device.axes.keys)
        device.codes[EventType.key]?.formUnion([KeyCode.toolPen, KeyCode.toolRubber])
        return device
    }
}

extension Signal {
    static func tool(_ tool: Int32) -> Signal { axis(AbsoluteAxis.toolType, tool) }
    static func major(_ units: Int32) -> Signal { axis(AbsoluteAxis.touchMajor, units) }
    static func distance(_ units: Int32) -> Signal { axis(AbsoluteAxis.distance, units) }
    static func pen(_ isNear: Bool) -> Signal { key(KeyCode.toolPen, isNear) }
    static func rubber(_ isNear: Bool) -> Signal { key(KeyCode.toolRubber, isNear) }
    static func button(_ isDown: Bool) -> Signal { key(KeyCode.touch, isDown) }

    private static func key(_ code: UInt16, _ isDown: Bool) -> Signal {
        .other(type: EventType.key, code: code, value: isDown ? 1 : 0)
    }
}

extension Panel {
    convenience init(distance: Axis = Axis(minimum: 0, maximum: 5), _ change: (inout ContactRules) -> Void) {
        var rules = ContactRules()
        change(&rules)
        self.init(.reporting(distance: distance), rules: rules)
    }

    /// The counts of filtered contacts by cause and of defects, as in "palm 1, rowOfContacts 2".
    var counts: String {
        (assembler.unwanted.seen.map { "\($0.kind.name) \($0.count)" }
            + assembler.defects.seen.map { "\($0.kind.name) \($0.count)" }).joined(separator: ", ")
    }
}
