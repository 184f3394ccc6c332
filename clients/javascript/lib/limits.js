// Limits of what a server may send.

/** The longest line that is accepted, in bytes. */
export const longestLine = 16 * 1024 * 1024;

/** How many warnings of an answer are passed on. */
export const mostWarnings = 64;

const longestName = 256;

/** Throws if one of these members, which are names, is longer than any name of gestured. */
export function limitNames(object, ...members) {
    for (const member of members) {
        if (object[member]?.length > longestName) throw new RangeError(`a name has more than ${longestName} characters`);
    }
}
