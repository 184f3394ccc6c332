// Connected displays, from what the kernel's graphics drivers publish in sysfs.

import Glibc
import Linux
public import Touch

extension Display {
    /// The displays that are connected now, in the order of their connectors.
    ///
    /// Nothing is probed: the kernel reports what it knows already. It does not report the mode in use, nor the
    /// compositor's rotation and scale.
    ///
    /// - Parameter folder: Where the kernel's graphics class is; a machine without one has no displays.
    public static func connected(in folder: String = "/sys/class/drm") -> [Display] {
        (Folder.names(in: folder) ?? []).compactMap { entry in
            // card0-HDMI-A-1: the number of the card, which may change, then the connector.
            guard entry.hasPrefix("card"), let hyphen = entry.firstIndex(of: "-") else { return nil }
            let connector = String(entry[hyphen...].dropFirst())
            func text(_ name: String) -> String {
                String(decoding: bytes(of: "\(folder)/\(entry)/\(name)", limit: 1 << 16), as: UTF8.self)
            }
            guard !connector.isEmpty, text("status").split(separator: "\n").first == "connected" else { return nil }
            let modes = text("modes").split(separator: "\n").compactMap { pixels(ofMode: $0) }
            let edid = Edid(bytes(of: "\(folder)/\(entry)/edid", limit: Edid.blockSize))
            return Display(connector: connector, edid: edid, modes: modes)
        }
    }

    /// The pixels of a mode's name: `1920x1080`, or `1920x1080i` when it is interlaced.
    private static func pixels(ofMode name: Substring) -> Size? {
        let sides = (name.last == "i" ? name.dropLast() : name).split(separator: "x", omittingEmptySubsequences: false)
        let numbers = sides.compactMap { UInt32($0) }.filter { (1...100_000).contains($0) }
        guard sides.count == 2, numbers.count == 2 else { return nil }
        return Size(width: Double(numbers[0]), height: Double(numbers[1]))
    }

    /// The first bytes of a file; none when it cannot be read.
    private static func bytes(of path: String, limit: Int) -> [UInt8] {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else { return [] }
        return file.readToEnd(limit: limit).bytes
    }
}
