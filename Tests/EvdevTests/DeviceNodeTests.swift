// Tests of the properties of device nodes.

import Evdev
import Testing
import Touch

@Suite struct DeviceNodeTests {
    @Test("What udev says of a node's kind is what a recording of it says")
    func udev() {
        for (isTouchscreen, isKeyboard, isIgnored) in [(true, false, false), (false, true, false), (true, true, true)] {
            let node = DeviceNode(
                path: "", isTouchscreen: isTouchscreen, isIgnored: isIgnored, isKeyboard: isKeyboard)
            #expect(
                node.udev
                    == UdevProperties(isTouchscreen: isTouchscreen, isKeyboard: isKeyboard, isIgnored: isIgnored))
        }
    }
}
