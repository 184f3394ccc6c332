// A surface as text for people: name, size and rotation.

import GestureWire

enum SurfaceWords {
    /// Name, size, and how it is turned: `panel (1080 x 1920 px, turned by 90 degrees)`.
    static func text(_ surface: SurfaceDescription) -> String {
        let size =
            "\(GestureLine.number(surface.width)) x \(GestureLine.number(surface.height)) \(surface.unit.rawValue)"
        let rotation = surface.rotation ?? 0
        let turn = rotation == 0 ? "" : ", rotated by \(GestureLine.number(rotation)) degrees"
        return "\(surface.name) (\(size)\(turn))"
    }
}
