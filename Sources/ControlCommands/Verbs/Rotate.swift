// Verb that rotates a surface of the running daemon.

import Touch
import ArgumentParser
import GestureClient
import GestureWire

struct Rotate: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Rotate a surface, such as when the screen behind it is rotated.",
        discussion: """
            Replaces the configured rotation, or is applied after the configured calibration: 0 means no rotation. \
            After `xrandr --rotate left` use 90, after `right` 270, as the picture turns the other way. Gestures under \
            way on the surface are cancelled, and clients receive its new size. It is not written to the \
            configuration, and applies until a reload or until gestured stops, also when the panel is plugged in \
            again.

            \(SocketOption.needsControl)
            """)

    @Argument(help: "The surface; `gesturectl devices` lists them.", completion: .surfaces)
    var surface: String

    @Argument(help: ArgumentHelp("The clockwise rotation of the panel.", valueName: "degrees"))
    var rotation: QuarterTurn

    @Flag(help: "Print the surface as a line of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        let connection = try daemon.connect()
        let surface = try connection.rotate(surface, to: rotation)
        if json {
            Output.line(json: { $0.append(surface) })
        } else {
            Output.line(SurfaceWords.text(surface).printable)
        }
    }
}
