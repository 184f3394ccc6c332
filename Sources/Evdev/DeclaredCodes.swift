// The set of event codes that a device declares; events with other codes are ignored.

import Touch

/// The event codes that a device declares, and those of `EV_SYN` that mean something.
///
/// `SYN_DROPPED` is not among them: it is not the device's.
struct DeclaredCodes {
    /// For each type as many bits as there are keys, which are most; an inline array would be copied for each event.
    private var bits = [UInt64](repeating: 0, count: typeCount * wordsPerType)
    private static let wordsPerType = 12
    private static let typeCount = 32

    init(_ device: DeviceDescription) {
        insert(EventType.synchronization, SynchronizationCode.report)
        insert(EventType.synchronization, SynchronizationCode.multitouchReport)
        for (type, codes) in device.codes where type != EventType.synchronization {
            for code in codes { insert(type, code) }
        }
    }

    private mutating func insert(_ type: UInt16, _ code: UInt16) {
        guard let word = Self.word(type, code) else { return }
        bits[word] |= 1 << UInt64(code & 63)
    }

    func contains(_ type: UInt16, _ code: UInt16) -> Bool {
        guard let word = Self.word(type, code) else { return false }
        return bits[word] & (1 << UInt64(code & 63)) != 0
    }

    private static func word(_ type: UInt16, _ code: UInt16) -> Int? {
        guard type < typeCount, code < wordsPerType * 64 else { return nil }
        return Int(type) * wordsPerType + Int(code >> 6)
    }
}
