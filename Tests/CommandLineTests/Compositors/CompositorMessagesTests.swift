// Tests of what sway and Hyprland say of the application in front.

import Testing

@testable import ControlCommands

@Suite struct CompositorMessagesTests {
    private func message(_ type: UInt32, _ json: String) -> SwayMessages.Message {
        SwayMessages.Message(type: type, payload: Array(json.utf8))
    }

    @Test("Messages are taken from pieces of any size")
    func pieces() throws {
        let bytes = SwayMessages.request(4, "{}") + SwayMessages.request(SwayMessages.windowEvent, "[]")
        for size in 1...bytes.count {
            var messages = SwayMessages()
            var (found, rest) = ([SwayMessages.Message](), bytes[...])
            while !rest.isEmpty {
                let taken = messages.parse(rest.prefix(size))
                found += try #require(taken)
                rest = rest.dropFirst(size)
            }
            #expect(found == [message(4, "{}"), message(SwayMessages.windowEvent, "[]")])
        }
    }

    @Test("What is not sway's, or too long, is refused")
    func foreign() {
        var messages = SwayMessages()
        #expect(messages.parse(Array("HTTP/1.1 400 Bad".utf8)) == nil)
        var longs = SwayMessages()
        #expect(longs.parse(Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]) == nil)
    }

    @Test("The tree and window events name the application")
    func front() {
        let tree = #"""
            {"focused":false,"nodes":[{"focused":false,"nodes":[],"floating_nodes":[
            {"focused":true,"app_id":null,"window_properties":{"class":"XTerm"},"nodes":[]}]}]}
            """#
        #expect(SwayMessages.front(message(4, tree)) == .application("XTerm"))
        #expect(SwayMessages.front(message(4, #"{"focused":true,"nodes":[]}"#)) == .application(nil))
        func event(_ change: String, _ focused: Bool) -> SwayMessages.Front {
            let json = #"{"change":"\#(change)","container":{"app_id":"foot","focused":\#(focused)}}"#
            return SwayMessages.front(message(SwayMessages.windowEvent, json))
        }
        #expect(event("focus", true) == .application("foot"))
        #expect(event("title", true) == .unchanged)
        #expect(event("close", true) == .unknown && event("move", false) == .unknown)
        #expect(SwayMessages.front(message(SwayMessages.windowEvent, "{")) == .unchanged)
    }

    @Test("After an event of a workspace, the tree tells: an empty one has no window to focus")
    func emptyWorkspace() {
        let json = #"{"change":"focus","old":{"name":"1"},"current":{"name":"2","focused":false,"nodes":[]}}"#
        #expect(SwayMessages.front(message(SwayMessages.workspaceEvent, json)) == .unknown)
        #expect(SwayMessages.events == #"["window","workspace"]"#)
        let tree = #"""
            {"focused":false,"nodes":[{"focused":false,"nodes":[{"focused":false,"app_id":"foot","nodes":[]}]},
            {"type":"workspace","focused":true,"nodes":[],"floating_nodes":[]}]}
            """#
        #expect(SwayMessages.front(message(SwayMessages.getTree, tree)) == .application(nil))
    }

    @Test("Hyprland's lines and answers name the class of the window")
    func hyprland() {
        func answer(_ text: String) -> String? { HyprlandMessages.application(inAnswer: Array(text.utf8)) }
        #expect(answer(#"{"address":"0x55","class":"firefox","title":"A page"}"#) == "firefox")
        #expect(answer("{}") == nil && answer(#"{"class":""}"#) == nil && answer("unknown request") == nil)
        #expect(HyprlandMessages.activeWindow("activewindow>>firefox,A page, and more") == "firefox")
        #expect(HyprlandMessages.activeWindow("activewindow>>,") == "")
        #expect(HyprlandMessages.activeWindow("activewindowv2>>55") == nil)
    }
}
