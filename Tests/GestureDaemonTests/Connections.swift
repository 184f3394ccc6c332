// Connections with attachments for tests, in place of the server.

import Configuration
import GestureWire
import Gestures

@testable import GestureDaemon

/// Connections that have attached rules and receive all of their own notifications.
final class Connections: Listeners {
    var attachments: [GestureDaemon.Attachment] = []
    private var revision = 0
    var wantsTouches = false
    /// The recognizers with subscribers; nil for all.
    var wanted: Set<String>?
    private(set) var published: [String] = []
    private(set) var touches: [String] = []
    /// The numbers of the published gestures, by connection; 0 represents the configured recognizers.
    private(set) var numbers: [Int: [Int]] = [:]

    func publish(_ gesture: GestureNotification, of connection: Int?) {
        if gesture.state == .recognized { numbers[connection ?? 0, default: []].append(gesture.gesture) }
        if gesture.state != .failed, gesture.state != .changed { published.append(line(connection, gesture)) }
    }

    func publish(_ notification: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        let who = connection.map { "\($0)" } ?? "all but \(others.sorted())"
        for touch in notification.touches where touch.phase != .moved {
            touches.append("\(who): \(touch.phase) in \(touch.region)")
        }
    }

    private func line(_ connection: Int?, _ gesture: GestureNotification) -> String {
        "\(connection.map { "\($0): " } ?? "")\(gesture.recognizer) \(gesture.state)"
    }

    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool {
        wanted?.contains(recognizer) ?? true
    }

    func demand(of connection: Int?) -> Int? { nil }

    func wantsTouches(on surface: String, of connection: Int?) -> Bool { wantsTouches }

    func attach(
        _ connection: Int, _ recognizers: [RecognizerRule], regions: [RegionRule] = [], switches: [String: Bool] = [:]
    ) {
        revision += 1
        let attachment = GestureDaemon.Attachment(
            connection: connection, revision: revision,
            rules: AttachedRules(regions: regions, recognizers: recognizers), switches: switches)
        if let index = attachments.firstIndex(where: { $0.connection == connection }) {
            attachments[index] = attachment
        } else {
            attachments.append(attachment)
        }
    }
}
