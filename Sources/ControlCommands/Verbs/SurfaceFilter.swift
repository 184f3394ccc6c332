// Command-line options that select surfaces and states.

public import ArgumentParser
public import GestureWire

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
