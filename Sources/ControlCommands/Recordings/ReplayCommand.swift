// Verb that prints what would be published for recordings, offline.

import ArgumentParser
import Diagnosis
import GestureDaemon
import GestureWire

struct ReplayCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play recordings offline, as fast as possible, and print the gestures.",
        discussion: """
            With --json, prints exactly the lines that a subscriber of everything would receive (subscription 1), with \
            the recording's own times; always the same bytes. After the last event, time continues until no deadline \
            is left; then the device is removed, which cancels the touches and gestures under way.

            Several recordings are played one after the other, as by `gestured --replay`: all use the clock of the \
            first, each begins one second after the end of the previous one, and `seq` and the numbers of gestures and \
            touches continue.

            With --touches, also prints the touches, as the region in which each landed would receive them: withheld \
            while a recognizer that delays them may still be recognized, and cancelled when one that cancels them is. \
            The touches of an event come before its gestures.

            Reads what people have: the text of `gesturectl record` and evemu-record, the YAML of libinput record, and \
            the output of evtest and of Android's `getevent -lt`, which should begin with that of `getevent -lp`. What \
            surrounds it, such as a shell prompt or the marks of a quoted mail, is ignored; standard error says so.

            If a recording has several touchscreens, each is a surface. A pen is played beside the touchscreen on whose \
            glass it lies, and pauses its touches (`yieldToPen`).

            A device that gestured would not use is also played; standard error says why gestured would not use it.

            `gesturectl explain` says why a gesture was recognized or not.
            """)

    @OptionGroup var recordings: Recordings

    @Flag(help: "Print notifications as lines of JSON.")
    var json = false

    @Flag(help: "Print touches, too.")
    var touches = false

    func perform() throws {
        let configuration = try recordings.choice.load()
        var lines = SubscriberLines()
        let format = GestureLine(isColourful: Output.isColourful)
        try recordings.play(separated: !json) { recording, previous in
            let receiveTouches = { (frame: TouchNotification) in
                if json { return Output.line(lines.line(for: frame)) }
                for text in TouchLine.texts(frame) { Output.line(text) }
            }
            return try Replay.run(
                recording, after: previous, configuration: configuration,
                receiveTouches: touches ? receiveTouches : nil
            ) { gesture in
                guard gesture.state != .failed else { return }
                if json {
                    Output.line(lines.line(for: gesture))
                } else {
                    Output.line(styled: format.text(gesture))
                }
            }
        }
    }
}
