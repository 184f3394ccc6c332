// The regions and recognizers that an application has attached, for the next connection.
//
// They are stored in the order of the calls of `attach`, one entry for each, because later ones may refer to earlier
// ones.

const relations = ["requireToFail", "simultaneousWith", "blocks"];

export class Attached {
    #requests = [];

    add({ regions = [], recognizers = [] }) {
        this.#requests.push({ regions, recognizers });
    }

    /** Forgets what `detach` removes: without names everything, and with a region everything in it. */
    remove(names) {
        if (names.regions === undefined && names.recognizers === undefined) {
            this.#requests = [];
            return;
        }
        const regions = this.#within(names.regions ?? []);
        const isGone = ({ name, region }) => recognizers.has(name) || regions.has(region);
        const recognizers = new Set(names.recognizers ?? []);
        for (const { name } of this.#all("recognizers").filter(isGone)) recognizers.add(name);
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
        for (const recognizer of this.#all("recognizers")) {
            if (recognizer.name === name) recognizer.enabled = isEnabled;
        }
    }

    /** The params of each `attach` that is needed to have everything again. */
    get requests() {
        return this.#requests;
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
    for (const relation of relations.filter((name) => name in copy)) {
        copy[relation] = [copy[relation]].flat().filter((name) => !gone.has(name));
    }
    return copy;
}
