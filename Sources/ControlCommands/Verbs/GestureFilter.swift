// Command-line options that select gestures.

public import ArgumentParser
public import GestureWire

/// The globs of a command that watches gestures.
struct GestureFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only recognizers whose name matches; may be repeated.", valueName: "glob"),
        completion: .recognizers)
    var recognizer: [String] = []

    @OptionGroup var surfaces: SurfaceFilter

    /// Returns the filter of a subscription to them.
    var subscription: SubscriptionFilter {
        SubscriptionFilter(recognizers: recognizer.isEmpty ? ["*"] : recognizer, surfaces: surfaces.globs)
    }
}

/// The surfaces on which a command watches gestures.
struct SurfaceFilter: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only surfaces whose name matches; may be repeated.", valueName: "glob"),
        completion: .surfaces)
    var surface: [String] = []

    var globs: [String] { surface.isEmpty ? ["*"] : surface }
}

extension GestureState: ExpressibleByArgument {}
extension PlaceCoordinates: ExpressibleByArgument {}
extension QuarterTurn: ExpressibleByArgument {}
