// A region of an application's own, to move it.

export class AttachedRegion {
    #connection;

    /** The name that it was attached by. */
    name;

    constructor(connection, name) {
        this.#connection = connection;
        this.name = name;
    }

    /** Changes what is given, and nothing else. */
    move(change) {
        return this.#connection.update([{ ...change, name: this.name }]);
    }
}
