// The whole picture: head, legend, sequences one under another, and what was left out.

internal import GestureWire
internal import Gestures
internal import Touch

/// A picture that sequences of touches are added to.
///
/// However much there is to draw, it stays below `maximumBytes`; it says what it leaves out.
struct PlotPage {
    private let surface: Surface
    private let regions: [Region]
    private let head: [String]
    private var body = PlotMarkup()
    private var height = 0.0
    private var drawn: [Int] = []
    private var isThinned = false

    static let maximumBytes = 1_000_000
    static let maximumSequences = 10
    private static let box = Size(width: 400, height: 270)

    /// - Parameter head: What the explanation says before the first sequence, but for the surface's name.
    init(surface: Surface, regions: [Region], head: [String]) {
        self.surface = surface
        self.regions = regions
        self.head = head
    }

    /// The distance on the panel that the picture can show.
    var spacing: Double { 0.8 / PlotPanel.scale(of: surface.size, within: Self.box) }

    // MARK: - Sequences

    /// Adds a sequence below the others, if there is room.
    mutating func add(_ sequence: PlottedSequence, _ explained: ExplainedSequence, number: Int) {
        guard drawn.count < Self.maximumSequences else { return }
        let heading = explained.heading(number: number)
        var markup = PlotMarkup()
        var end = 0.0
        markup.group("g", ["transform": "translate(0 \(height.markup))"], title: heading) { markup in
            end = draw(sequence, explained, heading: heading, in: &markup)
        }
        // The rest is for the head and the foot.
        guard body.text.utf8.count + markup.text.utf8.count < Self.maximumBytes - 50_000 else { return }
        body.append(markup)
        height += end
        drawn.append(number)
        isThinned = isThinned || sequence.fingers.contains { $0.trail.isThinned }
    }

    private func draw(
        _ sequence: PlottedSequence, _ explained: ExplainedSequence, heading: String, in markup: inout PlotMarkup
    ) -> Double {
        markup.add("path", ["d": "M\(PlotStyle.margin.markup) 8H\(PlotStyle.right.markup)", "stroke": PlotStyle.line])
        var y = 18.0
        y = Self.write([heading], from: y, size: 16, isBold: true, lines: 4, in: &markup) + 12
        let panel = PlotPanel(of: surface.size, at: Point(x: PlotStyle.margin, y: y), within: Self.box)
        panel.draw(sequence.fingers, regions: regions, in: &markup)
        let textEnd = write(explained, sequence, besides: panel, in: &markup)
        let lanes = PlotLanes(sequence, recognizers: explained.shown)
        y = lanes.draw(from: max(panel.origin.y + panel.size.height, textEnd) + 18, in: &markup)
        if lanes.omitted > 0 {
            let words = lanes.omitted == 1 ? "1 other recognizer is" : "\(lanes.omitted) other recognizers are"
            y = Self.write(["\(words) left out; --recognizer selects."], from: y, size: 12, in: &markup)
        }
        return y + 24
    }

    private func write(
        _ explained: ExplainedSequence, _ sequence: PlottedSequence, besides panel: PlotPanel,
        in markup: inout PlotMarkup
    ) -> Double {
        let left = panel.origin.x + panel.size.width + 24
        let width = PlotStyle.right - left
        var y = panel.origin.y
        for (finger, plotted) in zip(explained.fingers, sequence.fingers) {
            var words = "touch \(finger.id): \(explained.movement(of: finger))"
            if regions.count > 1 { words += ", landed in \(plotted.region)" }
            y = Self.write([words], from: y, left: left, width: width, size: 12, lines: 3, in: &markup) + 4
        }
        var omitted: [String] = []
        let count = explained.fingerCount - explained.fingers.count
        if count > 0 { omitted.append("and " + more(count, "touch", "touches")) }
        if let words = PlotPanel.omission(regions: regions) { omitted.append(words + ", not drawn") }
        return Self.write(omitted, from: y, left: left, width: width, size: 12, in: &markup)
    }

    /// Writes paragraphs.
    ///
    /// - Returns: The height at which they end.
    private static func write(
        _ paragraphs: [String], from top: Double, left: Double = PlotStyle.margin,
        width: Double = PlotStyle.right - PlotStyle.margin, size: Double, isBold: Bool = false, lines: Int = 3,
        in markup: inout PlotMarkup
    ) -> Double {
        var y = top
        for text in paragraphs {
            for line in PlotWords.wrapped(text, to: width, size: size * (isBold ? 1.08 : 1), lines: lines) {
                y += size * 1.35
                markup.add(
                    "text",
                    [
                        "x": left, "y": y - size * 0.3, "font-size": size, "font-weight": isBold ? "bold" : "normal",
                        "fill": isBold ? PlotStyle.ink : PlotStyle.quiet,
                    ], content: line)
            }
        }
        return y
    }

    // MARK: - Head and foot

