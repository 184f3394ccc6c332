// The part of Node's types that index.d.ts extends, so that its check needs no other package.

declare module "node:events" {
    export class EventEmitter {
        on(name: string | symbol, listener: (...event: any[]) => void): this;
        once(name: string | symbol, listener: (...event: any[]) => void): this;
        off(name: string | symbol, listener: (...event: any[]) => void): this;
    }
}

declare module "node:stream" {
    import { EventEmitter } from "node:events";
    export class Readable extends EventEmitter {
        destroy(error?: Error): this;
        [Symbol.asyncIterator](): AsyncIterableIterator<any>;
    }
}
