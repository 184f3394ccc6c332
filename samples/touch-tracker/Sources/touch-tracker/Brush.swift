// 6. The brush: round lines with soft edges, and letters made of them, as triangles for SDL.

import CSDL2
import Glibc

/// Red, green, blue and opacity, from 0 to 1.
typealias Colour = SIMD4<Double>

struct Brush {
    private(set) var triangles: [SDL_Vertex] = []

    /// A point of what is painted.
    typealias Dot = (place: Place, radius: Double, colour: Colour)

    /// Paints a line whose edges fade, with round ends, and with round joints where it turns sharply.
    mutating func stroke(_ dots: [Dot], softness: Double = 1.5) {
        var piece: [Dot] = []
        for (index, dot) in dots.enumerated() {
            if let last = piece.last, case let way = dot.place - last.place {
                // Within its edge a line has no direction.
                if way.length <= softness / 4 {
                    if index < dots.count - 1 { continue }
                    piece.removeLast()
                } else if piece.count > 1 {
                    let before = last.place - piece[piece.count - 2].place
                    if (before * way).sum() < 0.6 * before.length * way.length {
                        ribbon(piece, softness)
                        piece = [last]
                    }
                }
            }
            piece.append(dot)
        }
        ribbon(piece, softness)
    }

    /// Paints cross sections and what is between them; they turn by a quarter at the ends.
    private mutating func ribbon(_ dots: [Dot], _ softness: Double) {
        let quarter = (0...6).map { Double($0) * .pi / 12 }
        var last: [SDL_Vertex] = []
        for (index, dot) in dots.enumerated() {
            let (isFirst, isLast) = (index == 0, index == dots.count - 1)
            let way = dots[isLast ? index : index + 1].place - dots[isFirst ? index : index - 1].place
            let ahead = way.length < 0.001 ? Place(1, 0) : way / way.length
            let angles = (isFirst ? quarter.reversed().map(-) : []) + (isLast ? quarter : isFirst ? [] : [0])
            for angle in angles {
                let along = ahead * sin(angle), across = Place(-ahead.y, ahead.x) * cos(angle)
                let section = [(1.0, 0.5), (1, -0.5), (-1, -0.5), (-1, 0.5)].map { side, edge in
                    let place = dot.place + (along + across * side) * max(dot.radius + edge * softness, 0)
                    let parts = dot.colour * Colour(255, 255, 255, 255 * (0.5 - edge))
                    return SDL_Vertex(
                        position: SDL_FPoint(x: Float(place.x), y: Float(place.y)),
                        color: SDL_Color(r: UInt8(parts.x), g: UInt8(parts.y), b: UInt8(parts.z), a: UInt8(parts.w)),
                        tex_coord: SDL_FPoint())
                }
                for (a, b) in [(0, 1), (1, 2), (2, 3)] where !last.isEmpty {
                    triangles += [last[a], last[b], section[a], last[b], section[b], section[a]]
                }
                last = section
            }
        }
    }

    /// Writes a line of text about its middle, small letters as small capitals.
    mutating func write(_ text: String, at middle: Place, height: Double, _ colour: Colour) {
        for (column, letter) in text.enumerated() {
            let size = height / 6 * (letter.isLowercase ? 0.8 : 1)
            let across = (Double(column) - Double(text.count) / 2) * height * 0.95
            let paths = letters.first { $0.hasPrefix(letter.uppercased()) }?.split(separator: " ") ?? []
            for digits in paths.dropFirst().map({ $0.utf8.map { Double($0) - 48 } }) {
                let dots = stride(from: 0, to: digits.count - 1, by: 2).map {
                    middle + Place(across + digits[$0] * size, height / 2 + (digits[$0 + 1] - 6) * size)
                }
                for (from, to) in zip(dots, dots.dropFirst() + dots.suffix(1)) {
                    stroke([from, to].map { ($0, height / 14, colour) })
                }
            }
        }
    }
}

/// The letters of `letters.txt`: paths of points, each of two digits, x from 0 to 4 and y from 0 to 6.
private let letters = String(decoding: PackageResources.letters_txt, as: UTF8.self).split(separator: "\n")
