// A connection to gestured with requests and subscriptions, also across restarts of the daemon.

import { Attached } from "./attached.js";
import { AttachedRegion } from "./region.js";
import { ConnectionError, isObject, isWeb, mayPass, printable } from "./errors.js";
import { mostWarnings } from "./limits.js";
import { Link } from "./link.js";
import { outside } from "./outside.js";
import { pause } from "./pause.js";
import { answerTo, withFunctions } from "./questions.js";
import { Attempts } from "./recognizers.js";

const shortestPause = 100;
const longestPause = 5000;

/** The class of connections on a platform (`lib/node.js`, `lib/web.js`), whose streams are of that class. */
export const connectionOn = (platform, Subscription) => class Connection extends platform.Emitter {
    /** The path of the socket, or the address of the bridge. */
    path;
    #dial;
    #isReconnecting;
    #hello;
    /** The link for all requests; pending while there is none. */
    #linking;
    #link;
    #restoring;
    #linkedAt = 0;
    #pause = shortestPause;
    /** The subscriptions of this link by the numbers that the server gave them. */
    #numbers = new Map();
    #subscriptions = new Set();
    #subscribed = 0;
    #attached = new Attached();
    #attempts = new Attempts();
    #warned = new Set();
    #closing = new AbortController();

    /** Connects to gestured; see `ConnectOptions` of index.d.ts. */
    static async open({ reconnect = false, signal, ...server } = {}) {
        signal?.throwIfAborted();
        const connection = new Connection(platform.place(server), reconnect);
        const stop = () => connection.close();
        signal?.addEventListener("abort", stop, { once: true });
        connection.once("close", () => signal?.removeEventListener("abort", stop));
        connection.#linking = connection.#connect(reconnect ? mayPass : () => false);
        try {
            await connection.#linking;
        } catch (error) {
            connection.#finish(error);
            throw signal?.aborted ? signal.reason : error;
        }
        return connection;
    }

    constructor({ path, dial }, isReconnecting) {
        super();
        this.path = path;
        this.#dial = dial;
        this.#isReconnecting = isReconnecting;
    }

    get server() {
        return this.#hello.server;
    }

    get capabilities() {
        return this.#hello.capabilities;
    }

    get isConnected() {
        return this.#link !== undefined;
    }

    async subscribe(options = {}) {
        const subscription = new Subscription(this, ++this.#subscribed, structuredClone(options));
        await this.request("subscribe", subscription.options, (snapshot, link) => {
            this.#begin(subscription, snapshot, link, false);
            this.#subscriptions.add(subscription);
        });
        return subscription;
    }

    async unsubscribe(subscription) {
        this.#subscriptions.delete(subscription);
        if (this.#numbers.get(subscription.remoteNumber) === subscription) {
            const params = { subscription: subscription.remoteNumber };
            const asked = this.request("unsubscribe", params, () => this.#numbers.delete(params.subscription));
            // A lost connection has no subscriptions any more.
            await asked.catch((error) => {
                if (!(error instanceof ConnectionError)) throw error;
            });
        }
        subscription.finish();
    }

    attach(definitions) {
        const copy = withFunctions(definitions);
        return this.request("attach", copy, (names) => {
            this.#attached.add(copy, names.decided);
            this.#warn(names);
            return names;
        });
    }

    region(name) {
        return new AttachedRegion(this, name);
    }

    update(regions, recognizers = []) {
        const copy = structuredClone({ regions, recognizers });
        const params = copy.recognizers.length > 0 ? copy : { regions: copy.regions };
        return this.request("update", params, (result) => {
            this.#attached.update(copy.regions, copy.recognizers);
            return this.#warn(result);
        });
    }

    detach(names = {}) {
        const copy = structuredClone(names);
        return this.request("detach", copy, () => this.#attached.remove(copy));
    }

    setEnabled(recognizer, enabled) {
        return this.request("setEnabled", { recognizer, enabled }, () => {
            this.#attached.setEnabled(recognizer, enabled);
        });
    }

    setPrivate(region, isPrivate) {
        return this.request("setPrivate", { region, private: isPrivate }, () => {});
    }

    swallow(surface) {
        return this.request("swallow", surface === undefined ? {} : { surface }, () => {});
    }

    list(what) {
        return this.request("list", { what });
    }

    status() {
        return this.request("status");
    }

    rotate(surface, rotation) {
        return this.request("rotate", { surface, rotation });
    }

    reload() {
        return this.request("reload");
    }

    async request(method, params, accept) {
        const link = await this.#linking;
        return link.request(method, params, accept);
    }

    async close() {
        const link = this.#link;
        this.#finish();
        await link?.ended;
    }

    // The following are for this library's other files.

    /** Continues reading, as events are taken again. */
    wake() {
        this.#link?.wake();
        this.#restoring?.wake();
    }

    /** Whether all subscriptions take events. */
    hasRoom() {
        for (const subscription of this.#numbers.values()) if (!subscription.hasRoom) return false;
        return true;
    }

    /** Passes a notification on to its subscription; unknown ones are ignored. */
    notify(method, params, link) {
        if (!isObject(params)) return;
        if (method === "capabilities" && link === this.#link) {
            this.#hello = link.hello;
            this.emit("capabilities", this.#hello.capabilities);
        }
        if (method === "question") void this.#answer(params, link);
        if (method === "attempt") this.#attempts.take(params, this.#attached.recognizer(params.recognizer), link);
        if (method === "reset") this.#attempts.end(params);
        this.#numbers.get(params.subscription)?.notify(method, params);
    }

    /** Ends a subscription. */
    release(subscription) {
        this.#subscriptions.delete(subscription);
        const number = subscription.remoteNumber;
        if (this.#numbers.get(number) !== subscription) return;
        this.#numbers.delete(number);
        this.#link?.request("unsubscribe", { subscription: number }).catch(() => {});
        this.wake();
    }

    /** Answers a question on its link. An exception of the application is uncaught, like those of its listeners. */
    async #answer(params, link) {
        const yes = await answerTo(params, this.#attached.recognizer(params.recognizer));
        if (yes !== undefined) await link.request("answer", { question: params.question, yes }).catch(() => {});
    }

    // Connecting and reconnecting.

    async #connect(isWorthIt) {
        for (;;) {
            try {
                return await this.#linkOnce();
            } catch (error) {
                this.#interrupt(error);
                if (this.#closing.signal.aborted || !isWorthIt(error)) throw error;
                // Before the first connection there is no subscription that could report the reason.
                if (this.#hello === undefined && this.#pause === shortestPause) {
                    platform.warn(`${error.message}; trying again`);
                }
            }
            await pause(this.#pause, this.#closing.signal);
            this.#pause = Math.min(this.#pause * 2, longestPause);
        }
    }

    async #linkOnce() {
        if (this.#closing.signal.aborted) throw new ConnectionError("closed", this.path);
        const isReconnected = this.#hello !== undefined;
        const link = await Link.open(this.path, this.#dial, this, this.#closing.signal);
        this.#restoring = link;
        try {
            this.#hello = link.hello;
            for (const params of this.#attached.requests) await link.request("attach", params);
            for (const update of this.#attached.updates) await link.request("update", update);
            for (const subscription of [...this.#subscriptions]) {
                await link.request("subscribe", subscription.options, (snapshot) => {
                    this.#begin(subscription, snapshot, link, true);
                });
            }
        } catch (error) {
            link.close();
            throw error;
        } finally {
            this.#restoring = undefined;
        }
        [this.#link, this.#hello] = [link, link.hello];
        this.#linkedAt = performance.now();
        void link.ended.then((error) => this.#lose(error));
        outside(() => this.emit("connected", { ...link.hello, reconnected: isReconnected }));
        return link;
    }

    /** Warns once of each thing, as a region is moved with every frame; returns the warnings. */
    #warn(result) {
        const { warnings = [] } = result ?? {};
        for (const text of warnings.slice(0, mostWarnings).filter((text) => !this.#warned.has(text))) {
            this.#warned.add(text);
            platform.warn(printable(String(text)));
        }
        return warnings;
    }

    #begin(subscription, snapshot, link, isReconnected) {
        subscription.connect(link.hello, snapshot, isReconnected);
        if (subscription.isOver) {
            link.request("unsubscribe", { subscription: subscription.remoteNumber }).catch(() => {});
        } else {
            this.#numbers.set(subscription.remoteNumber, subscription);
        }
    }

    /** Closes attempts, and gestures under way in all subscriptions, and forgets their numbers. */
    #interrupt(error) {
        this.#link = undefined;
        this.#numbers.clear();
        this.#attempts.lose();
        const told = this.#isReconnecting ? error : undefined;
        for (const subscription of this.#subscriptions) subscription.disconnect(told);
    }

    #lose(error) {
        if (this.#closing.signal.aborted) return;
        this.#interrupt(error);
        outside(() => this.emit("disconnected", error));
        if (!this.#isReconnecting || isFinal(error)) return this.#finish(error);
        // A connection that ends repeatedly is not restored ten times a second.
        if (performance.now() - this.#linkedAt >= longestPause) this.#pause = shortestPause;
        this.#linking = pause(this.#pause, this.#closing.signal).then(() => {
            this.#pause = Math.min(this.#pause * 2, longestPause);
            return this.#connect((error) => !isFinal(error));
        });
        this.#linking.catch((error) => this.#finish(error));
    }

    #finish(error) {
        if (this.#closing.signal.aborted) return;
        this.#linking = Promise.reject(error ?? new ConnectionError("closed", this.path));
        this.#linking.catch(() => {});
        this.#closing.abort();
        this.#link?.close();
        this.#link = undefined;
        this.#numbers.clear();
        this.#attempts.lose();
        const subscriptions = [...this.#subscriptions];
        this.#subscriptions.clear();
        for (const subscription of subscriptions) subscription.finish(error);
        outside(() => this.emit("close", error));
    }
};

/** Whether a new connection would fail for the same reason; the socket's permissions change while a daemon restarts. */
function isFinal(error) {
    const isOfSocket = error instanceof ConnectionError && error.code === "permission" && !isWeb(error.path);
    return !mayPass(error) && !isOfSocket;
}
