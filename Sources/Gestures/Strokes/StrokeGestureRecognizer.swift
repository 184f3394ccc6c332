// Stroke: one finger that draws a figure like a template and lifts.

public import Touch

/// A discrete recognizer of figures that are given by examples: a check, a circle, a letter.
///
/// One finger draws; the recognizer stays possible until it lifts, and then compares the path with its templates. It
/// fails as soon as a second finger lands, and at the lift when the path is too short or is like no template, or like
/// templates of two names. Size, place and speed do not matter, the direction in which it is drawn does.
///
/// A pan that sees the same finger begins long before the lift and prevents it: one in the same region, or in a region
/// around it, as the root. Let the pan wait until the stroke has failed, need more fingers or be simultaneous; or put
/// strokes into a region that no pan watches.
open class StrokeGestureRecognizer: GestureRecognizer {
    /// The strokes that are known; several may have one name, as different ways to draw it.
    public final var templates: [StrokeTemplate] {
        get { matcher.templates }
        set { matcher.templates = newValue }
    }
    /// The minimum score of the stroke, 0 to 1; see `StrokeMatcher`.
    public final var minimumScore: Double {
        get { matcher.minimumScore }
        set { matcher.minimumScore = newValue }
    }
    /// By how much its score must be above that of the best template of another name.
    public final var minimumMargin: Double {
        get { matcher.minimumMargin }
        set { matcher.minimumMargin = newValue }
    }
    /// Whether it may be drawn from any side.
    ///
    /// Otherwise up to 30 degrees to either side cost nothing, except for straight lines, which are recognized by their
    /// direction.
    public final var isRotationInvariant: Bool {
        get { matcher.isRotationInvariant }
        set { matcher.isRotationInvariant = newValue }
    }
    /// The minimum length of the path, in points: 80 pt are 12.5 mm.
    ///
    /// Our own measurement: sixteen figures drawn this small are recognized 99 times of 100 with a sensor's noise of
    /// 0.5 pt, 94 with 1 pt; half as small, 95 and 55 times. It is also longer than a tap's finger may stray.
    public final var minimumLength: Double
    /// The name of the template that was recognized; empty before.
    public private(set) final var strokeName = ""
    /// The score of the stroke, 0 to 1; 0 before recognition.
    public private(set) final var score = 0.0

    private final var matcher = StrokeMatcher()
    @exclusivity(unchecked) private final var path = StrokePath()

    /// A recognizer without strokes: it needs `templates`.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        minimumLength = thresholds.strokeMinimumLength
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "stroke" }

    override final var endsWithLostTouch: Bool { true }

    /// Closed figures, too, lead a quarter of their length away from where they begin; only scribbles do not.
    override package final var leastMovement: Double? { minimumLength / 4 }

    override open var measurement: GestureMeasurement { .stroke(name: strokeName, score: score) }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { 1...1 }

    /// Starts the path; a second finger fails.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        guard numberOfTouches == 1 else { return fail(because: .tooManyFingers(numberOfTouches, allowed: 1)) }
        extendPath(with: touches)
    }

    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        extendPath(with: touches)
    }

    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        extendPath(with: touches)
        guard path.length.reaches(minimumLength) else {
            return fail(because: .tooLittle("drew", path.length, needed: minimumLength, .points))
        }
        switch matcher.verdict(on: path.points) {
        case .noShape: fail(because: .because("the finger stayed where it landed"))
        case .noTemplate: fail(because: whyNoTemplate)
        case .unlike(let best):
            fail(because: .tooLittle("like \"\(best.name)\" by", best.score, needed: minimumScore, .none))
        case .ambiguous(let best, let rival):
            let ahead = rival.map { ", ahead of \"\($0)\"" } ?? ""
            fail(because: .tooLittle("like \"\(best.name)\"\(ahead) by", best.margin, needed: minimumMargin, .none))
        case .match(let match):
            strokeName = match.name
            score = match.score
            reason = .enough("like \"\(match.name)\" by", match.score, needed: minimumScore, .none)
            state = .recognized
        }
    }

    override open func reset() {
        super.reset()
        path.removeAll()
        strokeName = ""
        score = 0
    }

    private var whyNoTemplate: Reason {
        guard let first = templates.first else { return .because("there is no template") }
        return .because(
            first.isLine ? "drew no line, and all templates are lines" : "drew a line, and no template is one")
    }

    private func extendPath(with touches: TouchSet) {
        for touch in touches { path.add(touch.location) }
    }
}
