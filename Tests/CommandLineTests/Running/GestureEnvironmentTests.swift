// Tests of the environment variables that describe a gesture.

import GestureWire
import Testing

@testable import ControlCommands

@Suite struct GestureEnvironmentTests {
    private func gesture(_ type: String, _ measurement: Measurement, _ state: GestureState = .ended)
        -> GestureNotification
    {
        GestureNotification(
            recognizer: "zoom", type: type, gesture: 7, state: state, surface: "panel", region: "root",
            time: 1_234_567_890, location: WirePoint(x: 512, y: 300.5), touches: [3, 4], measurement: measurement)
    }

    private func line(_ gesture: GestureNotification) -> [UInt8] {
        var writer = LineWriter()
        writer.appendGestureHead(subscription: 1, sequence: 42)
        writer.appendGestureTail(gesture, since: .none)
        return writer.bytes
    }

    /// The variables in addition to the common ones, without the line.
    private func own(_ gesture: GestureNotification) -> [String] {
        GestureEnvironment.variables(line: line(gesture)).dropFirst(10).dropLast().map {
            "\($0.name)=\($0.value)"
        }
    }

    @Test("Every gesture gives its name, state, place and time, and the whole line without its end")
    func common() {
        let gesture = gesture("tap", .tap(taps: 2), .recognized)
        let variables = GestureEnvironment.variables(line: line(gesture))
        #expect(
            variables.map { "\($0.name)=\($0.value)" } == [
                "GESTURED_GESTURE=7", "GESTURED_X=512", "GESTURED_Y=300.5", "GESTURED_RECOGNIZER=zoom",
                "GESTURED_REGION=root", "GESTURED_STATE=recognized", "GESTURED_SURFACE=panel",
                "GESTURED_TIME=1234.56789", "GESTURED_TOUCHES=2", "GESTURED_TYPE=tap", "GESTURED_TAPS=2",
                "GESTURED_JSON=" + String(decoding: line(gesture).dropLast(), as: UTF8.self),
            ])
    }

    @Test("Members of a type have the protocol's names in upper case; points and vectors have an X and a Y")
    func members() {
        let point = WirePoint(x: 1.5, y: -2)
        #expect(
            own(gesture("swipe", .swipe(direction: .left, velocity: point))) == [
                "GESTURED_DIRECTION=left", "GESTURED_VELOCITY_X=1.5", "GESTURED_VELOCITY_Y=-2",
            ])
        #expect(
            own(gesture("pinch", .pinch(scale: 1.25, velocity: 0.000001))) == [
                "GESTURED_DELTA=1.25", "GESTURED_SCALE=1.25", "GESTURED_VELOCITY=0.000001",
            ])
        let transform = Measurement.transform(
            translation: point, velocity: .zero, projection: point, scale: 2, rotation: 0.5)
        #expect(
            own(gesture("transform", transform)) == [
                "GESTURED_DELTA_X=1.5", "GESTURED_DELTA_Y=-2", "GESTURED_PROJECTION_X=1.5", "GESTURED_PROJECTION_Y=-2",
                "GESTURED_ROTATION=0.5", "GESTURED_ROTATION_DELTA=0.5", "GESTURED_SCALE=2", "GESTURED_SCALE_DELTA=2",
                "GESTURED_TRANSLATION_X=1.5", "GESTURED_TRANSLATION_Y=-2", "GESTURED_VELOCITY_X=0",
                "GESTURED_VELOCITY_Y=0",
            ])
    }

    @Test("Members of a custom type are included, but never replace others or the socket")
    func custom() {
        let members = CustomMembers([
            .init("socket", .text("/elsewhere")), .init("json", .text("{}")), .init("x", .count(1)),
            .init("Surface", .text("other")), .init("note", .text("a b")), .init("numberOfTurns", .count(3)),
        ])
        #expect(own(gesture("mine", .custom(members))) == ["GESTURED_NOTE=a b", "GESTURED_NUMBER_OF_TURNS=3"])
    }
}
