// Splitting of chunks of bytes into lines of limited length.

import { longestLine } from "./limits.js";

export class Lines {
    #parts = [];
    #length = 0;
    #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

    /** The lines that a chunk completes, without their ends; throws at one that is too long or not UTF-8. */
    *split(chunk) {
        let start = 0;
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
            this.#add(chunk.subarray(start, end));
            const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts, this.#length);
            this.#parts = [];
            this.#length = 0;
            start = end + 1;
            yield this.#decoder.decode(line);
        }
        if (start < chunk.length) this.#add(chunk.subarray(start));
    }

    #add(part) {
        this.#length += part.length;
        if (this.#length > longestLine) throw new RangeError(`it sent a line of more than ${longestLine} bytes`);
        this.#parts.push(part);
    }
}
