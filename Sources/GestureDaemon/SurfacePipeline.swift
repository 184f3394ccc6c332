// Which way does a touch go? From one device's source through assembler and engine to notifications.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Touch

/// One device from its events to its notifications; the same for kernel devices, live replay and offline replay.
///
///     TouchSource ─► FrameAssembler ─► GestureEngine ─► GesturePublisher ─► publish
final class SurfacePipeline {
    let surface: Surface
    private let source: any TouchSource
    private let assembler: FrameAssembler
    private let engine: GestureEngine
    private let publisher: GesturePublisher

    /// What all surfaces of a program share, so that no two touches or gestures have the same number.
    struct Numbers {
        let touches = TouchSerialNumbers()
        let gestures = GestureNumbers()
    }

    /// Starts with what the source's slots hold now.
    init(
        source: any TouchSource, surface: Surface, recognizers: [RecognizerRule], numbers: Numbers,
        publish: @escaping (GestureNotification) -> Void
    ) {
        self.source = source
        self.surface = surface
        assembler = FrameAssembler(device: source.device, surface: surface, serialNumbers: numbers.touches)
        engine = GestureEngine(size: surface.size)
        let recognizers = recognizers.map { (recognizer: $0.makeRecognizer(), type: $0.type.rawValue) }
        for recognizer in recognizers { engine.root.addGestureRecognizer(recognizer.recognizer) }
        publisher = GesturePublisher(
            surface: surface, numbers: numbers.gestures, recognizers: recognizers, publish: publish)
        engine.observer = publisher
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    /// When `advance(to:)` is due, if no event comes before; at once while events are left that the kernel has given
    /// away already, because no descriptor tells of those.
    var nextDeadline: Timestamp? { hasMore ? .zero : engine.nextDeadline }

    /// Whether the last turn ended before the source did.
    private var hasMore = false

    /// What reading led to.
    enum Outcome {
        /// The source has no more at present.
        case waiting
        /// Others should have their turn; read again before time passes for the recognizers.
        case more
        /// The source is gone; `removeDevice(at:)` closes what is under way.
        case gone
    }

    /// Reads what the source has, but not for ever: a device that sends without end must not starve the others.
    func read() -> Outcome {
        hasMore = false
        for _ in 0..<Self.eventsPerTurn {
            switch source.next() {
            case .input(let event): assembler.process(event) { engine.process($0) }
            case .resynchronized(let time):
                assembler.resynchronize(at: time, currentSlot: source.currentSlot, source.slotState) {
                    engine.process($0)
                }
            case .nothing: return .waiting
            case .gone: return .gone
            }
        }
        hasMore = true
        return .more
    }

    /// Lets time pass for the recognizers: what the source has at that time comes first, because a late process must
    /// decide as a punctual one.
    func advance(to time: Timestamp) -> Outcome {
        let outcome = read()
        if case .waiting = outcome { engine.advance(to: time) }
        return outcome
    }

    /// Lets time run on for the recognizers of a source that is over.
    func runOn(to time: Timestamp) { engine.advance(to: time) }

    /// Cancels every touch, and with them every gesture under way, because the device went.
    func removeDevice(at time: Timestamp) {
        assembler.cancelAll(at: time) { engine.process($0) }
        engine.cancelAll(at: time)
    }

    /// A few frames of sixty fingers.
    private static let eventsPerTurn = 4096
}
