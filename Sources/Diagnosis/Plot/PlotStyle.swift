// Colours, signs and places that the parts of a picture share.

/// The look of a picture: dark on white.
///
/// Shapes and words say what colours say.
enum PlotStyle {
    static let width = 880.0
    static let margin = 24.0
    /// The right end of what is drawn.
    static let right = width - margin

    static let ink = "#1b1f24"
    static let quiet = "#59636e"
    static let line = "#d1d9e0"
    static let grid = "#e7ecf1"
    static let paper = "#ffffff"
    static let panel = "#f4f7fa"
    static let finger = "#0b57d0"
    static let good = "#1a7f37"
    static let bad = "#b3261e"
    static let wait = "#8a5a00"
    static let hatch = "url(#plot-hatch)"

    /// A sign about its origin.
    enum Sign: String, CaseIterable {
        case landed, lifted, lost
        case recognized, failed, ended, cancelled
    }

    /// Adds a sign at a place.
    static func add(_ sign: Sign, x: Double, y: Double, title: String? = nil, to markup: inout PlotMarkup) {
        markup.add("use", ["href": "#plot-\(sign.rawValue)", "x": x, "y": y], title: title)
    }

    /// What `add` and `hatch` refer to.
    static func define(in markup: inout PlotMarkup) {
        markup.group("defs") { markup in
            let hatching: PlotMarkup.Attributes = [
                "id": "plot-hatch", "width": 6.0, "height": 6.0, "patternUnits": "userSpaceOnUse",
                "patternTransform": "rotate(45)",
            ]
            markup.group("pattern", hatching) { markup in
                markup.add("rect", ["width": 6.0, "height": 6.0, "fill": paper])
                markup.add("path", ["d": "M1 0V6", "stroke": wait, "stroke-width": 2.0])
            }
            for sign in Sign.allCases {
                markup.group("g", ["id": "plot-\(sign.rawValue)"]) { draw(sign, in: &$0) }
            }
        }
    }

    private static func draw(_ sign: Sign, in markup: inout PlotMarkup) {
        let stroke: (String, String) -> PlotMarkup.Attributes = {
            ["d": $0, "fill": "none", "stroke": $1, "stroke-width": 2.5]
        }
        switch sign {
        case .landed:
            markup.add("circle", ["r": 7.0, "fill": paper, "stroke": finger, "stroke-width": 2.0])
        case .lifted: markup.add("circle", ["r": 4.0, "fill": finger])
        case .lost:
            markup.add("path", ["d": "M-6-6L6 6M6-6L-6 6", "stroke": paper, "stroke-width": 6.0])
            markup.add("path", stroke("M-5-5L5 5M5-5L-5 5", finger))
        case .recognized: markup.add("path", ["d": "M0-9L9 0L0 9L-9 0Z", "fill": good])
        case .failed:
            markup.add("path", ["d": "M-7-7L7 7M7-7L-7 7", "stroke": paper, "stroke-width": 6.0])
            markup.add("path", stroke("M-6-6L6 6M6-6L-6 6", bad))
        case .ended: markup.add("path", stroke("M0-10V10", ink))
        case .cancelled:
            markup.add("circle", ["r": 7.0, "fill": paper, "stroke": bad, "stroke-width": 2.5])
            markup.add("path", stroke("M-5 5L5-5", bad))
        }
    }
}
