import { unquotePath } from './unquote-path.ts';

export interface HunkReader {
  write(chunk: Buffer): void;
  /** Returns the changed lines by path, and the paths of new files. */
  end(): { readonly files: Map<string, Uint32Array>; readonly added: Set<string> };
}

const newline = 10;
const plus = 43;
const minus = 45;

/**
 * Reads `git diff -U0` as it comes and keeps nothing but line numbers. Lines of content are counted off by the sizes
 * that their hunk has declared, so that no content can be taken for a header.
 */
export const createHunkReader = (): HunkReader => {
  const ranges = new Map<string, [first: number, count: number][]>();
  const added = new Set<string>();
  let path: string | undefined;
  let isNew = false;
  let removedLeft = 0;
  let addedLeft = 0;
  /** The beginning of a line that is not complete; of a line of content only its first byte. */
  let rest: Buffer = Buffer.alloc(0);

  const header = (line: string): void => {
    if (line.startsWith('diff --git ')) {
      path = undefined;
      isNew = false;
    } else if (line.startsWith('new file mode ')) isNew = true;
    else if (line.startsWith('+++ ')) {
      path = unquotePath(line.slice(4));
      if (path !== undefined && isNew) added.add(path);
    } else if (line.startsWith('@@ ')) hunk(line);
  };
  const hunk = (line: string): void => {
    const sizes = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!sizes) throw new Error('git printed a hunk that cannot be parsed');
    removedLeft = Number(sizes[1] ?? 1);
    addedLeft = Number(sizes[3] ?? 1);
    if (path === undefined || addedLeft === 0) return;
    const known = ranges.get(path) ?? [];
    known.push([Number(sizes[2]), addedLeft]);
    ranges.set(path, known);
  };
  const line = (bytes: Buffer): void => {
    if (removedLeft === 0 && addedLeft === 0) header(bytes.toString('latin1'));
    else if (bytes[0] === minus) removedLeft -= 1;
    else if (bytes[0] === plus) addedLeft -= 1;
  };

  return {
    write: (chunk) => {
      let from = 0;
      for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
        const piece = chunk.subarray(from, to);
        line(rest.length === 0 ? piece : Buffer.concat([rest, piece]));
        rest = Buffer.alloc(0);
        from = to + 1;
      }
      const inContent = removedLeft > 0 || addedLeft > 0;
      const left = chunk.subarray(from);
      rest = inContent && (rest.length > 0 || left.length > 0) ? firstByte(rest, left) : Buffer.concat([rest, left]);
    },
    end: () => ({ files: new Map([...ranges].map(([name, list]) => [name, spread(list)])), added }),
  };
};

const firstByte = (rest: Buffer, left: Buffer): Buffer => Buffer.from((rest.length > 0 ? rest : left).subarray(0, 1));

const spread = (ranges: readonly (readonly [number, number])[]): Uint32Array => {
  const lines = new Uint32Array(ranges.reduce((sum, [, count]) => sum + count, 0));
  let at = 0;
  for (const [first, count] of ranges) for (let line = first; line < first + count; line += 1) lines[at++] = line;
  return lines;
};
