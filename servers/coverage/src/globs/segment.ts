/** One path segment of a pattern. Matching takes time linear in the name for each star. */
export interface Segment {
  matches(name: string): boolean;
}

type Token = { readonly kind: 'star' } | { readonly kind: 'one'; readonly fits: (character: string) => boolean };

/** Parses `*`, `?`, `[a-z]`, `[!a-z]` and `\x`, or returns the reason why it cannot. */
export const parseSegment = (source: string): Segment | string => {
  // Most parts are plain names.
  if (!/[*?[\\(]/.test(source)) return { matches: (name) => name === source };
  const tokens: Token[] = [];
  const characters = Array.from(source);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (characters[at + 1] === '(' && '?*+@!'.includes(character)) return 'groups such as +(…) are not supported';
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (character === '?') tokens.push({ kind: 'one', fits: () => true });
    else if (character === '\\') {
      at += 1;
      const literal = characters[at];
      if (literal === undefined) return 'it ends in a backslash';
      tokens.push({ kind: 'one', fits: (other) => other === literal });
    } else if (character === '[') {
      const end = characters.indexOf(']', at + (/[!^]/.test(characters[at + 1] ?? '') ? 3 : 2));
      if (end === -1) return "a '[' is not closed; write \\[ for a literal bracket";
      tokens.push({ kind: 'one', fits: parseClass(characters.slice(at + 1, end)) });
      at = end;
    } else tokens.push({ kind: 'one', fits: (other) => other === character });
  }
  return createSegment(tokens, source.startsWith('.') || source.startsWith('\\.'));
};

const parseClass = (members: readonly string[]): ((character: string) => boolean) => {
  const negated = members[0] === '!' || members[0] === '^';
  const inside = negated ? members.slice(1) : members;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < inside.length; at += 1) {
    const first = inside[at] ?? '';
    const last = inside[at + 1] === '-' ? inside[at + 2] : undefined;
    ranges.push([first, last ?? first]);
    if (last !== undefined) at += 2;
  }
  return (character) => ranges.some(([first, last]) => first <= character && character <= last) !== negated;
};

const createSegment = (tokens: readonly Token[], hidden: boolean): Segment => ({
  matches: (name) => {
    // `*` does not match hidden files; a pattern that starts with a dot does.
    if (name.startsWith('.') && !hidden) return false;
    // Without surrogate pairs the characters of a string are its code units, which need no copy.
    const characters: ArrayLike<string> = /[\uD800-\uDBFF]/.test(name) ? Array.from(name) : name;
    let token = 0;
    let at = 0;
    /** The last star and how far it reaches; backtracking to an earlier star never helps. */
    let star = -1;
    let eaten = 0;
    while (at < characters.length) {
      const next = tokens[token];
      if (next?.kind === 'star') {
        star = token;
        eaten = at;
        token += 1;
      } else if (next?.fits(characters[at] ?? '')) {
        token += 1;
        at += 1;
      } else if (star === -1) return false;
      else {
        token = star + 1;
        eaten += 1;
        at = eaten;
      }
    }
    while (tokens[token]?.kind === 'star') token += 1;
    return token === tokens.length;
  },
});
