// Waiting that a signal ends.

/** Waits for so many milliseconds, or until the signal; never rejects. */
export function pause(duration, signal) {
    return new Promise((resolve) => {
        const end = () => {
            clearTimeout(timer);
            signal.removeEventListener("abort", end);
            resolve();
        };
        const timer = setTimeout(end, duration);
        signal.addEventListener("abort", end);
        if (signal.aborted) end();
    });
}
