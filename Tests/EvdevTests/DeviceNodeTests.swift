// Tests of the properties of device nodes.

import Evdev
import Testing
import Touch

@Suite struct DeviceNodeTests {
    @Test("udev's properties of a node match those in a recording of it")
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
