// Tests of the fingers in recordings against their manifest.

import Foundation
import Testing
import Touch
import TouchTesting

/// A row of the recordings' manifest.
private struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let frames: Int?
    let touches: Int?
    let maximumContacts: Int?
    let endsDown: Bool
    let millimetres: String
    var testDescription: String { name }

    init(_ line: Substring, columns: [Substring: Int]) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        func field(_ column: Substring) -> String { columns[column].map { String(fields[$0]) } ?? "" }
        name = field("id")
        frames = Int(field("frames"))
        touches = Int(field("touches"))
        maximumContacts = Int(field("max_contacts"))
        endsDown = field("ends_down") == "True"
        millimetres = field("size_mm")
    }

    static let all: [Row] = {
        guard let text = try? Data(contentsOf: RecordingCatalogue.folder.appending(path: "manifest.tsv")) else {
            return []
        }
        let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
        let names = lines[0].split(separator: "\t", omittingEmptySubsequences: false)
        let columns = Dictionary(zip(names, names.indices)) { first, _ in first }
        return lines.dropFirst().map { Row($0, columns: columns) }
    }()

    func touchscreen() throws -> Recording? {
        let recording = try RecordingCatalogue.recording(name)
        guard case .touchscreen = DeviceVerdict(of: recording.device) else { return nil }
        return recording
    }
}

@Suite struct RecordedFramesTests {
    @Test("The manifest exists")
    func manifest() throws {
        #expect(Row.all.map(\.name).sorted() == (try RecordingCatalogue.names()))
        #expect(Row.all.count { $0.touches != nil } > 20)
    }

    @Test("The numbers of simultaneous and of all fingers are those in the manifest", arguments: Row.all)
    private func fingers(_ row: Row) throws {
        guard let recording = try row.touchscreen(), let touches = row.touches else { return }
        let surface = try #require(
            Surface(name: "panel", device: recording.device, settings: SurfaceSettings(), systemCalibration: nil))
        let panel = Panel(recording.device, surface: surface)
        let reports = recording.events.count { $0.type == EventType.synchronization && $0.code == 0 }
        var notes: [FrameNote] = []
        let source = RecordingSource(recording)
        while case .input(let event) = source.next() {
            panel.assembler.process(event) { notes.append(FrameNote($0)) }
        }
        #expect(notes.count <= reports)
        #expect(notes.reduce(0) { $0 + $1.began.count } == touches)
        #expect(notes.map { $0.all.count - $0.ended.count - $0.cancelled.count }.max() == row.maximumContacts)
        #expect(!panel.assembler.table.all.isEmpty == row.endsDown)
        #expect(notes.flatMap(\.cancelled) == [])
        for finger in notes.flatMap(\.all) {
            #expect((0...surface.size.width).contains(finger.location.x))
            #expect((0...surface.size.height).contains(finger.location.y))
        }
    }

    @Test("A panel that reports its size has the size in the manifest", arguments: Row.all)
    private func sizes(_ row: Row) throws {
        guard let recording = try row.touchscreen(), row.millimetres.contains("x") else { return }
        let size = try #require(PanelSize(of: recording.device, settings: SurfaceSettings()))
        #expect(size.source == .resolution)
        let claimed = row.millimetres.split(separator: "x").compactMap { Double($0) }
        #expect(abs(size.millimetres.width - claimed[0]) < 1 && abs(size.millimetres.height - claimed[1]) < 1)
    }
}
