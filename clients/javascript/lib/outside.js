// Calls of an application's listeners, and their exceptions.

/** Calls listeners; their errors are uncaught exceptions of the program, not errors of the connection. */
export function outside(call) {
    try {
        call();
    } catch (error) {
        queueMicrotask(() => {
            throw error;
        });
    }
}
