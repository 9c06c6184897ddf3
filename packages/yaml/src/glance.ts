import type { YamlLimits } from './limits.ts';

const marks = unitsOf('[]{},:?&*-');
const quotes = unitsOf('"\'');
const [square, curly, endOfSquare, endOfCurly] = unitsOf('[{]}');

/**
 * Says why a file is not worth parsing, by its characters alone. The parser takes seconds for a megabyte of nothing
 * but brackets, quotes or line ends, and brackets by the thousand end its stack; a file that people write has neither.
 */
export const glance = (yaml: string, limits: YamlLimits): string | undefined => {
  const { counts, depth } = survey(yaml);
  const found = (units: readonly number[]): number => units.reduce((sum, unit) => sum + (counts[unit] ?? 0), 0);
  if (found(marks) > limits.marks || found(quotes) > limits.marks)
    return 'it has too many brackets, quotes or other YAML punctuation';
  if ((counts[lineEnd] ?? 0) > limits.lines) return 'it has too many lines';
  return depth > limits.brackets || staircase(2 * limits.depth).test(yaml) ? 'it is nested too deeply' : undefined;
};

const lineEnd = 10;

/** Indicators that open a level each on one line, such as `- - -`, with any white space between them; not in comments. */
const staircase = (levels: number): RegExp => new RegExp(`^[^#\\n]*?(?:[-?:][ \\t]+){${levels}}`, 'm');

function unitsOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** Counts the characters of ASCII, and how deep the brackets go. */
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
