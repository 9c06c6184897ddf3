/** What a file may have how many of, and what it is told beyond that. */
const most: readonly (readonly [characters: string, count: number, message: string])[] = [
  ['[]{},:?&*-', 300_000, 'it holds too many values'],
  ['"\'', 300_000, 'it holds too many values'],
  ['\n', 100_000, 'it has too many lines'],
];
const deepestBrackets = 1000;

/**
 * Why a text is not worth parsing, by a look at its characters. The parser needs seconds for a megabyte of nothing but
 * brackets, quotes or line ends, and an adapter never looks like that.
 */
export const glance = (yaml: string): string | undefined => {
  for (const [characters, count, message] of most) if (countOf(yaml, characters) > count) return message;
  let open = 0;
  for (const character of yaml) {
    if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open = Math.max(0, open - 1);
    if (open > deepestBrackets) return 'it nests too deeply';
  }
  return /^ *(?:[-?:] ){64}/m.test(yaml) ? 'it nests too deeply' : undefined;
};

const countOf = (text: string, characters: string): number => {
  let count = 0;
  for (const character of text) if (characters.includes(character)) count += 1;
  return count;
};
