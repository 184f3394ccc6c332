// Reader of `output`: on which part of the desktop a surface lies.

package import GestureWire
package import Hands

/// On which part of the desktop some surfaces lie.
package struct ActionOutput: Equatable, Sendable {
    /// The surfaces by name.
    package var surfaces: Glob
    /// The part.
    package var area: HandsArea
}

/// Reads `output`, one mapping or a list of them.
struct OutputReader {
    let diagnostics: Diagnostics

    private static let what =
        "`output` must be a mapping such as { surface: panel, x: 50%, width: 50% }, or a list of them"

    func outputs(_ element: Element) -> [ActionOutput] {
        diagnostics.limited(element.oneOrMore, to: 64, "outputs").compactMap(output)
    }

    private func output(_ element: Element) -> ActionOutput? {
        guard let mapping = MappingReader(element, Self.what, diagnostics) else { return nil }
        mapping.check(allowed: ["surface", "x", "y", "width", "height"])
        let reader = ActionTriggerReader(diagnostics: diagnostics, following: .end)
        let surfaces = mapping["surface"].flatMap { reader.glob(in: $0, under: "surface") } ?? Glob("*")
        var area = HandsArea()
        (area.x, area.width) = side("x", "width", of: mapping)
        (area.y, area.height) = side("y", "height", of: mapping)
        return ActionOutput(surfaces: surfaces, area: area)
    }

    /// A start and an extent; without an extent all that is left.
    private func side(_ start: String, _ extent: String, of mapping: MappingReader) -> (Double, Double) {
        let first = part(start, of: mapping) ?? 0
        let length = part(extent, of: mapping) ?? 1 - first
        if length <= 0 || first + length > 1 + 1e-9, let element = mapping[extent] ?? mapping[start] {
            diagnostics.report(
                "\(quoted(start)) and \(quoted(extent)) must leave a part of the desktop, and end with it",
                at: element.place)
        }
        return (first, length)
    }

    private func part(_ key: String, of mapping: MappingReader) -> Double? {
        guard let element = mapping[key], !element.isRefused else { return nil }
        let text = element.text ?? ""
        if text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) { return number / 100 }
        diagnostics.report(
            "\(quoted(key)) must be a part of the desktop such as 50%, not \(element.shown)", at: element.place)
        return nil
    }
}
