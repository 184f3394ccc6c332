// Types of the map between surfaces and pages.

import type { Frame } from "./definitions.js";
import type { Point } from "./gestures.js";
import type { Surface } from "./inventory.js";

export interface PageMapOptions {
    /**
     * Whether the page fills the display. Without it: whether it is in full screen, also by `--kiosk` or F11, or as
     * large as the screen.
     */
    fullScreen?: boolean;
    /**
     * The display's place and size on the desktop, for a window beside other displays: a `ScreenDetailed` of
     * `getScreenDetails()`. Without it: `screen`, at 0, 0 where the browser does not tell its place.
     */
    display?: { left: number; top: number; width: number };
    /** The window of the page, without it the script's own. */
    view?: Window;
}

/** A place on the page, as pointer events have it: in CSS pixels, from the upper left corner of the page's view. */
export interface ClientPoint {
    clientX: number;
    clientY: number;
}

/**
 * A map between the places of a surface and those of a page on its display, as they are at each call.
 *
 * The surface has to cover its display exactly. In full screen that is all. In a window, the surface needs `pixels`
 * (the unit `px`), those of the display, or methods throw a RangeError; the browser's frame is thought to be equally
 * wide at the left, the right and the bottom, and its bars at the top. Under Wayland, browsers do not know where their
 * window is (`screenX` and `screenY` are 0): use full screen. The page must not be magnified by pinching, nor lie in a
 * frame of another.
 */
export class PageMap {
    /** Make it anew when the surface has changed. */
    constructor(surface: Surface, options?: PageMapOptions);
    /** Whether the page fills the display. */
    readonly isFullScreen: boolean;
    /** `clientX` and `clientY` of a place on the surface. */
    toClient(place: Point): ClientPoint;
    /** The place on the surface of `clientX` and `clientY`. */
    toSurface(place: ClientPoint): Point;
    /** A movement or a velocity on the surface, in CSS pixels. */
    vectorToClient(vector: Point): Point;
    /** The frame of a region that lies where the page has this rectangle: `element.getBoundingClientRect()`. */
    frame(rectangle: { left: number; top: number; width: number; height: number }): Frame;
}
