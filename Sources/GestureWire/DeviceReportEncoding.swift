// Encoding of the report of a device.

extension LineWriter {
    /// Appends a list of devices, as `list` gives it.
    public mutating func append(devices: [DeviceReport]) {
        append(list: devices) { $0.append($1) }
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
        append(json: ",\"match\":")
        append(device.match)
        append(json: ",\"protocol\":")
        append(string: device.protocol)
        append(json: ",\"slots\":")
        append(integer: device.slots)
        if let surface = device.surface {
            append(json: ",\"surface\":")
            append(string: surface)
        }
        append(millimetres: device.millimetres)
        if let source = device.sizeFrom {
            append(json: ",\"sizeFrom\":")
            append(string: source)
        }
        if device.assumed { append(json: ",\"assumed\":true") }
        if let rate = device.rate {
            append(json: ",\"rate\":")
            append(rate, .length)
        }
        if let matrix = device.matrix {
            append(json: ",\"matrix\":")
            // With all digits: a unit of the device may be a hundred-thousandth of the surface.
            append(list: matrix) { $0.append(exactly: $1) }
        }
        append(json: ",\"defects\":")
        append(counts: device.defects)
        append(json: ",\"unwanted\":")
        append(counts: device.unwanted)
        append(json: "}")
    }

    private mutating func append(_ match: DeviceMatch) {
        append(json: "{\"bus\":")
        append(string: match.bus)
        append(json: ",\"path\":")
        append(string: match.path)
        append(json: ",\"phys\":")
        append(string: match.phys)
        append(json: ",\"serial\":")
        append(string: match.serial)
        append(json: "}")
    }

    /// In the order of the names, so that the same counts are the same bytes.
    private mutating func append(counts: [String: Int]) {
        append(json: "{")
        var isFirst = true
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            if !isFirst { append(json: ",") }
            isFirst = false
            append(string: name)
            append(json: ":")
            append(integer: count)
        }
        append(json: "}")
    }

    private func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
