// A picture that is moved, scaled and turned, and the region that follows it.

import { Glide } from "./glide.js";

const smallest = 0.3, largest = 4;
let highest = 0;

export class Picture {
    #element;
    #shape;
    #onChange;
    /** From where the style sheet has put the centre, in CSS pixels. */
    #offset = { x: 0, y: 0 };
    #scale = 1;
    #angle = 0;

    constructor(name, shape, onChange) {
        this.name = name;
        this.#element = document.getElementById(name);
        this.#shape = shape;
        this.#onChange = onChange;
        this.glide = new Glide((distance) => this.moveBy(distance));
    }

    moveBy({ x, y }) {
        const home = this.#home;
        // The centre stays on the page, so that fingers can always reach the picture.
        this.#offset.x = clamp(home.x + this.#offset.x + x, 0, innerWidth) - home.x;
        this.#offset.y = clamp(home.y + this.#offset.y + y, 0, innerHeight) - home.y;
        this.#onChange();
    }

    /** Scales about a place, the middle of the fingers: what lies under them stays there. */
    scaleBy(factor, place) {
        const scale = clamp(this.#scale * factor, smallest, largest);
        const real = scale / this.#scale;
        this.#scale = scale;
        this.#moveAbout(place, (x, y) => [x * real, y * real]);
    }

    turnBy(angle, place) {
        const cos = Math.cos(angle), sin = Math.sin(angle);
        this.#angle += angle;
        this.#moveAbout(place, (x, y) => [x * cos - y * sin, x * sin + y * cos]);
    }

    /** Moves the centre as the change moves its vector from the place. */
    #moveAbout({ clientX, clientY }, change) {
        const home = this.#home;
        const x = home.x + this.#offset.x - clientX, y = home.y + this.#offset.y - clientY;
        const [newX, newY] = change(x, y);
        this.moveBy({ x: newX - x, y: newY - y });
    }

    /** Where it would be without its transform. */
    get #layout() {
        const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.#element;
        return { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight };
    }

    get #home() {
        const { left, top, width, height } = this.#layout;
        return { x: left + width / 2, y: top + height / 2 };
    }

    get #matrix() {
        const a = this.#scale * Math.cos(this.#angle), b = this.#scale * Math.sin(this.#angle);
        return [a, b, -b, a, this.#offset.x, this.#offset.y];
    }

    draw() {
        this.#element.style.transform = `matrix(${this.#matrix})`;
    }

    /** Its region, in the surface's unit: CSS and gestured have the same matrices, about the same centre. */
    region(map) {
        const frame = map.frame(this.#layout);
        const unit = frame.width / this.#layout.width;
        const transform = this.#matrix.map((value, at) => (at < 4 ? value : value * unit));
        const scaled = (points) => points.map(([x, y]) => [x * frame.width, y * frame.height]);
        const shape = Array.isArray(this.#shape) ? scaled(this.#shape) : this.#shape;
        return { name: this.name, frame, transform, shape, enabled: !document.hidden };
    }

    raise() {
        this.#element.style.zIndex = highest += 1;
    }

    set isHeld(isHeld) {
        this.#element.classList.toggle("held", isHeld);
    }

    /** Has a class of the style sheet for some time. */
    show(name, milliseconds) {
        this.#element.classList.add(name);
        setTimeout(() => this.#element.classList.remove(name), milliseconds);
    }
}

function clamp(value, least, most) {
    return Math.min(Math.max(value, least), most);
}
