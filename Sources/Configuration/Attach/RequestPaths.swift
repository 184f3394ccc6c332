// Places in a request, as paths such as `params.recognizers[0].type`.

/// The values of a request by their places: the first value is in line 1, and so on in the order of the request.
///
/// A path is built only for a message.
final class RequestPaths {
    private enum Step {
        case root(String)
        case member(String, of: Int)
        case element(Int, of: Int)
    }

    private var steps: [Step] = []

    /// The place of a value that has no other around it.
    func root(_ path: String) -> Place { add(.root(path)) }

    /// The place of a member of the value at a place.
    func member(_ key: String, of place: Place) -> Place { add(.member(key, of: place.line - 1)) }

    /// The place of an element of the list at a place.
    func element(_ index: Int, of place: Place) -> Place { add(.element(index, of: place.line - 1)) }

    private func add(_ step: Step) -> Place {
        steps.append(step)
        return Place(line: steps.count, column: 1)
    }

    /// The path of a place.
    func path(of place: Place) -> String {
        var (path, next) = ("", place.line - 1)
        while steps.indices.contains(next) {
            switch steps[next] {
            case .root(let root): return root + path
            case .member(let key, let outer):
                path = (Names.isValid(key) ? ".\(key)" : "[\(quoted(key))]") + path
                next = outer
            case .element(let index, let outer):
                path = "[\(index)]" + path
                next = outer
            }
        }
        return path
    }
}
