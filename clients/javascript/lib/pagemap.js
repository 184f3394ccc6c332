// Map between the places of a surface and those of a page on its display.
//
//   surface ──· display.width / surface.width──► display ──- content's place, / zoom──► page (clientX, clientY)

export class PageMap {
    #surface;
    #options;

    constructor(surface, options = {}) {
        this.#surface = surface;
        this.#options = options;
        if (!(surface.width > 0 && surface.height > 0)) throw new RangeError(`surface ${surface.name} has no size`);
    }

    /** Whether the page fills the display. */
    get isFullScreen() {
        const { fullScreen, view = globalThis } = this.#options;
        if (fullScreen !== undefined) return fullScreen;
        if (view.document?.fullscreenElement || view.matchMedia?.("(display-mode: fullscreen)").matches) return true;
        return view.innerWidth === view.screen.width && view.innerHeight === view.screen.height;
    }

    /** `clientX` and `clientY` of a place on the surface. */
    toClient({ x, y }) {
        const { scale, origin } = this.#present();
        return { clientX: x * scale.x - origin.x, clientY: y * scale.y - origin.y };
    }

    /** The place on the surface of `clientX` and `clientY`. */
    toSurface({ clientX, clientY }) {
        const { scale, origin } = this.#present();
        return { x: (clientX + origin.x) / scale.x, y: (clientY + origin.y) / scale.y };
    }

    /** A movement or a velocity on the surface, in CSS pixels. */
    vectorToClient({ x, y }) {
        const { scale } = this.#present();
        return { x: x * scale.x, y: y * scale.y };
    }

    /** The frame of a region where the page has this rectangle, as of `getBoundingClientRect`. */
    frame({ left, top, width, height }) {
        const { scale } = this.#present();
        return { ...this.toSurface({ clientX: left, clientY: top }), width: width / scale.x, height: height / scale.y };
    }

    /** CSS pixels for a length of the surface, and the place of the surface's origin before that of the page. */
    #present() {
        const { width, height } = this.#surface;
        const { view = globalThis } = this.#options;
        if (this.isFullScreen) {
            return { scale: { x: view.innerWidth / width, y: view.innerHeight / height }, origin: { x: 0, y: 0 } };
        }
        if (this.#surface.unit !== "px") {
            const { name } = this.#surface;
            throw new RangeError(`surface ${name} is not in pixels; configure its \`pixels\`, or fill the display`);
        }
        // Browsers give places of windows in pixels of the desktop, of which the page's zoom makes several of CSS.
        const display = this.#display(view);
        const zoom = (view.devicePixelRatio * display.width) / width;
        const edge = Math.max(0, (view.outerWidth - view.innerWidth * zoom) / 2);
        const left = view.screenX + edge - display.left;
        const top = view.screenY + Math.max(0, view.outerHeight - view.innerHeight * zoom - edge) - display.top;
        const scale = 1 / view.devicePixelRatio;
        return { scale: { x: scale, y: scale }, origin: { x: left / zoom, y: top / zoom } };
    }

    /** The display's place and size in pixels of the desktop; browsers may tell no place, as if it were the only one. */
    #display(view) {
        const { left = 0, top = 0, width } = this.#options.display ?? view.screen;
        return { left, top, width };
    }
}
