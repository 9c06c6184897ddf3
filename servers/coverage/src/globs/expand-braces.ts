const mostAlternatives = 64;

/** Expands `a.{js,ts}` to `a.js` and `a.ts`, nested braces too, or returns the reason why it cannot. */
export const expandBraces = (pattern: string): readonly string[] | string => {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const group = findGroup(text);
      if (group === 'unbalanced') return "a '{' is not closed; write \\{ for a literal brace";
      if (group === undefined) done.push(text);
      else next.push(...group.alternatives.map((inner) => text.slice(0, group.from) + inner + text.slice(group.to)));
      if (done.length + next.length > mostAlternatives)
        return `its braces expand to more than ${mostAlternatives} patterns`;
    }
    open = next;
  }
  return done;
};

interface Group {
  readonly from: number;
  readonly to: number;
  readonly alternatives: readonly string[];
}

/** Finds the first group with a comma. Braces without one are literal. */
const findGroup = (text: string): Group | 'unbalanced' | undefined => {
  for (let from = nextBrace(text, 0); from !== -1; from = nextBrace(text, from + 1)) {
    const commas: number[] = [];
    let depth = 1;
    let at = from + 1;
    for (; at < text.length && depth > 0; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '{') depth += 1;
      else if (text[at] === '}') depth -= 1;
      else if (text[at] === ',' && depth === 1) commas.push(at);
    }
    if (depth > 0) return 'unbalanced';
    if (commas.length === 0) continue;
    const starts = [from, ...commas];
    const ends = [...commas, at - 1];
    return { from, to: at, alternatives: starts.map((start, index) => text.slice(start + 1, ends[index])) };
  }
  return undefined;
};

const nextBrace = (text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') return at;
  }
  return -1;
};
