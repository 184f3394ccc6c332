// Composition of YAML text into a node tree, with the YAML library.

internal import Yams

/// A tree of the library, or why there is none.
///
/// The library stops at the first mapping with a duplicate key. To report all other problems, too, the first of the two
/// keys is renamed in the text, and the text is parsed again.
struct Composer {
    /// The original of every key that was renamed, by its place.
    private(set) var renamed: [Place: String] = [:]
    private var source: SourceText
    private let budget: ParsingBudget

    /// A text is parsed so often at most, however short it is.
    private static let maximumPasses = 64

    /// - Parameter budget: What is left for this text and all others of the configuration.
    init(_ source: SourceText, budget: ParsingBudget) {
        self.source = source
        self.budget = budget
    }

    /// Gives the tree to `body`, or nil for an empty text; reports a syntax error instead.
    mutating func compose(_ diagnostics: Diagnostics, _ body: (Node?, _ renamed: [Place: String]) -> Void) {
        for pass in 1...Self.maximumPasses {
            budget.spend(source.scalars.count)
            do {
                // Plain words stay text: which of them are numbers depends on the key.
                let parser = try Parser(yaml: source.string, resolver: .basic, encoding: .utf8)
                let root = try parser.singleRoot()
                // The nodes hold their anchors weakly; the parser holds them.
                withExtendedLifetime(parser) { body(root, renamed) }
                return
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                let place = source.place(line: context.mark.line, column: context.mark.column)
                guard pass < Self.maximumPasses, budget.allows(source.scalars.count), let key = keys.first,
                    rename(key, at: place, pass: pass)
                else {
                    diagnostics.report("duplicate key \(quoted(keys.first ?? "")), given again later", at: place)
                    break
                }
            } catch let error as YamlError {
                SyntaxProblem(error, source).report(diagnostics)
                break
            } catch {
                diagnostics.report("this is not YAML: \(error)", at: source.place(line: 1, column: 1))
                break
            }
        }
        // There is no tree, but these are known.
        for (place, key) in renamed {
            diagnostics.report("duplicate key \(quoted(key)), given again later", at: place)
        }
    }

    /// Replaces the first character of a key by an unused one; returns false when the key is not written literally.
    private mutating func rename(_ key: String, at place: Place, pass: Int) -> Bool {
        guard var index = source.index(of: place), let replacement = Unicode.Scalar(0xF0000 + pass) else {
            return false
        }
        if source.scalars[index] == "\"" || source.scalars[index] == "'" { index += 1 }
        let key = key.unicodeScalars
        guard !key.isEmpty, source.scalars[index...].starts(with: key) else { return false }
        source = source.replacing(at: index, with: replacement)
        renamed[place] = String(key)
        return true
    }
}
