// Subclasses of `GestureRecognizer` as recognizers that a client attaches.

public import GestureClient
public import Gestures

extension AttachedRecognizer {
    /// A recognizer whose rules are a class of this program's, which is the same that an engine runs.
    ///
    ///     try connection.attach(recognizers: [.custom("done") { CheckmarkGestureRecognizer() }.blocking("move")])
    ///
    /// The daemon arbitrates it like its own: it prevents and is prevented, others wait for it. Without further
    /// properties, one of this name that is configured with `type: custom` is decided. Places are points of the
    /// recognizer's region; `region` and `location(in: nil)` are that region, too. Its actions run in this program; its
    /// `delegate`, `asks` and `require(toFail:)` have no effect, as the daemon knows the others. Thresholds are the
    /// library's. Needs the capabilities `attach` and `touches`.
    ///
    /// - Parameters:
    ///   - name: What notifications call it.
    ///   - make: Makes a recognizer, on the thread that reads; once for each surface.
    public static func custom(
        _ name: String, _ make: @escaping @Sendable () -> GestureRecognizer
    ) -> AttachedRecognizer {
        AttachedRecognizer("custom", name).deciding { HostedRecognizer(make(), called: name, on: $0) }
    }
}
