// 7. The window: SDL's, under Wayland, X11 or on the bare console; and what the view looks like in it.

import CSDL2

@MainActor struct Window {
    private let window: OpaquePointer, renderer: OpaquePointer

    /// Opens a window of a size, or over the whole display; nil if SDL cannot, as `SDL_GetError` explains.
    init?(width: Int32?, height: Int32?) {
        let flags = SDL_WINDOW_RESIZABLE.rawValue | (width == nil ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
        var display = SDL_DisplayMode()
        guard SDL_Init(SDL_INIT_VIDEO) == 0, SDL_GetDesktopDisplayMode(0, &display) == 0,
            let window = SDL_CreateWindow("Touch tracker", 0, 0, width ?? display.w, height ?? display.h, flags),
            let renderer = SDL_CreateRenderer(window, -1, 0)
        else { return nil }
        (self.window, self.renderer) = (window, renderer)
        SDL_ShowCursor(SDL_DISABLE)
        SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
    }

    /// Takes events, and tells the view where the window is; false when the user wants to leave.
    func update(_ view: View) -> Bool {
        var event = SDL_Event(), place = SDL_Rect(), display = SDL_Rect()
        while SDL_PollEvent(&event) == 1 {
            let isEscape = event.type == SDL_KEYDOWN.rawValue && event.key.keysym.sym == SDLK_ESCAPE.rawValue
            if isEscape || event.type == SDL_QUIT.rawValue { return false }
            view.takeMouse(event)
            view.needsDisplay = true
        }
        // Wayland tells this only of windows over the whole display.
        SDL_GetWindowPosition(window, &place.x, &place.y)
        SDL_GetWindowSize(window, &place.w, &place.h)
        SDL_GetDisplayBounds(max(SDL_GetWindowDisplayIndex(window), 0), &display)
        let boxes = [place, display].map { Box(origin: Place(SIMD2($0.x, $0.y)), size: Place(SIMD2($0.w, $0.h))) }
        (view.window, view.display) = (boxes[0], boxes[1])
        return true
    }

    func show(_ brush: Brush) {
        SDL_SetRenderDrawColor(renderer, 18, 17, 31, 255)
        SDL_RenderClear(renderer)
        SDL_RenderGeometry(renderer, nil, brush.triangles, Int32(brush.triangles.count), nil, 0)
        SDL_RenderPresent(renderer)
    }
}

extension Brush {
    /// Paints a view, what lies below first.
    @MainActor init(_ view: View) {
        let drawing = view.drawing, width = view.window.size.x
        for line in drawing.lines + drawing.inProgress.sorted(by: { $0.key < $1.key }).map(\.value) { paint(line) }
        if let line = drawing.selected { paint(line, Colour(0.45, 1, 0.75, 1)) }
        if let menu = drawing.menu {
            let middle = menu.origin + menu.size / 2, ends = [middle - Place(49, 0), middle + Place(49, 0)]
            stroke(ends.map { ($0, 26, Colour(0.2, 0.19, 0.28, 1)) })
            write("Delete", at: middle, height: 16, Colour(1, 0.45, 0.45, 1))
        }
        for (row, text) in (view.trouble ?? "").split(separator: ";").enumerated() {
            let place = Place(width / 2, 34 + Double(row) * 26), height = min(14, width / Double(text.count))
            write(String(text), at: place, height: height, Colour(1, 0.75, 0.35, 1))
        }
    }

    /// Paints a line with a faint glow, in a colour or in those of its pace: blue, magenta, orange.
    private mutating func paint(_ line: Line, _ colour: Colour? = nil) {
        let dots = line.curve.map { dot in
            let (pace, square) = (dot.pace, dot.pace * dot.pace)
            let own = Colour(0.3 + 0.7 * pace, 0.45 - 0.8 * pace + square, 1 - 0.75 * square, 1)
            return (dot.place, dot.radius, colour ?? own)
        }
        stroke(dots.map { ($0, $1 / 2 + 9, $2 * Colour(1, 1, 1, 0.3)) }, softness: 24)
        stroke(dots)
    }
}
