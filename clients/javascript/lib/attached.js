// The regions and recognizers that an application has attached, as they are now, for the next connection.
//
// They are stored in the order of the calls of `attach`, one entry for each, because later ones may refer to earlier
// ones. What `update` has changed is apart, as it was in the requests: together they could exceed the limits of one.

const relations = ["requireToFail", "simultaneousWith", "blocks", "then"];

export class Attached {
    #requests = [];
    /** By region: what updates have changed last. */
    #changes = new Map();
    /** The same by recognizer; null stands for the default. */
    #recognizerChanges = new Map();
    /** The names of configured recognizers that the connection decides. */
    #decided = new Set();
    /** The names of the regions, the lowest first; `above` moves them here. */
    #order = [];

    add({ regions = [], recognizers = [] }, decided = []) {
        for (const name of decided) this.#decided.add(name);
        const withoutOrder = regions.map(({ above: _, ...region }) => region);
        this.#requests.push({ regions: withoutOrder, recognizers });
        this.#order.push(...regions.map(({ name }) => name));
        this.#raise(regions);
    }

    /** Applies what the server has accepted. */
    update(changes, recognizers = []) {
        for (const change of recognizers) {
            this.#recognizerChanges.set(change.name, { ...this.#recognizerChanges.get(change.name), ...change });
        }
        for (const { above: _, ...change } of changes) {
            const members = Object.entries(change).filter(([, value]) => value != null);
            if (members.length < 2 || !this.#order.includes(change.name)) continue;
            this.#changes.set(change.name, { ...this.#changes.get(change.name), ...Object.fromEntries(members) });
        }
        this.#raise(changes);
    }

    /** Forgets what `detach` removes: without names everything, and with a region everything in it. */
    remove(names) {
        if (names.regions === undefined && names.recognizers === undefined) {
            this.#requests = [];
            this.#changes.clear();
            this.#recognizerChanges.clear();
            this.#decided.clear();
            this.#order = [];
            return;
        }
        const regions = this.#within(names.regions ?? []);
        const isGone = ({ name, region }) => recognizers.has(name) || regions.has(region);
        const recognizers = new Set(names.recognizers ?? []);
        for (const { name } of this.#all("recognizers").filter(isGone)) recognizers.add(name);
        for (const name of regions) this.#changes.delete(name);
        for (const name of recognizers) {
            this.#recognizerChanges.delete(name);
            this.#decided.delete(name);
        }
        for (const [name, change] of this.#recognizerChanges) {
            this.#recognizerChanges.set(name, withoutRelations(change, recognizers));
        }
        this.#order = this.#order.filter((name) => !regions.has(name));
        this.#requests = this.#requests
            .map((request) => ({
                regions: request.regions.filter(({ name }) => !regions.has(name)),
                recognizers: request.recognizers
                    .filter(({ name }) => !recognizers.has(name))
                    .map((recognizer) => withoutRelations(recognizer, recognizers)),
            }))
            .filter((request) => request.regions.length + request.recognizers.length > 0);
    }

    setEnabled(name, isEnabled) {
        if (this.#decided.has(name)) return;
        for (const recognizer of this.#all("recognizers")) {
            if (recognizer.name === name) recognizer.enabled = isEnabled;
        }
        const change = this.#recognizerChanges.get(name);
        if (change && "enabled" in change) change.enabled = isEnabled;
    }

    /** The recognizer of that name, if there is one. */
    recognizer(name) {
        return this.#all("recognizers").find((recognizer) => recognizer.name === name);
    }

    /** The params of each `attach` that is needed to have everything again. */
    get requests() {
        return this.#requests;
    }

    /** The params of each `update` when all is attached again: one for each region, their order, the recognizers. */
    get updates() {
        const isAsAttached = this.#all("regions").every(({ name }, index) => name === this.#order[index]);
        const order = this.#order.map((name) => ({ name, above: null }));
        const regions = [...[...this.#changes.values()].map((change) => [change]), ...(isAsAttached ? [] : [order])];
        const recognizers = [...this.#recognizerChanges.values()];
        return [...regions.map((each) => ({ regions: each })), ...(recognizers.length > 0 ? [{ recognizers }] : [])];
    }

    /** Puts regions over others, one after the other; those over null on top. */
    #raise(changes) {
        for (const { name, above } of changes) {
            if (above === undefined || !this.#order.includes(name)) continue;
            this.#order.splice(this.#order.indexOf(name), 1);
            this.#order.splice(this.#order.indexOf(above) + 1 || this.#order.length, 0, name);
        }
    }

    #all(list) {
        return this.#requests.flatMap((request) => request[list]);
    }

    /** The names of these regions and of those that lie in them. */
    #within(names) {
        const found = new Set(names);
        for (let size = -1; size !== found.size;) {
            size = found.size;
            for (const { name, parent } of this.#all("regions")) if (found.has(parent)) found.add(name);
        }
        return found;
    }
}

function withoutRelations(recognizer, gone) {
    const copy = { ...recognizer };
    for (const relation of relations.filter((name) => copy[name] != null)) {
        copy[relation] = [copy[relation]].flat().filter((name) => !gone.has(name));
    }
    return copy;
}
