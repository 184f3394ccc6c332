// Types of surfaces, devices and the daemon's status.

import type { Point } from "./gestures.js";

export interface Surface {
    name: string;
    device: string;
    /** `px`, or `pt` of 25.4/163 mm. */
    unit: "px" | "pt";
    width: number;
    height: number;
    millimetres?: Size;
    /** Degrees. */
    rotation?: number;
}

export interface Size {
    width: number;
    height: number;
}

export interface Recognizer {
    name: string;
    type: string;
    region: string;
    enabled: boolean;
    /** True for those of this connection. */
    own?: boolean;
}

export interface Region {
    name: string;
    surface: string;
    /** Around the region where it is now. */
    frame: Point & Size;
    /** True for those of this connection. */
    own?: boolean;
    /** False for those that take no touches. */
    enabled?: boolean;
}

export interface Device {
    path: string;
    name: string;
    used: boolean;
    /** Why it is used or not. */
    reason: string;
    /** Four hexadecimal digits. */
    vendor: string;
    product: string;
    match: { bus: string; path: string; phys: string; serial: string };
    protocol: string;
    slots: number;
    surface?: string;
    millimetres?: Size;
    /** Frames a second. */
    rate?: number;
    matrix?: number[];
    /** Of a surface with `intercept`: the clone that applications use, or why there is none. */
    interception?: { clone?: string; reason?: string };
    defects: Record<string, number>;
    unwanted: Record<string, number>;
}

export interface Status {
    server: string;
    uptime: number;
    configuration: string;
    /** Whether the file has problems, so that the previous configuration applies. */
    refused: boolean;
    surfaces: number;
    devices: number;
    recognizers: number;
    awake: number;
    peers: number;
    subscriptions: number;
    frames: number;
    touches: number;
    gestures: number;
    notifications: number;
    merged: number;
    lagged: number;
    latency: { count: number; sum: number; p50: number; p90: number; p99: number; p999: number; max: number };
    /** With `control`. */
    connections?: {
        pid: number;
        uid: number;
        gid: number;
        subscriptions: number;
        attached: number;
        waiting: number;
        merged: number;
    }[];
}

export interface ReloadReport {
    configuration: string;
    surfaces: number;
    regions: number;
    recognizers: number;
    added: number;
    removed: number;
    changed: number;
    cancelled: number;
}
