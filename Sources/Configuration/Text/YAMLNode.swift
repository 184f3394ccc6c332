// Tree of a YAML document, in which aliases stay aliases.

/// A value of a YAML document, or a key.
struct YAMLNode {
    typealias Pair = (key: YAMLNode, value: YAMLNode)

    enum Content {
        /// A text, and whether it is neither in quotes nor a block.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Keys and values in the order of the text; no scalar is a key twice.
        case mapping([Pair])
        /// An alias; its node has the place of the node with the anchor.
        case alias
    }

    let place: Place
    let content: Content
    /// The tag with its prefix instead of its handle; nil without one.
    let tag: String?
    let hasAnchor: Bool
}
