// Encoding of surfaces, recognizers and regions.

extension LineWriter {
    mutating func append(_ surface: SurfaceDescription) {
        append(json: "{\"name\":")
        append(string: surface.name)
        append(json: ",\"device\":")
        append(string: surface.device)
        append(json: ",\"unit\":")
        append(string: surface.unit.rawValue)
        append(json: ",\"width\":")
        append(surface.width, .length)
        append(json: ",\"height\":")
        append(surface.height, .length)
        append(millimetres: surface.millimetres)
        if let rotation = surface.rotation {
            append(json: ",\"rotation\":")
            append(rotation, .ratio)
        }
        append(json: "}")
    }

    mutating func append(_ recognizer: RecognizerDescription) {
        append(json: "{\"name\":")
        append(string: recognizer.name)
        append(json: ",\"type\":")
        append(string: recognizer.type)
        append(json: ",\"region\":")
        append(string: recognizer.region)
        append(json: ",\"enabled\":")
        append(recognizer.enabled)
        append(own: recognizer.own)
        append(json: "}")
    }

    mutating func append(_ region: RegionDescription) {
        append(json: "{\"name\":")
        append(string: region.name)
        append(json: ",\"surface\":")
        append(string: region.surface)
        append(json: ",\"frame\":{\"x\":")
        append(region.frame.x, .length)
        append(json: ",\"y\":")
        append(region.frame.y, .length)
        append(json: ",\"width\":")
        append(region.frame.width, .length)
        append(json: ",\"height\":")
        append(region.frame.height, .length)
        append(json: "}")
        append(own: region.own)
        if let isPrivate = region.isPrivate {
            append(json: ",\"private\":")
            append(isPrivate)
        }
        append(json: "}")
    }

    mutating func append(_ unmatched: UnmatchedGlob) {
        append(json: "{\"glob\":")
        append(string: unmatched.glob)
        if let nearest = unmatched.nearest {
            append(json: ",\"nearest\":")
            append(string: nearest)
        }
        append(json: "}")
    }

    /// Written only when true: without attachments, lists have no such member.
    private mutating func append(own: Bool) {
        if own { append(json: ",\"own\":true") }
    }
}

extension LineWriter {
    /// The member for a size in millimetres, if there is one.
    mutating func append(millimetres: WireSize?) {
        guard let millimetres else { return }
        append(json: ",\"millimetres\":{\"width\":")
        append(millimetres.width, .length)
        append(json: ",\"height\":")
        append(millimetres.height, .length)
        append(json: "}")
    }
}
