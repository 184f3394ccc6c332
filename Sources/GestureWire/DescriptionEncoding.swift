// How are surfaces, devices, recognizers and regions written?

extension LineWriter {
    /// Appends a list of devices, as `list` gives it.
    public mutating func append(devices: [DeviceReport]) {
        append(list: devices) { $0.append($1) }
    }

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
        if let millimetres = surface.millimetres {
            append(json: ",\"millimetres\":{\"width\":")
            append(millimetres.width, .length)
            append(json: ",\"height\":")
            append(millimetres.height, .length)
            append(json: "}")
        }
        if let rotation = surface.rotation {
            append(json: ",\"rotation\":")
            append(rotation, .ratio)
        }
        append(json: "}")
    }

    mutating func append(_ device: DeviceReport) {
        append(json: "{\"path\":")
        append(string: device.path)
        append(json: ",\"name\":")
        append(string: device.name)
        append(json: ",\"used\":")
        append(device.used)
        append(json: ",\"reason\":")
        append(string: device.reason)
        append(json: ",\"vendor\":")
        append(string: hexadecimal(device.vendor))
        append(json: ",\"product\":")
        append(string: hexadecimal(device.product))
        append(json: ",\"protocol\":")
        append(string: device.protocol)
        append(json: ",\"slots\":")
        append(integer: device.slots)
        if let surface = device.surface {
            append(json: ",\"surface\":")
            append(string: surface)
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
        append(json: "}}")
    }

    private func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
