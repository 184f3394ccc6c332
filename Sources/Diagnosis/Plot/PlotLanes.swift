// The time axis of a picture, with a bar for each finger and a lane for each recognizer.

internal import Gestures
internal import Touch

/// Draws what happened when in one sequence of touches.
struct PlotLanes {
    private let sequence: PlottedSequence
    private let recognizers: [ExplainedRecognizer]
    private let start: Timestamp
    private let span: Double

    private static let left = 184.0
    private static let right = PlotStyle.right - 10
    private static let header = 26.0
    private static let fingerHeight = 18.0
    private static let lineHeight = 16.0
    private static let steps = [0.001, 0.002, 0.005].flatMap { step in
        [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7].map { step * $0 }
    }.sorted()

    static let maximumLanes = 40

    /// - Parameter recognizers: One for each lane of the sequence.
    init(_ sequence: PlottedSequence, recognizers: [ExplainedRecognizer]) {
        self.sequence = sequence
        self.recognizers = recognizers
        start = sequence.start ?? sequence.end
        span = max(sequence.end.seconds(since: start), 1e-3)
    }

    /// The lanes that are drawn: of too many, first those with a gesture, then those that saw a touch.
    private var chosen: [Int] {
        let ranks = recognizers.indices.map { index in
            recognizers[index].isRecognized ? 0 : sequence.lanes[index].segments.isEmpty ? 2 : 1
        }
        return recognizers.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.prefix(Self.maximumLanes).sorted()
    }

    /// The number of recognizers that are not drawn.
    var omitted: Int { max(0, recognizers.count - Self.maximumLanes) }

    /// Draws all below a height.
    ///
    /// - Returns: The height at which they end.
    func draw(from top: Double, in markup: inout PlotMarkup) -> Double {
        let lanes = chosen.map { index in (index: index, lines: outcome(of: index)) }
        let fingersEnd = top + Self.header + Self.fingerHeight * Double(sequence.fingers.count)
        let end = lanes.reduce(fingersEnd + 6) { $0 + height(ofLane: $1.index, $1.lines) }
        drawAxis(from: top, to: end, in: &markup)
        for (index, finger) in sequence.fingers.enumerated() {
            draw(finger, at: top + Self.header + Self.fingerHeight * (Double(index) + 0.5), in: &markup)
        }
        var y = fingersEnd + 6
        for (index, lines) in lanes {
            draw(lane: index, lines, at: y, in: &markup)
            y += height(ofLane: index, lines)
        }
        return end
    }

    private func x(_ time: Timestamp) -> Double {
        let share = time.seconds(since: start) / span
        return Self.left + min(max(share, 0), 1) * (Self.right - Self.left)
    }

    private func drawAxis(from top: Double, to end: Double, in markup: inout PlotMarkup) {
        let step = self.step
        let decimals = Self.decimals(of: step)
        let first = start.seconds
        markup.group(title: "Time from \(first.fixed(3)) to \(sequence.end.seconds.fixed(3)) s") { markup in
            // A tick belongs to a start that is only just after it.
            var tick = ((first - span * 0.01) / step).rounded(.up)
            while tick * step <= first + span + 1e-9 {
                let x = Self.left + max(0, tick * step - first) / span * (Self.right - Self.left)
                markup.add(
                    "text",
                    [
                        "x": x, "y": top + 12, "text-anchor": "middle", "font-size": 11.0, "fill": PlotStyle.quiet,
                    ], content: "\((tick * step).fixed(decimals)) s")
                markup.add(
                    "path",
                    ["d": "M\(x.markup) \((top + 17).markup)V\(end.markup)", "stroke": PlotStyle.grid])
                tick += 1
            }
        }
    }

    /// The time from tick to tick, whose texts have room beside each other.
    private var step: Double {
        let room = (Self.right - Self.left) / span
        return Self.steps.first { step in
            let widest = "\(sequence.end.seconds.fixed(Self.decimals(of: step))) s"
            return step * room >= max(85, PlotWords.width(widest, size: 11) + 20)
        } ?? span
    }

    private static func decimals(of step: Double) -> Int {
        step < 0.0099 ? 3 : step < 0.099 ? 2 : step < 0.99 ? 1 : 0
    }

    // MARK: - Fingers

    private func draw(_ finger: PlottedFinger, at y: Double, in markup: inout PlotMarkup) {
        let end = finger.end ?? sequence.end
        let verb = finger.end == nil ? "still down at" : finger.isLost ? "lost at" : "lifted at"
        let title = "touch \(finger.id): landed at \(finger.start.seconds.fixed(3)), \(verb) \(end.seconds.fixed(3))"
        markup.group(title: title) { markup in
            markup.add(
                "text", ["x": PlotStyle.margin, "y": y + 4, "fill": PlotStyle.finger], content: "touch \(finger.id)")
            let path = "M\(x(finger.start).markup) \(y.markup)H\(x(end).markup)"
            markup.add("path", ["d": path, "stroke": PlotStyle.finger, "stroke-width": 5.0])
            PlotStyle.add(.landed, x: x(finger.start), y: y, to: &markup)
            if finger.end != nil {
                PlotStyle.add(finger.isLost ? .lost : .lifted, x: x(end), y: y, to: &markup)
            }
        }
    }

