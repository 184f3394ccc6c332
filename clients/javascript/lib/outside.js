// Calls of an application's listeners, and their exceptions.

/** Does what calls listeners; what they throw is the program's uncaught exception, not an error of the connection. */
export function outside(call) {
    try {
        call();
    } catch (error) {
        process.nextTick(() => {
            throw error;
        });
    }
}
