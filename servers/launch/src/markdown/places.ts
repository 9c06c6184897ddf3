/** Maps a place in the text of a block, whose lines have lost their indentation, to the line and place in the body. */
export const createPlaces = (content: string, first: number, body: string, lines: readonly number[]) => {
  const starts = startsOf(content);
  const shifts = new Map<number, number | undefined>();
  const shiftOf = (index: number): number | undefined => {
    const from = lines[first + index];
    if (from === undefined) return undefined;
    const line = content.slice(starts[index], (starts[index + 1] ?? content.length + 1) - 1);
    const column = body.slice(from, (lines[first + index + 1] ?? body.length + 1) - 1).indexOf(line);
    return column === -1 ? undefined : from + column - (starts[index] ?? 0);
  };
  return (at: number): { readonly line: number; readonly at: number | undefined } => {
    const index = lastAtMost(starts, at);
    if (!shifts.has(index)) shifts.set(index, shiftOf(index));
    const shift = shifts.get(index);
    return { line: first + index, at: shift === undefined ? undefined : at + shift };
  };
};

/** The index of the last number that is not greater, in an ascending list that starts with 0. */
const lastAtMost = (ascending: readonly number[], wanted: number): number => {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return low;
};

/** The place of the first character of each line. */
export const startsOf = (text: string): readonly number[] => {
  const starts = [0];
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return starts;
};
