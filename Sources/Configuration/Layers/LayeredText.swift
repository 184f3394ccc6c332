// The texts of several configuration files, merged into one tree, with the problems of all of them.

internal import GestureWire

/// The files of a configuration as they were read, lowest first, and what they say together.
struct LayeredText {
    /// The text of a file, and how it counts.
    struct File {
        let name: String
        let kind: ConfigurationFiles.Kind
        let text: String
    }

    /// The files; a place's `file` is an index of these.
    let files: [SourceFile]
    /// Their names in messages.
    var names: [String] { files.map(\.name) }
    /// The merged content of all files and of the built-in configuration.
    let root: Element
    /// The resulting configuration.
    let configuration: Configuration

    /// Reads the files.
    ///
    /// - Throws: Every problem of all of them.
    static func read(_ files: ConfigurationFiles) throws(ConfigurationError) -> LayeredText {
        if let problem = files.problem { throw problem }
        var (texts, unread) = ([SourceFile](), [ConfigurationError]())
        for (index, file) in files.files.enumerated() {
            do throws(ConfigurationError) {
                let text = try FileText.read(path: file.path, file: index, isNamed: files.isNamed)
                texts.append(SourceFile(name: file.path, text: text))
            } catch {
                unread.append(error)
                texts.append(SourceFile(name: file.path, text: SourceText("", file: index)))
            }
        }
        return try LayeredText(texts, kinds: files.files.map(\.kind), unread: unread)
    }

    /// Reads texts.
    init(_ files: [File]) throws(ConfigurationError) {
        let texts = files.enumerated().map { SourceFile(name: $1.name, text: SourceText($1.text, file: $0)) }
        try self.init(texts, kinds: files.map(\.kind), unread: [])
    }

    private init(
        _ files: [SourceFile], kinds: [ConfigurationFiles.Kind], unread: [ConfigurationError]
    ) throws(ConfigurationError) {
        self.files = files
        let diagnostics = Diagnostics(files: files)
        let merge = LayerMerge(diagnostics)
        var sections = StandardText.sections
        var isWhole = unread.isEmpty
        for (file, kind) in zip(files, kinds) {
            guard let element = ElementReader.read(file.text, diagnostics) else {
                isWhole = false
                continue
            }
            let upper = merge.sections(of: element)
            sections = kind == .main ? merge.main(upper, over: sections) : merge.dropIn(upper, over: sections)
        }
        let all = Element(place: Place(line: 1, column: 1, file: Place.builtIn), content: .mapping(sections))
        root = all.withoutTakenAway
        // When a file is missing, references in the other files cannot be checked.
        configuration = isWhole ? ConfigurationReader.read(all, diagnostics) : .standard
        if let error = Self.all(unread, diagnostics.error(), files.map(\.name)) { throw error }
    }

    /// The problems of all files in the order of these.
    private static func all(
        _ unread: [ConfigurationError], _ found: ConfigurationError?, _ names: [String]
    ) -> ConfigurationError? {
        guard let first = unread.first else { return found }
        let problems = unread.flatMap(\.problems) + (found?.problems ?? [])
        let sorted = names.flatMap { name in problems.filter { UTF8Key($0.file) == UTF8Key(name) } }
        return ConfigurationError(problems: sorted, systemError: first.systemError)
    }
}
