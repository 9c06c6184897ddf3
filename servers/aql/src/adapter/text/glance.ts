const mostMarks = 300_000;
const deepestBrackets = 1000;

/**
 * Why a text is not worth parsing, by a look at its brackets and marks. The parser needs seconds for a megabyte of
 * nothing but those, and an adapter never looks like that.
 */
export const glance = (yaml: string): string | undefined => {
  let marks = 0;
  let open = 0;
  for (const character of yaml) {
    if (!'[]{},:?&*-'.includes(character)) continue;
    marks += 1;
    if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open = Math.max(0, open - 1);
    if (marks > mostMarks) return 'it holds too many values';
    if (open > deepestBrackets) return 'it nests too deeply';
  }
  return /^ *(?:[-?:] ){64}/m.test(yaml) ? 'it nests too deeply' : undefined;
};
