// Verb that records a panel's events as evemu text until interrupted.

import Diagnosis
import Touch
import ArgumentParser
import GestureClient
import GestureDaemon
import GestureWire

struct Record: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Record the events of a touchscreen, until interrupted.",
        discussion: """
            Writes evemu text to standard output, each frame at once. It needs no daemon and disturbs none; it needs \
            the right to read the device, which root has. To report a bug:

              sudo gesturectl record > panel.evemu     do what goes wrong, then Ctrl-C
              gesturectl explain panel.evemu           says what each recognizer decided

            panel.evemu and the output of explain are the whole report. The file describes the panel, also as udev \
            does, and where fingers were; it has no date and no host name. Keys and scan codes are never in it; a \
            device on which somebody types is refused.

            Times start at the first event. The first frame is the state of the device at the start, so that fingers \
            that were already down are known (evemu-record omits them). Where the kernel dropped events (SYN_DROPPED), \
            a comment says so, and the state after that follows. What clients decide for recognizers of type `custom` \
            is noted, when gestured runs: `explain` decides as they did. evemu-play, evemu-device and `gesturectl replay` read \
            the file. `gesturectl replay` also reads what other programs record.
            """)

    @Argument(
        help: ArgumentHelp(
            "The device: /dev/input/eventN, or the name of a device or surface, or a glob for it. Otherwise the only "
                + "touchscreen.",
            valueName: "device"))
    var device: String?

    func perform() throws {
        do {
            let path = try DeviceChoice.path(for: device) {
                (try? GestureConnection(path: nil, patience: 10).devices()) ?? []
            }
            if DeviceChoice.isIntercepted(path) {
                Output.message(
                    "gestured intercepts \(path), so nothing comes from it: hold five fingers still to get it back, or "
                        + "set `intercept: false` and reload")
            }
            var recording = try DeviceRecording(path: path)
            Output.message("recording \"\(recording.name.printable)\" (\(path)); press Ctrl-C to stop")
            if let reason = try recording.run(write: { Output.text($0) }) {
                Output.message("\(path) is gone: \(reason); the recording is complete up to there")
            }
        } catch let error as DeviceChoiceError {
            Output.message("\(error)")
            throw ExitCode.validationFailure
        }
    }
}