    // MARK: - Recognizers

    private func outcome(of index: Int) -> [String] {
        let omitted = sequence.lanes[index].omitted
        let rest = omitted > 0 ? "; \(more(omitted, "step", "steps")) left out of the lane" : ""
        return PlotWords.wrapped(
            recognizers[index].outcome + rest, to: PlotStyle.right - Self.left, size: 12, lines: 3)
    }

    /// The distance of the first line of words from the bar; they are in its place where there is none.
    private func drop(ofLane index: Int) -> Double { sequence.lanes[index].isEmpty ? 4 : 21 }

    private func height(ofLane index: Int, _ lines: [String]) -> Double {
        drop(ofLane: index) + 9 + Self.lineHeight * Double(max(1, lines.count))
    }

    private func draw(lane index: Int, _ lines: [String], at top: Double, in markup: inout PlotMarkup) {
        let (lane, recognizer, middle) = (sequence.lanes[index], recognizers[index], top + 13)
        let drop = drop(ofLane: index)
        let name = PlotWords.shortened(recognizer.name, to: 600, size: 12)
        markup.group(title: "\(name): \(lines.joined(separator: " "))") { markup in
            if !lane.isEmpty {
                let path = "M\(Self.left.markup) \(middle.markup)H\(Self.right.markup)"
                markup.add("path", ["d": path, "stroke": PlotStyle.line])
            }
            markup.add(
                "text",
                [
                    "x": PlotStyle.margin, "y": middle + 4,
                    "font-weight": recognizer.isRecognized ? "bold" : "normal",
                ], content: PlotWords.shortened(recognizer.name, to: Self.left - PlotStyle.margin - 12, size: 13))
            draw(lane, at: middle, in: &markup)
            // The halo keeps lines of the grid out of the words.
            let look: PlotMarkup.Attributes = [
                "font-size": 12.0, "fill": recognizer.isRecognized ? PlotStyle.ink : PlotStyle.quiet,
                "stroke": PlotStyle.paper, "stroke-width": 4.0, "paint-order": "stroke",
            ]
            markup.group("g", look) { markup in
                for (line, text) in lines.enumerated() {
                    markup.add(
                        "text", ["x": Self.left, "y": middle + drop + Self.lineHeight * Double(line)], content: text)
                }
            }
        }
    }

    private func draw(_ lane: PlottedLane, at middle: Double, in markup: inout PlotMarkup) {
        for segment in lane.segments {
            let (from, to) = (x(segment.start), x(segment.end ?? sequence.end))
            Self.draw(segment.state, from: from, to: max(from + 2, to), at: middle, in: &markup)
        }
        Self.draw(changes: lane.changes.map(x), at: middle, in: &markup)
        for mark in lane.marks {
            guard let sign = PlotStyle.Sign(rawValue: mark.step.rawValue) else { continue }
            let words = PlotWords.shortened("\(mark.time.seconds.fixed(3)): \(mark.words)", to: 1000, size: 10)
            PlotStyle.add(sign, x: x(mark.time), y: middle, title: words, to: &markup)
        }
    }

    /// Draws a state: possible is a dotted line, waiting a hatched box, active a full bar.
    static func draw(
        _ state: PlottedLane.State, from: Double, to: Double, at middle: Double, in markup: inout PlotMarkup
    ) {
        let box: PlotMarkup.Attributes = ["x": from, "y": middle - 7, "width": to - from, "height": 14.0]
        switch state {
        case .possible:
            let path = "M\(from.markup) \(middle.markup)H\(to.markup)"
            markup.add(
                "path", ["d": path, "stroke": PlotStyle.quiet, "stroke-width": 3.0, "stroke-dasharray": "2 4"])
        case .waiting:
            markup.group("g", ["fill": PlotStyle.hatch, "stroke": PlotStyle.wait, "stroke-width": 1.5]) {
                $0.add("rect", box)
            }
        case .active: markup.group("g", ["fill": PlotStyle.good]) { $0.add("rect", box) }
        }
    }

    /// Draws a notch for each change that has room.
    static func draw(changes: [Double], at middle: Double, in markup: inout PlotMarkup) {
        var (path, last) = ("", -Double.infinity)
        for place in changes where place - last >= 4 {
            path += "M\(place.markup) \((middle - 7).markup)v5"
            last = place
        }
        if !path.isEmpty { markup.add("path", ["d": path, "stroke": PlotStyle.paper]) }
    }
}
