// Tests of updates of regions while a sequence of events is read.

import Foundation
import GestureWire
import Synchronization
import Testing

@testable import GestureClient

@Suite struct RegionUpdatesTests {
    private static let turned = RegionChange("photo", transform: [0, 1, -1, 0, 5, 6])
    private static let attachments = Attachments(regions: [AttachedRegion("photo"), AttachedRegion("other")])

    @Test("A program updates in its loop, also when it is far behind, and is warned once")
    func inLoop() async throws {
        let peer = try ScriptedPeer()
        let received = Handover<String>()
        peer.play { peer in
            let (caller, _) = try peer.admitAttaching()
            // More than are read ahead and than the socket holds stand before the answer.
            for number in 1...2000 { try caller.say(pan(.recognized, gesture: number)) }
            for id in 1...2 {
                received.give(try caller.nextLine())
                try caller.say(#"{"jsonrpc":"2.0","id":\#(id),"result":{"warnings":["it is off","\u001B"]}}"#)
            }
            try caller.say(pan(.recognized, gesture: 2001))
        }
        let warnings = Mutex<[String]>([])
        let events = try GestureEvents(
            path: peer.path, attaching: Self.attachments, warn: { text in warnings.withLock { $0.append(text) } })
        var numbers: [Int] = []
        for try await event in events {
            guard case .gesture(let gesture) = event else { continue }
            numbers.append(gesture.notification.gesture)
            guard numbers.count == 1 else { continue }
            #expect(try await events.update(Self.turned) == ["it is off", "\u{1B}"])
            try await events.update([Self.turned])
        }
        #expect(numbers == Array(1...2001))
        #expect(warnings.withLock { $0 } == ["it is off"])
        let request = try #require(await Task.detached { received.take() }.value)
        #expect(
            request
                == #"{"jsonrpc":"2.0","id":1,"method":"update","params":{"regions":[{"name":"photo","#
                + #""transform":[0,1,-1,0,5,6]}]}}"#)
    }

    @Test("After a loss, regions are attached where they were, in their order; what was refused is not kept")
    func reconnecting() async throws {
        let peer = try ScriptedPeer()
        let received = Handover<[String]>()
        peer.play { peer in
            let (caller, first) = try peer.admitAttaching()
            received.give(first)
            _ = try caller.nextLine()
            try caller.answer(1)
            _ = try caller.nextLine()
            try caller.say(
                #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such region","data":"#
                    + #"{"path":"params.regions[1].name","hint":""}}}"#)
            // This one is not answered.
            _ = try caller.nextLine()
            shutdown(caller.descriptor, Int32(SHUT_RDWR))
            let (again, second) = try peer.admitAttaching()
            received.give(second + [try again.nextLine()])
            try again.answer(4)
        }
        let events = try GestureEvents(path: peer.path, attaching: Self.attachments, reconnects: true)
        try await events.update(RegionChange("photo", transform: [0, 1, -1, 0, 5, 6], order: .top))
        let refusal = await #expect(throws: ServerError.self) {
            try await events.update(RegionChange("photo", isEnabled: false), RegionChange("foto"))
        }
        #expect(refusal?.data?.path == "params.regions[1].name")
        let loss = await #expect(throws: ConnectionError.self) {
            try await events.update(RegionChange("photo", shape: "ellipse"))
        }
        #expect(loss?.code == .disconnected)
        // It waits for the next connection.
        try await events.update(RegionChange("other", shape: "ellipse"))
        let requests = await Task.detached { (received.take(), received.take()) }.value
        #expect(requests.0?.count == 1)
        let second = requests.1 ?? []
        try #require(second.count == 4)
        #expect(second[0] == requests.0?.first)
        #expect(second[1].contains(#""update","params":{"regions":[{"name":"photo","transform":[0,1,-1,0,5,6]}]}"#))
        #expect(
            second[2].contains(
                #""update","params":{"regions":[{"above":null,"name":"other"},{"above":null,"name":"photo"}]}"#))
        #expect(second[3].contains(#"{"regions":[{"name":"other","shape":"ellipse"}]}"#))
    }

    @Test("While the server does not read, updates and answers wait in their order, and events are received")
    func fullSocket() async throws {
        let peer = try ScriptedPeer()
        let (isReceived, received) = (Handover<Bool>(), Handover<[String]>())
        peer.play { peer in
            let (caller, _) = try peer.admitAttaching()
            // No socket has room for the first update: once it has begun to arrive, it is being sent until it is read.
            try caller.awaitBytes()
            let question = Question(question: 1, recognizer: "a", subject: .begin(pan(.began)))
            try caller.say { $0.append(question) }
            try caller.say(pan(.recognized))
            _ = isReceived.take()
            received.give([try caller.nextLine(), try caller.nextLine()])
            try caller.answer(1)
            _ = try caller.nextLine()
        }
        let attachments = Attachments(
            regions: Self.attachments.regions, recognizers: [.pan("a").shouldBegin { _ in true }])
        let events = try GestureEvents(path: peer.path, attaching: attachments)
        let shape = WireValue.text(String(repeating: "x", count: 1 << 20))
        let update = Task { try await events.update(RegionChange("photo", shape: shape)) }
        for try await event in events { if case .gesture = event { break } }
        isReceived.give(true)
        #expect(try await update.value == [])
        let lines = try #require(await Task.detached { received.take() }.value)
        #expect(lines[0].hasPrefix(#"{"jsonrpc":"2.0","id":1,"method":"update","#))
        #expect(lines[1] == #"{"jsonrpc":"2.0","id":2,"method":"answer","params":{"question":1,"yes":true}}"#)
    }

    @Test("A refusal without an id is that of the oldest update, and an invalid answer ends the connection")
    func withoutIdentifier() async throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let (caller, _) = try peer.admitAttaching()
            _ = try caller.nextLine()
            try caller.say(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"too long"}}"#)
            _ = try caller.nextLine()
            try caller.answer(2, #"{"warnings":1}"#)
            _ = try caller.nextLine()
        }
        let events = try GestureEvents(path: peer.path, attaching: Self.attachments)
        let refusal = await #expect(throws: ServerError.self) { try await events.update(Self.turned) }
        #expect(refusal?.code == -32_700)
        for _ in 1...2 {
            let error = await #expect(throws: ConnectionError.self) { try await events.update(Self.turned) }
            #expect(error?.code == .protocolViolation)
        }
    }

    @Test("Updates fail once the sequence has ended or its task was cancelled")
    func ended() async throws {
        let peer = try ScriptedPeer()
        peer.play { peer in _ = try peer.admitAttaching() }
        let events = try GestureEvents(path: peer.path, attaching: Self.attachments)
        for try await _ in events { continue }
        await #expect(throws: ConnectionError.self) { try await events.update(Self.turned) }
        let waiting = try GestureEvents(path: ScriptedPeer.newPath(), attaching: Self.attachments, reconnects: true)
        let task = Task { for try await _ in waiting { continue } }
        let update = Task { try await waiting.update(Self.turned) }
        task.cancel()
        await #expect(throws: ConnectionError.self) { try await update.value }
    }
}
