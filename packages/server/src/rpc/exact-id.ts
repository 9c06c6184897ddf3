/**
 * Finds the id of a message whose number is beyond what JavaScript holds exactly, so that the answer can repeat it.
 * `text` is valid JSON with one object.
 */
export const exactId = (text: string): bigint | undefined => {
  let depth = 0;
  let found: bigint | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      const value = depth === 1 ? text.slice(end, end + longest) : '';
      // Of two members with one name, the last counts, as in JSON.parse.
      if (/^\s*:/u.test(value) && JSON.parse(text.slice(at, end)) === 'id') {
        const digits = /^\s*:\s*(-?\d+)\s*[,}]/u.exec(value)?.[1];
        found = digits === undefined ? undefined : BigInt(digits);
      }
      at = end - 1;
    }
  }
  return found;
};

/** Longer numbers are rounded; the bound keeps the search linear. */
const longest = 128;

/** The index behind the closing quotation mark. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};
