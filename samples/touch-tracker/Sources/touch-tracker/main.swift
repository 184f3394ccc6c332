// 9. The program: a view that is connected to gestured, and a window that shows it.

import CSDL2

// `--size 1280x800` opens a window of that size; otherwise the program fills the display. Escape ends it.
let words = CommandLine.arguments.dropFirst()
let size = words.last?.split(separator: "x").compactMap { Int32($0) }.filter { 1...16384 ~= $0 } ?? []
guard words.isEmpty || words.count == 2 && words.first == "--size" && size.count == 2 else {
    print("usage: touch-tracker [--size WIDTHxHEIGHT]")
    exit(64)
}
guard let window = Window(width: size.first, height: size.last) else {
    print("touch-tracker: \(String(cString: SDL_GetError()))")
    exit(1)
}
let view = View()
Task { await view.connect() }
Task { while true { await view.tellRegions() } }
while window.update(view) {
    let start = SDL_GetTicks()
    if view.needsDisplay { window.show(Brush(view)) }
    view.needsDisplay = false
    // The main thread is free for touches and gestures for as long as it has painted.
    try? await Task.sleep(for: .milliseconds(max(5, SDL_GetTicks() &- start)))
}
SDL_Quit()
