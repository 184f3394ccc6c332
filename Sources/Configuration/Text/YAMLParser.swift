// Parser of a YAML document into a tree, by libyaml's events.

import CLibyaml

/// Makes the tree of a text.
///
/// An alias takes as little room as it has in the text, and the nesting is limited, so that no text takes long.
struct YAMLParser: ~Copyable {
    static let depthMessage = "lists and mappings are nested too deeply here"
    /// Lists and mappings within each other; no valid file has more than seven.
    static let maximumDepth = 16

    private let source: SourceText
    /// Allocated, as libyaml keeps pointers to it.
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    /// The places of the anchored nodes that ended already; a later one with the same anchor replaces the earlier.
    private var anchors: [String: Place] = [:]

    private init(_ source: SourceText) {
        self.source = source
        parser.initialize(to: yaml_parser_t())
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the root of the only document; nil when there is none.
    ///
    /// - Throws: The first syntax error, or the first key that a mapping has twice.
    static func root(of source: SourceText) throws(SyntaxProblem) -> YAMLNode? {
        var parser = YAMLParser(source)
        let bytes = Array(source.string.utf8)
        return try bytes.withUnsafeBufferPointer { bytes throws(SyntaxProblem) in try parser.root(of: bytes) }
    }

    private mutating func root(of bytes: UnsafeBufferPointer<UInt8>) throws(SyntaxProblem) -> YAMLNode? {
        guard yaml_parser_initialize(parser) != 0 else { throw SyntaxProblem(parser.pointee, in: source) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        // The beginning of the text, then that of the document or the end of the text.
        _ = try skipEvent()
        guard try skipEvent().type != YAML_STREAM_END_EVENT else { return nil }
        let root = try nextNode(depth: 0)
        // The end of the document, then that of the text.
        _ = try skipEvent()
        let end = try skipEvent()
        guard end.type == YAML_STREAM_END_EVENT else {
            throw SyntaxProblem(syntax: "but found another document", at: end.place, in: source)
        }
        return root
    }

    private func skipEvent() throws(SyntaxProblem) -> (type: yaml_event_type_t, place: Place) {
        var event = try nextEvent()
        defer { yaml_event_delete(&event) }
        return (event.type, place(of: event))
    }

    /// Reads an event, which the caller deletes.
    private func nextEvent() throws(SyntaxProblem) -> yaml_event_t {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) != 0 else { throw SyntaxProblem(parser.pointee, in: source) }
        return event
    }

    /// Reads a node and all that is in it; nil at the end of the list or mapping around it.
    private mutating func nextNode(depth: Int) throws(SyntaxProblem) -> YAMLNode? {
        var event = try nextEvent()
        defer { yaml_event_delete(&event) }
        let place = place(of: event)
        let (content, anchor, tag): (YAMLNode.Content, String?, String?)
        switch event.type {
        case YAML_ALIAS_EVENT:
            guard let anchor = text(event.data.alias.anchor), let target = anchors[anchor] else {
                throw SyntaxProblem(syntax: "found undefined alias", at: place, in: source)
            }
            return YAMLNode(place: target, content: .alias, tag: nil, hasAnchor: true)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            content = .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
            (anchor, tag) = (text(scalar.anchor), text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            content = .sequence(try sequence(at: place, depth: depth + 1))
            (anchor, tag) = (text(event.data.sequence_start.anchor), text(event.data.sequence_start.tag))
        case YAML_MAPPING_START_EVENT:
            content = .mapping(try mapping(at: place, depth: depth + 1))
            (anchor, tag) = (text(event.data.mapping_start.anchor), text(event.data.mapping_start.tag))
        default: return nil
        }
        // Only now, as an anchor is not known within its own node.
        if let anchor { anchors[anchor] = place }
        return YAMLNode(place: place, content: content, tag: tag, hasAnchor: anchor != nil)
    }

    private mutating func sequence(at place: Place, depth: Int) throws(SyntaxProblem) -> [YAMLNode] {
        try check(depth, at: place)
        var nodes: [YAMLNode] = []
        while let node = try nextNode(depth: depth) { nodes.append(node) }
        return nodes
    }

    private mutating func mapping(at place: Place, depth: Int) throws(SyntaxProblem) -> [YAMLNode.Pair] {
        try check(depth, at: place)
        var pairs: [YAMLNode.Pair] = []
        while let key = try nextNode(depth: depth), let value = try nextNode(depth: depth) {
            pairs.append((key, value))
        }
        try checkKeys(of: pairs)
        return pairs
    }

    private func check(_ depth: Int, at place: Place) throws(SyntaxProblem) {
        guard depth <= Self.maximumDepth else { throw SyntaxProblem(Self.depthMessage, at: place) }
    }

    /// Of several keys that are given twice, the first by the alphabet is reported.
    private func checkKeys(of pairs: [YAMLNode.Pair]) throws(SyntaxProblem) {
        var places: [String: Place] = [:]
        var duplicates: [String] = []
        for (key, _) in pairs {
            guard case .scalar(let text, _) = key.content else { continue }
            if places[text] == nil { places[text] = key.place } else { duplicates.append(text) }
        }
        guard let key = duplicates.min(), let place = places[key] else { return }
        throw SyntaxProblem("duplicate key \(quoted(key)), given again later", at: place)
    }

    private func place(of event: yaml_event_t) -> Place {
        source.place(line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    }

    private func text(_ characters: UnsafePointer<UInt8>?) -> String? { characters.map { String(cString: $0) } }
}
