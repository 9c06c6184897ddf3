const run = /\d{16}/;
/** Strings, which are left alone, and numbers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Turns integers that a JavaScript number cannot hold into strings, as MCP-AQL requires: a rounded identifier would
 * identify something else.
 */
export const quoteLarge = (source: string, quote = (digits: string) => `"${digits}"`): string =>
  run.test(source) ? source.replace(tokens, (token) => (isLarge(token) ? quote(token) : token)) : source;

const isLarge = (token: string): boolean => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));

/** Marks an integer that will be written back, to tell it from a string. */
export const markLarge = (digits: string): string => `"\\u0000${digits}"`;

/** Writes integers that were marked as the numbers that they are. */
export const writeMarked = (json: string): string => json.replace(/"\\u0000(-?\d+)"/g, '$1');
