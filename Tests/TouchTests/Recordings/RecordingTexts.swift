// Reading of texts as recordings, for tests.

import Touch

/// What the bytes of a text are, which come in pieces.
func read(
    _ bytes: some Sequence<UInt8>, inPiecesOf size: Int? = nil
) throws(RecordingError) -> RecordingReader.Outcome {
    var reader = RecordingReader()
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        try reader.take(rest.prefix(size ?? rest.count))
        rest = rest.dropFirst(size ?? rest.count)
    }
    return try reader.finish()
}

func read(_ text: String) throws(RecordingError) -> RecordingReader.Outcome { try read(text.utf8) }

/// Why a text is no recording; nil when it is one.
func fault(_ text: String) -> RecordingError? {
    do throws(RecordingError) { _ = try read(text) } catch { return error }
    return nil
}
