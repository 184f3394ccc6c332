// Device descriptions made from what libevdev reads.

import CLibevdev
import Touch

extension DeviceDescription {
    /// Asks libevdev for everything that a description holds.
    init(probing handle: OpaquePointer) {
        self.init(
            name: libevdev_get_name(handle).map { String(bounded: String(cString: $0).utf8) } ?? "",
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)))
        for property in 0...UInt32(INPUT_PROP_MAX) where libevdev_has_property(handle, property) == 1 {
            properties.insert(UInt16(property))
        }
        for type in 1...UInt32(EV_MAX) where libevdev_has_event_type(handle, type) == 1 {
            let last = libevdev_event_type_get_max(type)
            guard last >= 0 else { continue }
            for code in 0...UInt32(last) where libevdev_has_event_code(handle, type, code) == 1 {
                codes[UInt16(type), default: []].insert(UInt16(code))
            }
        }
        for code in codes[EventType.absolute] ?? [] {
            guard let info = libevdev_get_abs_info(handle, UInt32(code)) else { continue }
            axes[code] = Axis(
                minimum: info.pointee.minimum, maximum: info.pointee.maximum, fuzz: info.pointee.fuzz,
                flat: info.pointee.flat, resolution: info.pointee.resolution)
        }
    }
}
