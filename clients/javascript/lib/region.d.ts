// Types of regions of one's own.

import type { RegionPlacement } from "./definitions.js";

/** A region that this connection has attached. */
export class AttachedRegion {
    private constructor();
    /** The name that it was attached by. */
    readonly name: string;
    /** `update` of the connection with this region alone: changes what is given, and nothing else. */
    move(change: RegionPlacement): Promise<string[]>;
}
