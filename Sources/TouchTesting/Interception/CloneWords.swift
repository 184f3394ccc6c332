// A panel's clone that puts into words what applications receive.

public import Interception
public import Touch

/// A clone that puts into words what it is told.
public final class CloneWords {
    private var said: [OutputEvent] = []
    private var check: FrameCheck
    private var faults: [String] = []
    private var slot: Int32 = 0

    /// A clone that has no contacts.
    public init(of device: ClonedDevice) { check = FrameCheck(of: device) }

    /// Takes frames; what no panel would send is among the words.
    public func take(_ events: [OutputEvent]) {
        said += events
        do { try check.take(events) } catch { faults.append("refused: \(error)") }
    }

    /// What was said since, as "0+" for a contact that lands in slot 0, "0-" for a lift, "0!" for a palm, "0" for a
    /// movement; each frame ends with a bar.
    public func words() -> String {
        var words: [String] = []
        for event in said {
            switch (event.type, event.code) {
            case (EventType.synchronization, _): words.append("|")
            case (EventType.absolute, AbsoluteAxis.slot): slot = event.value
            case (EventType.absolute, AbsoluteAxis.trackingID): words.append("\(slot)\(event.value < 0 ? "-" : "+")")
            case (EventType.absolute, AbsoluteAxis.toolType) where event.value == ToolType.palm:
                words.append("\(slot)!")
            case (EventType.absolute, AbsoluteAxis.positionX): if words.last != "\(slot)+" { words.append("\(slot)") }
            default: continue
            }
        }
        words += faults
        (said, faults) = ([], [])
        return words.joined(separator: " ")
    }
}
