// Tests of the fingers in recordings against their manifest.

import Testing
import Touch
import TouchTesting

@Suite struct RecordedFramesTests {
    @Test("The manifest exists")
    func manifest() throws {
        #expect(ManifestRow.all.map(\.name).sorted() == (try RecordingCatalogue.names()))
        #expect(ManifestRow.all.count { $0.touches != nil } > 20)
    }

    @Test("The numbers of simultaneous and of all fingers are those in the manifest", arguments: ManifestRow.all)
    func fingers(_ row: ManifestRow) throws {
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

    @Test("A panel that reports its size has the size in the manifest", arguments: ManifestRow.all)
    func sizes(_ row: ManifestRow) throws {
        guard let recording = try row.touchscreen(), row.millimetres.contains("x") else { return }
        let size = try #require(PanelSize(of: recording.device, settings: SurfaceSettings()))
        #expect(size.source == .resolution)
        let claimed = row.millimetres.split(separator: "x").compactMap { Double($0) }
        #expect(abs(size.millimetres.width - claimed[0]) < 1 && abs(size.millimetres.height - claimed[1]) < 1)
    }
}
