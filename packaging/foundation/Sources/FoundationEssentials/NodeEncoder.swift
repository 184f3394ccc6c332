// Encoder of values into JSON nodes.

/// Encodes a value into a node.
struct NodeEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = node.content {} else { node.content = .object([:]) }
        return KeyedEncodingContainer(KeyedNode(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .list([])
        return UnkeyedNode(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleNode(node: node) }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey] = []

    private func encoder(_ key: any CodingKey) -> NodeEncoder { NodeEncoder(node: node.addMember(key.stringValue)) }

    func encodeNil(forKey key: Key) { _ = encoder(key) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: encoder(key)) }
    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        encoder(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { NodeEncoder(node: node.addMember("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedNode: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey] = []
    private(set) var count = 0

    init(node: JSONNode) { self.node = node }

    private mutating func nextEncoder() -> NodeEncoder {
        count += 1
        return NodeEncoder(node: node.appendElement())
    }

    mutating func encodeNil() { _ = nextEncoder() }
    mutating func encode(_ value: some Encodable) throws { try value.encode(to: nextEncoder()) }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        nextEncoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nextEncoder() }
}

private struct SingleNode: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey] = []

    func encodeNil() { node.content = .literal("null") }
    func encode(_ value: some Encodable) throws {
        switch value {
        case let text as String: node.content = .text(text)
        case let flag as Bool: node.content = .literal("\(flag)")
        case let number as any Numeric & Encodable: node.content = .literal("\(number)")
        default: try value.encode(to: NodeEncoder(node: node))
        }
    }
}
