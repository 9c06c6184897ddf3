/** What a file may have how many of, and what it is told beyond that. */
const most: readonly (readonly [characters: string, count: number, message: string])[] = [
  ['[]{},:?&*-', 300_000, 'it holds too many values'],
  ['"\'', 300_000, 'it holds too many values'],
  ['\n', 100_000, 'it has too many lines'],
];
const deepestBrackets = 1000;
/** Indicators that open a level each, on one line, with however much room between them: `- -  -`. */
const staircase = /^[ \t]*(?:[-?:][ \t]+){64}/m;

/**
 * Why a text is not worth parsing, by a look at its characters. The parser needs seconds for a megabyte of nothing but
 * brackets, quotes or line ends, and an adapter never looks like that.
 */
export const glance = (yaml: string): string | undefined => {
  const { counts, depth } = survey(yaml);
  for (const [characters, count, message] of most) {
    const found = unitsOf(characters).reduce((sum, unit) => sum + (counts[unit] ?? 0), 0);
    if (found > count) return message;
  }
  if (depth > deepestBrackets) return 'it nests too deeply';
  return staircase.test(yaml) ? 'it nests too deeply' : undefined;
};

const unitsOf = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0));

const [square, curly, endOfSquare, endOfCurly] = unitsOf('[{]}');

/** How often each character of ASCII stands in a text, and how deep its brackets go. */
const survey = (text: string): { readonly counts: Uint32Array; readonly depth: number } => {
  const counts = new Uint32Array(128);
  let open = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= counts.length) continue;
    counts[unit] = (counts[unit] ?? 0) + 1;
    if (unit === square || unit === curly) open += 1;
    else if (unit === endOfSquare || unit === endOfCurly) open = Math.max(0, open - 1);
    if (open > depth) depth = open;
  }
  return { counts, depth };
};
