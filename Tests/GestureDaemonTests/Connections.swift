// Connections with attachments for tests, in place of the server.

import Configuration
import GestureWire
import Gestures

@testable import GestureDaemon

/// Connections that have attached things and hear everything of their own.
final class Connections: Listeners {
    var attachments: [GestureDaemon.Attachment] = []
    private var revision = 0
    /// By connection, 0 for what is configured; nil where it is not known.
    var demands: [Int: Int] = [:]
    /// Of whose recognizers it was asked whether anybody hears them; 0 for what is configured.
    var asked: [Int] = []
    var wantsTouches = false
    /// Which recognizers anybody hears; nil for all.
    var wanted: Set<String>?
    private(set) var told: [String] = []
    private(set) var touches: [String] = []
    /// The numbers of the gestures that were told, by connection; 0 stands for what is configured.
    private(set) var numbers: [Int: [Int]] = [:]

    func hear(_ gesture: GestureNotification, of connection: Int?) {
        if gesture.state == .recognized { numbers[connection ?? 0, default: []].append(gesture.gesture) }
        if gesture.state != .failed, gesture.state != .changed { told.append(line(connection, gesture)) }
    }

    func hear(_ notification: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        let who = connection.map { "\($0)" } ?? "all but \(others.sorted())"
        for touch in notification.touches where touch.phase != .moved {
            touches.append("\(who): \(touch.phase) in \(touch.region)")
        }
    }

    private func line(_ connection: Int?, _ gesture: GestureNotification) -> String {
        "\(connection.map { "\($0): " } ?? "")\(gesture.recognizer) \(gesture.state)"
    }

    func wants(recognizer: String, on surface: String, of connection: Int?, visibility: Visibility) -> Bool {
        asked.append(connection ?? 0)
        return wanted?.contains(recognizer) ?? true
    }

    func demand(of connection: Int?) -> Int? { demands[connection ?? 0] }

    func wantsTouches(on surface: String, of connection: Int?) -> Bool { wantsTouches }

    func seesPrivateTouches(_ connection: Int) -> Bool { true }

    func attach(
        _ connection: Int, _ recognizers: [RecognizerRule], regions: [RegionRule] = [], switches: [UTF8Key: Bool] = [:]
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