    /// The picture as a file.
    ///
    /// - Parameters:
    ///   - count: The number of sequences in the recording.
    ///   - isWanted: Whether a sequence was to be drawn.
    ///   - warnings: The problems of the device.
    func finished(count: Int, isWanted: (Int) -> Bool, warnings: [String]) -> String {
        var top = PlotMarkup()
        let title = "Surface \(surface.name): \(Self.times(count))"
        var y = Self.write(["Surface \(surface.name)"], from: 20, size: 20, isBold: true, in: &top)
        y = Self.write(head, from: y + 4, size: 12, in: &top)
        y = drawLegend(from: y + 12, in: &top) + 14
        var foot = PlotMarkup()
        var end = 0.0
        if count == 0 { end = drawEmpty(in: &foot) }
        for note in notes(count: count, isWanted: isWanted) + warnings + ["Drawn by gesturectl \(serverVersion)."] {
            end = Self.write([note], from: end, size: 12, in: &foot) + 4
        }
        end += 14
        var picture = PlotMarkup()
        let size: PlotMarkup.Attributes = [
            "xmlns": "http://www.w3.org/2000/svg", "width": PlotStyle.width, "height": y + height + end,
            "viewBox": "0 0 \(PlotStyle.width.markup) \((y + height + end).markup)",
        ]
        picture.group("svg", size, title: title) { picture in
            PlotStyle.define(in: &picture)
            picture.add("rect", ["width": "100%", "height": "100%", "fill": PlotStyle.paper])
            let text: PlotMarkup.Attributes = [
                "font-family": "system-ui, 'DejaVu Sans', sans-serif", "font-size": 13.0, "fill": PlotStyle.ink,
            ]
            picture.group("g", text) { picture in
                picture.append(top)
                picture.group("g", ["transform": "translate(0 \(y.markup))"]) { $0.append(body) }
                picture.group("g", ["transform": "translate(0 \((y + height).markup))"]) { $0.append(foot) }
            }
        }
        return picture.text
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: "no finger touched it"
        case 1: "one sequence of touches"
        default: "\(count) sequences of touches"
        }
    }

    /// What was left out.
    private func notes(count: Int, isWanted: (Int) -> Bool) -> [String] {
        var notes: [String] = []
        let missing = (0..<count).map { $0 + 1 }.filter { isWanted($0) && !drawn.contains($0) }
        if let first = missing.first {
            let which = missing.count == 1 ? "Sequence \(first) is" : "\(missing.count) sequences from \(first) on are"
            notes.append("\(which) left out; --sequence \(first) draws that one.")
        }
        if isThinned { notes.append("Trails of long touches are drawn with fewer points than were recorded.") }
        return notes
    }

    private func drawEmpty(in markup: inout PlotMarkup) -> Double {
        let panel = PlotPanel(of: surface.size, at: Point(x: PlotStyle.margin, y: 8), within: Self.box)
        panel.draw([], regions: regions, in: &markup)
        let end = panel.origin.y + panel.size.height + 10
        return Self.write(["No finger touched it."], from: end, size: 16, isBold: true, in: &markup) + 8
    }

    private func drawLegend(from top: Double, in markup: inout PlotMarkup) -> Double {
        let fingers: [PlotStyle.Sign] = [.landed, .lifted, .lost]
        let states: [(PlottedLane.State, String)] = [
            (.possible, "possible"), (.waiting, "waiting"), (.active, "began, changed"),
        ]
        let ends: [PlotStyle.Sign] = [.ended, .recognized, .failed, .cancelled]
        markup.group(title: "Legend") { markup in
            var x = Self.caption("Fingers", at: top, in: &markup)
            for sign in fingers {
                PlotStyle.add(sign, x: x + 9, y: top + 10, to: &markup)
                x = Self.entry(sign.rawValue, at: x + 24, top, in: &markup)
            }
            x = Self.caption("Recognizers", at: top + 26, in: &markup)
            for (state, words) in states {
                PlotLanes.draw(state, from: x, to: x + 32, at: top + 36, in: &markup)
                if state == .active { PlotLanes.draw(changes: [x + 10, x + 16, x + 22], at: top + 36, in: &markup) }
                x = Self.entry(words, at: x + 40, top + 26, in: &markup)
            }
            for sign in ends {
                PlotStyle.add(sign, x: x + 9, y: top + 36, to: &markup)
                x = Self.entry(sign.rawValue, at: x + 24, top + 26, in: &markup)
            }
        }
        return top + 50
    }

    private static func caption(_ text: String, at top: Double, in markup: inout PlotMarkup) -> Double {
        markup.add(
            "text", ["x": PlotStyle.margin, "y": top + 14, "font-size": 12.0, "font-weight": "bold"], content: text)
        return PlotStyle.margin + 98
    }

    private static func entry(_ text: String, at x: Double, _ top: Double, in markup: inout PlotMarkup) -> Double {
        markup.add("text", ["x": x, "y": top + 14, "font-size": 12.0], content: text)
        return x + PlotWords.width(text, size: 12) + 14
    }
}
