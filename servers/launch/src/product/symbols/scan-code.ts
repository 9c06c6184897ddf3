/**
 * Finds where a declaration ends: the first place at depth 0 where `isEnd` holds. Brackets inside strings, comments and
 * templates do not count. Returns the end of the text if there is none.
 */
export const findEnd = (
  text: string,
  from: number,
  isEnd: (at: number, depth: number) => boolean,
  most = 8000,
): number => {
  let depth = 0;
  const last = Math.min(text.length, from + most);
  for (let at = from; at < last; at += 1) {
    const character = text.charAt(at);
    if (isEnd(at, depth)) return at;
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if ('"\'`'.includes(character)) at = endOfString(text, at, last);
    else if (text.startsWith('//', at)) at = before(text.indexOf('\n', at), last);
    else if (text.startsWith('/*', at)) at = before(text.indexOf('*/', at + 2), last) + 2;
  }
  return last;
};

const before = (found: number, last: number): number => (found === -1 ? last : found - 1);

const endOfString = (text: string, start: number, last: number): number => {
  const quote = text.charAt(start);
  for (let at = start + 1; at < last; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote || (character === '\n' && quote !== '`')) return at;
  }
  return last;
};

/** The line of a place, counted from 1. */
export const lineAt = (text: string, at: number): number => {
  let line = 1;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < at; feed = text.indexOf('\n', feed + 1)) line += 1;
  return line;
};
