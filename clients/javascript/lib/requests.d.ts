// Types of what connections have on every platform.

import type { Definitions, Names, RecognizerUpdate, RegionUpdate } from "./definitions.js";
import type { Hello } from "./events.js";
import type { Device, Recognizer, Region, ReloadReport, Status, Surface } from "./inventory.js";
import type { AttachedRegion } from "./region.js";

/** The options of `connect` on every platform. */
export interface KeepingOptions {
    /**
     * Whether a lost connection is restored (default false), after 0.1 s at first and 5 s at last, and
     * `connect` waits for a daemon that has not started.
     *
     * Attachments are restored, and subscriptions continue: each receives `cancelled` (with `synthesized`) for
     * gestures under way, then `disconnected`, then `connected` with a new snapshot. Without it they end with the
     * error.
     */
    reconnect?: boolean;
    /** Ends the connection, or the wait for it. */
    signal?: AbortSignal;
}

/** Members of every `Connection`. */
export interface Requests {
    /** The path of the socket, or the address of the bridge without its token. */
    readonly path: string;
    /** Name and version of the daemon. */
    readonly server: string;
    /** The present capabilities of this connection. */
    readonly capabilities: Hello["capabilities"];
    /** Whether there is a connection at the moment. */
    readonly isConnected: boolean;

    /**
     * Attaches regions and recognizers that only this connection has. `subscribe` to receive their gestures.
     *
     * `shouldBegin` and `shouldReceive` of a recognizer answer its questions, also after a reconnection.
     */
    attach(definitions: Definitions): Promise<Names>;
    /** A region that was attached, to move it. */
    region(name: string): AttachedRegion;
    /**
     * Changes own regions and recognizers, all in one step, or none if one is refused; gestures under way go on as they
     * are. A reconnection attaches everything again as it was last.
     *
     * Resolves to warnings about regions that no finger can reach; the library warns once of each, as for those of
     * `attach`.
     */
    update(regions: RegionUpdate[], recognizers?: RecognizerUpdate[]): Promise<string[]>;
    /** Detaches own ones, regions with everything in them; without names all. */
    detach(names?: Partial<Names>): Promise<void>;
    /** UIKit's `isEnabled`: of own recognizers, with the capability `control` of any. */
    setEnabled(recognizer: string, enabled: boolean): Promise<void>;
    /**
     * Makes a configured region private, or no longer; needs `control`. It stays so when this connection ends, but not
     * when gestured does: repeat it after a reconnect.
     */
    setPrivate(region: string, isPrivate: boolean): Promise<void>;
    /**
     * Keeps the fingers that are down, or else the next ones, from applications until all have lifted, on a surface
     * with `intercept`, without one on all of these; needs `control`.
     */
    swallow(surface?: string): Promise<void>;
    list(what: "surfaces"): Promise<Surface[]>;
    list(what: "devices"): Promise<Device[]>;
    list(what: "recognizers"): Promise<Recognizer[]>;
    list(what: "regions"): Promise<Region[]>;
    /** The daemon's health and counters. */
    status(): Promise<Status>;
    /** Turns a surface, clockwise from how the device is built; needs `control`. */
    rotate(surface: string, rotation: 0 | 90 | 180 | 270): Promise<Surface>;
    /** Reloads the configuration; needs `control`. A RequestError lists the `problems` of the file. */
    reload(): Promise<ReloadReport>;
    /** Any request, by its method. */
    request(method: string, params?: object): Promise<unknown>;
    /** Closes the connection; subscriptions end after the present events. */
    close(): Promise<void>;
}
