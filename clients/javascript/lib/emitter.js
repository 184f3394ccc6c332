// The part of Node's `EventEmitter` that the library offers in browsers.

export class Emitter {
    /** By name: the listeners, each with the function that it was added by. */
    #listeners = new Map();

    on(name, listener) {
        return this.#add(name, listener, listener);
    }

    once(name, listener) {
        const call = (...event) => {
            this.off(name, listener);
            listener.apply(this, event);
        };
        return this.#add(name, listener, call);
    }

    /** Removes the listener that was added last by this function. */
    off(name, listener) {
        const listeners = this.#listeners.get(name) ?? [];
        const index = listeners.findLastIndex((each) => each.listener === listener);
        if (index >= 0) this.#listeners.set(name, listeners.toSpliced(index, 1));
        return this;
    }

    /** Calls the present listeners in their order; returns whether there are any. */
    emit(name, ...event) {
        const listeners = this.#listeners.get(name) ?? [];
        for (const { call } of listeners) call.apply(this, event);
        return listeners.length > 0;
    }

    listenerCount(name) {
        return this.#listeners.get(name)?.length ?? 0;
    }

    #add(name, listener, call) {
        if (typeof listener !== "function") throw new TypeError("the listener is not a function");
        if (name !== "newListener") this.emit("newListener", name, listener);
        this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener, call }]);
        return this;
    }
}
