// Limits of what a server may send.

/** The longest line that is accepted, in bytes. */
export const longestLine = 16 * 1024 * 1024;
