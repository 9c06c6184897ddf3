/**
 * The path of the value that the parser's frame points at. The parser says where only in a picture of the document as
 * pretty JSON (`>  8 | …`), so the path is read from that line and the lines around it.
 */
export const framedPath = (message: string, expanded: object): readonly string[] | undefined => {
  const marked = /^> *(\d+) \|/m.exec(message)?.[1];
  if (marked === undefined) return undefined;
  const lines = JSON.stringify(expanded, null, 2).split('\n');
  const path: string[] = [];
  let index = Number(marked) - 1;
  while (index > 0) {
    const parent = parentOf(lines, index);
    path.unshift(keyOf(lines[index]) ?? String(placeAmong(lines, parent, index)));
    index = parent;
  }
  return path;
};

const indentOf = (line = ''): number => line.length - line.trimStart().length;

const keyOf = (line = ''): string | undefined => {
  const quoted = /^\s*("(?:[^"\\]|\\.)*"): /.exec(line)?.[1];
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
};

const parentOf = (lines: readonly string[], index: number): number => {
  const indent = indentOf(lines[index]);
  let parent = index - 1;
  while (parent > 0 && indentOf(lines[parent]) >= indent) parent -= 1;
  return parent;
};

/** Which item of the list an unnamed value is. */
const placeAmong = (lines: readonly string[], parent: number, index: number): number => {
  const indent = indentOf(lines[index]);
  return lines.slice(parent + 1, index).filter((line) => indentOf(line) === indent && !/^\s*[\]}]/.test(line)).length;
};
