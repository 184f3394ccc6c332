// Reader of points, each a list of two numbers.

import GestureWire
import Touch

struct PointReader {
    let diagnostics: Diagnostics

    /// The point that an element is; nil when it is none, which is then reported.
    ///
    /// - Parameter maximum: The largest magnitude of its numbers.
    func read(_ element: Element, upTo maximum: Double = .infinity) -> Point? {
        if element.isRefused { return nil }
        guard case .list(let elements) = element.content, elements.count == 2,
            let x = elements[0].number, let y = elements[1].number
        else {
            diagnostics.report("a point must be two numbers such as [10, 20], not \(shown(element))", at: element.place)
            return nil
        }
        guard max(x.magnitude, y.magnitude) <= maximum else {
            diagnostics.report(
                "numbers of a point are from \(PropertyValue.number(-maximum)) to \(PropertyValue.number(maximum)), "
                    + "unlike \(shown(element))", at: element.place)
            return nil
        }
        return Point(x: x, y: y)
    }

    /// A point as it is written, if there is not too much of it.
    private func shown(_ element: Element) -> String {
        guard case .list(let elements) = element.content else { return element.shown }
        let parts = elements.prefix(3).map { part in
            if case .list = part.content { "[…]" } else { part.text ?? part.shown }
        }
        return quoted("[" + parts.joined(separator: ", ") + (elements.count > 3 ? ", …]" : "]"))
    }
}
