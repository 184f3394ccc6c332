// Reader of a region's `frame`: lengths in points, pixels or fractions of the parent.

import GestureWire

struct RegionFrameReader {
    static let example = "{ x: 0%, y: 0%, width: 50%, height: 100% }"
    static let keys = ["x", "y", "width", "height"]
    /// More than the longest side of any panel, in points and in pixels.
    static let maximum = (points: 20_000.0, pixels: 100_000.0)
    /// The largest distance of what is attached from the parent's corner, in parts of the parent: views leave screens.
    private static let farthest = 10.0

    private let diagnostics: Diagnostics
    /// The names, in messages, of the element with the frame and of its parent.
    private let noun: String
    private let around: String

    init(_ diagnostics: Diagnostics, noun: String = "region", around: String = "parent") {
        self.diagnostics = diagnostics
        self.noun = noun
        self.around = around
    }

    /// The frame of a region's mapping; nil when something about it is wrong, which is then reported.
    func read(_ region: MappingReader) -> RegionFrame? {
        guard region.needs("frame", "a region needs a `frame`", hint: "such as \(Self.example)") else { return nil }
        return region["frame"].flatMap { read($0, called: "`frame`") }
    }

    /// The frame that an element is; nil when something about it is wrong, which is then reported.
    func read(_ element: Element) -> RegionFrame? { read(element, called: "a \(noun)") }

    private func read(_ element: Element, called name: String) -> RegionFrame? {
        let what = "\(name) must be a mapping such as \(Self.example)"
        guard let frame = MappingReader(element, what, keysOf: .frame, diagnostics) else { return nil }
        let missing = Self.keys.filter { frame[$0] == nil }
        if !missing.isEmpty {
            diagnostics.report(
                "\(name) needs \(missing.map { quoted($0) }.joined(separator: ", "))", at: frame.place)
        }
        let (x, y) = (length("x", of: frame), length("y", of: frame))
        let (width, height) = (length("width", of: frame), length("height", of: frame))
        guard let x, let y, let width, let height else { return nil }
        let isInside = check(x, width, "width", of: frame)
        guard check(y, height, "height", of: frame), isInside else { return nil }
        return RegionFrame(x: x, y: y, width: width, height: height)
    }

    /// Returns the place of the first length in pixels, if there is one.
    func firstPixels(_ region: MappingReader) -> Place? { region["frame"].flatMap(firstPixels(in:)) }

    /// The same of the frame itself.
    func firstPixels(in frame: Element) -> Place? {
        guard case .mapping(let entries) = frame.content else { return nil }
        return entries.first { entry in
            if case .scalar(let text, _) = entry.value.content { Quantity(text)?.unit == "px" } else { false }
        }?.value.place
    }

    private func length(_ key: String, of frame: MappingReader) -> RegionLength? {
        guard let (text, place) = frame.text(key, orNumber: true) else { return nil }
        let canLeaveParent = diagnostics.isTyped && (key == "x" || key == "y")
        func allows(_ number: Double, _ maximum: Double) -> Bool {
            number <= maximum && number >= (canLeaveParent ? -maximum : 0)
        }
        if let quantity = Quantity(text) {
            let number = quantity.number
            switch quantity.unit {
            case "%": if allows(number / 100, canLeaveParent ? Self.farthest : 1) { return .fraction(number / 100) }
            case "px": if allows(number, Self.maximum.pixels) { return .pixels(number) }
            case "" where diagnostics.isTyped:
                // The limit for pixels is higher than that for points.
                if allows(number, Self.maximum.pixels) { return .surfaceUnits(number) }
            default:
                if let points = quantity.points, allows(points, Self.maximum.points) { return .points(points) }
            }
        }
        let limits = canLeaveParent ? "-1000% to 1000%, or -100000 to 100000" : "0 to 100% or 20000 points"
        diagnostics.report(
            "\(quoted(key)) must be a length such as 50%, 120mm, 300px or 200, from \(limits), not "
                + quoted(text), at: place)
        return nil
    }

    /// Whether something of the region can be in its parent; what is attached may leave it.
    private func check(_ start: RegionLength, _ extent: RegionLength, _ key: String, of frame: MappingReader) -> Bool {
        let place = frame[key]?.place ?? frame.place
        switch extent {
        case .points(0), .pixels(0), .surfaceUnits(0), .fraction(0):
            diagnostics.report("\(quoted(key)) must be more than 0: no touch would reach the \(noun)", at: place)
            return false
        default: break
        }
        if diagnostics.isTyped { return true }
        // Thirds of a hundred add up to a little more than it.
        if case .fraction(let start) = start, case .fraction(let extent) = extent, start + extent > 1 + 1e-9 {
            diagnostics.report(
                "the \(noun) would leave its \(around): from \(PropertyValue.number(start * 100))% on, \(quoted(key)) can be "
                    + "\(PropertyValue.number((1 - start) * 100))% at most", at: place)
            return false
        }
        if case .fraction(1) = start {
            diagnostics.report("the \(noun) would begin where its \(around) ends", at: place)
            return false
        }
        return true
    }
}
