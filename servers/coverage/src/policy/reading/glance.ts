const deepest = 64;
/** Brackets, commas, anchors; a policy of a thousand domains has fewer. */
const mostMarks = 8000;
const mostLines = 5000;
/** Indicators that open a level each, on one line: `- - - -`. */
const staircase = /(?:[-?:][ \t]+){17}/;

/**
 * Why a text is not worth parsing, by a look at its marks. The parser goes down by recursion, and so deep a text of a
 * few kilobytes can end the whole process: what a policy never looks like is not shown to it.
 */
export const glance = (yaml: string): { readonly offset: number; readonly reason: string } | undefined => {
  let [open, marks] = [0, 0];
  for (let at = 0; at < yaml.length; at += 1) {
    const character = yaml[at] ?? '';
    if (!'[]{},&'.includes(character)) continue;
    marks += 1;
    if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open = Math.max(0, open - 1);
    if (open > deepest) return { offset: at, reason: 'it nests too deeply' };
    if (marks > mostMarks) return { offset: at, reason: 'it holds too many values' };
  }
  const lines = yaml.split('\n');
  if (lines.length > mostLines) return { offset: 0, reason: `it has more than ${mostLines} lines` };
  let offset = 0;
  for (const line of lines) {
    if (!/^\s*#/.test(line) && staircase.test(line)) return { offset, reason: 'it nests too deeply' };
    offset += line.length + 1;
  }
  return undefined;
};
