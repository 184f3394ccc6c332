// A client for tests that checks everything that one connection receives.

import GestureWire
import Testing

@testable import Server

/// A client that keeps the state that it receives, and finds inconsistencies.
final class Listener {
    /// A request without an answer yet.
    enum Asked: Equatable {
        case subscribe(touches: Bool)
        case unsubscribe(Int)
        case attach(Set<String>)
        case detach
    }

    /// The state of one subscription.
    struct Knowledge {
        var sequence = 0
        /// The gestures in progress, and how far each moved by the sum of its deltas.
        var gestures: [Int: Double] = [:]
        /// The touches that are down, and where.
        var touches: [Int: WirePoint] = [:]
        var isOver = false
        /// Whether it receives nothing at present.
        var isSilent = false
    }

    let client: TestClient
    let connection: Int
    private(set) var subscriptions: [Int: Knowledge] = [:]
    /// The names that hide configured recognizers, as far as it was notified.
    private(set) var own: Set<String> = []
    private(set) var hasLagged = false
    /// How often subscriptions became silent, and continued.
    private(set) var silences = 0, returns = 0
    private var asked: [Asked] = []
    /// The subscriptions that need `touches`.
    private var needingTouches: Set<Int> = []
    private var hasBeenGreeted = false
    /// Whether it may receive places and private touches; initially it may.
    private var clearance = Clearance(Set(Capability.allCases))
    /// The number of lines read.
    private(set) var lines = 0
    /// The number of notifications received.
    private(set) var notifications = 0

    init(_ server: TestServer) throws {
        client = try TestClient(server)
        connection = try #require(server.peers.last?.connection)
    }

    /// The subscriptions that it has not asked to end.
    var current: [Int] {
        subscriptions.keys.filter { !(subscriptions[$0]?.isOver ?? true) && !asked.contains(.unsubscribe($0)) }.sorted()
    }

    func ask(_ question: Asked, _ params: String) {
        asked.append(question)
        switch question {
        case .subscribe: client.request("subscribe", params)
        case .unsubscribe: client.request("unsubscribe", params)
        case .attach: client.request("attach", params)
        case .detach: client.request("detach", params)
        }
    }

    /// Reads the available lines and checks them.
    func read() throws {
        for line in client.lines() {
            lines += 1
            let bytes = Array(line.utf8)
            switch try ServerMessage.decode(bytes) {
            case .hello: hasBeenGreeted = true
            case .gesture(let gesture): receive(gesture)
            case .touch(let touches): receive(touches)
            case .response where hasLagged: break
            case .response: try receive(answer: bytes)
            case .error(_, let error):
                #expect(error.code == RequestError.Code.notPermitted.rawValue, "\(error)")
                asked.removeFirst()
            case .lagged: hasLagged = true
            case .capabilities(let present): receive(present.capabilities)
            case .reloaded(let snapshot): receive(goingOn: snapshot)
            case .question, .attempt, .reset, .surface, .other: break
            }
        }
        #expect(hasBeenGreeted)
    }

    /// Checks the state after the end of everything.
    func verifyRest() {
        if client.hasEnded { return }
        #expect(asked.isEmpty, "every request is answered")
        for (number, knowledge) in subscriptions where !knowledge.isOver {
            #expect(knowledge.gestures.isEmpty, "subscription \(number) of \(connection)")
            #expect(knowledge.touches.isEmpty, "subscription \(number) of \(connection)")
        }
    }

    private func receive(answer bytes: [UInt8]) throws {
        switch asked.removeFirst() {
        case .subscribe(let touches):
            let snapshot = try ServerMessage.result(of: bytes, as: Snapshot.self)
            var knowledge = Knowledge()
            for gesture in snapshot.gestures {
                #expect(knowledge.gestures[gesture.gesture] == nil && gesture.state.isUnderWay)
                #expect(gesture.region == "own" || !own.contains(gesture.recognizer), "a hidden recognizer")
                knowledge.gestures[gesture.gesture] = gesture.distance
            }
            for touch in (snapshot.touches ?? []).flatMap(\.touches) {
                #expect(knowledge.touches[touch.id] == nil && touch.phase == .began)
                knowledge.touches[touch.id] = touch.location
            }
            if touches { needingTouches.insert(snapshot.subscription) }
            #expect(subscriptions.updateValue(knowledge, forKey: snapshot.subscription) == nil)
        case .unsubscribe(let number): subscriptions[number]?.isOver = true
        case .attach(let names): own.formUnion(names)
        case .detach: own = []
        }
    }

    private func receive(_ capabilities: [String]) {
        #expect(!hasLagged, "no notification follows `lagged`")
        let present = Clearance(Set(capabilities.compactMap(Capability.init)))
        defer { clearance = present }
        for (number, knowledge) in subscriptions where !knowledge.isOver && !knowledge.isSilent {
            let isAllowed = capabilities.contains("gestures") && present == clearance
            if isAllowed, !needingTouches.contains(number) || capabilities.contains("touches") { continue }
            #expect(knowledge.gestures.isEmpty && knowledge.touches.isEmpty, "everything was closed before")
            subscriptions[number]?.isSilent = true
            silences += 1
        }
    }

    private func receive(goingOn snapshot: Snapshot) {
        #expect(!hasLagged && subscriptions[snapshot.subscription]?.isSilent == true, "unexpected snapshot")
        #expect(snapshot.gestures.isEmpty && snapshot.touches?.isEmpty ?? true, "earlier gestures are hidden")
        subscriptions[snapshot.subscription]?.isSilent = false
        returns += 1
    }

    private func receive(_ received: ReceivedGesture) {
        notifications += 1
        #expect(!hasLagged, "no notification follows `lagged`")
        let (number, gesture) = (received.subscription, received.notification)
        guard var knowledge = subscriptions[number], !knowledge.isOver, !knowledge.isSilent else {
            Issue.record("no such subscription")
            return
        }
        #expect(received.sequence > knowledge.sequence)
        knowledge.sequence = received.sequence
        #expect(gesture.region == "own" || !own.contains(gesture.recognizer), "a hidden recognizer")
        let known = knowledge.gestures[gesture.gesture]
        #expect((known == nil) == (gesture.state == .began), "\(gesture.state) of \(gesture.gesture)")
        #expect((gesture.location != nil) == (clearance.locations || gesture.region == "own"), "places")
        let distance = gesture.location == nil ? 0 : (known ?? 0) + received.step
        #expect(distance == gesture.distance, "\(gesture.state) of \(gesture.gesture)")
        knowledge.gestures[gesture.gesture] = gesture.state.isUnderWay ? distance : nil
        subscriptions[number] = knowledge
    }

    private func receive(_ received: ReceivedTouches) {
        notifications += 1
        #expect(!hasLagged, "no notification follows `lagged`")
        guard var knowledge = subscriptions[received.subscription], !knowledge.isOver, !knowledge.isSilent else {
            Issue.record("no such subscription")
            return
        }
        #expect(!received.notification.touches.isEmpty)
        for touch in received.notification.touches {
            let known = knowledge.touches[touch.id]
            #expect((known == nil) == (touch.phase == .began), "\(touch.phase) of \(touch.id)")
            #expect(touch.previousLocation == known ?? touch.location, "\(touch.phase) of \(touch.id)")
            knowledge.touches[touch.id] = touch.isOver ? nil : touch.location
        }
        subscriptions[received.subscription] = knowledge
    }
}

extension GestureNotification {
    /// How far to the right it moved.
    var distance: Double {
        if case .pan(let translation, _, _) = measurement { translation.x } else { .nan }
    }
}
