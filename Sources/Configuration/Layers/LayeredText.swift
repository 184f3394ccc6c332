// The texts of several configuration files, merged into one tree, with the problems of all of them.

/// The files of a configuration as they were read, lowest first, and what they say together.
struct LayeredText {
    /// The files; a place's `file` is an index of these.
    let files: [SourceFile]
    var names: [String] { files.map(\.name) }
    /// The merged content of all files and of the built-in configuration.
    let root: Element
    let configuration: Configuration

    /// Reads the files.
    ///
    /// - Throws: Every problem of all of them.
    static func read(_ files: ConfigurationFiles) throws(ConfigurationError) -> LayeredText {
        if let problem = files.problem { throw problem }
        var (texts, unread, bytes) = ([SourceFile](), [ConfigurationError](), 0)
        for (index, file) in files.files.enumerated() {
            do throws(ConfigurationError) {
                let text = try FileText.read(
                    path: file.path, bytes: file.bytes, file: index, isNamed: file.isNamed)
                bytes += text.string.utf8.count
                guard bytes <= FileText.maximumBytes else {
                    unread.append(FileText.tooLargeTogether(file: file.path))
                    texts.append(SourceFile(name: file.path, text: SourceText("", file: index), kind: file.kind))
                    break
                }
                texts.append(SourceFile(name: file.path, text: text, kind: file.kind))
            } catch {
                unread.append(error)
                texts.append(SourceFile(name: file.path, text: SourceText("", file: index), kind: file.kind))
            }
        }
        return try LayeredText(texts, unread: unread)
    }

    init(_ files: [SourceFile], unread: [ConfigurationError] = []) throws(ConfigurationError) {
        self.files = files
        let diagnostics = Diagnostics(files: files)
        let merge = LayerMerge(diagnostics: diagnostics)
        var sections = StandardText.sections
        var isWhole = unread.isEmpty
        for file in files {
            guard let element = ElementReader.read(file.text, diagnostics) else {
                isWhole = false
                continue
            }
            let upper = merge.sections(of: element)
            sections = file.kind == .main ? merge.main(upper, over: sections) : merge.dropIn(upper, over: sections)
        }
        let all = StandardText.root(sections)
        root = all.withoutRemovals
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
        let sorted = names.flatMap { name in problems.filter { $0.file == name } }
        return ConfigurationError(problems: sorted, systemError: first.systemError)
    }
}
