/** One line of a snapshot: `[12] button "Save" disabled`. */
export interface SnapshotLine {
  readonly ref: number;
  readonly role: string;
  readonly name: string;
  /** States, value and description, as they were written. */
  readonly rest: string;
  readonly depth: number;
}

const pattern = /^(?<indent> *)\[(?<ref>\d+)\] (?<role>\S+)(?: (?<name>"(?:[^"\\]|\\.)*"))?(?<rest>.*)$/u;

/** Reads a snapshot as the client sees it. Lines of another form, such as those about omitted elements, are left out. */
export const parseSnapshot = (text: string): readonly SnapshotLine[] =>
  text.split('\n').flatMap((line) => {
    const { indent = '', ref, role = '', name = '""', rest = '' } = pattern.exec(line)?.groups ?? {};
    if (ref === undefined) return [];
    return [{ ref: Number(ref), role, name: JSON.parse(name) as string, rest: rest.trim(), depth: indent.length / 2 }];
  });

export interface Wanted {
  readonly role: string;
  readonly name?: string;
  /** Text of the row, card or group around the element. It tells equal elements apart. */
  readonly beside?: string;
  /** More text that the same row has. */
  readonly near?: string;
  /** The name of a line before it. The first element after that is meant. */
  readonly after?: string;
  /** A state, such as `focused`. */
  readonly state?: string;
  /** The value of a field; empty for a field without one. */
  readonly value?: string;
}

/** The only line that fits. Throws if none does, or several do: a person would not know either which one is meant. */
export const pickLine = (
  lines: readonly SnapshotLine[],
  { role, name, beside, near, after, state, value }: Wanted,
): SnapshotLine => {
  const fitting = lines.filter(
    (line) =>
      line.role === role &&
      (name === undefined || line.name === name) &&
      (state === undefined || line.rest.split(' ').includes(state)) &&
      (value === undefined || valueOf(line) === value),
  );
  const around = [beside, near].filter((text) => text !== undefined);
  const following = after === undefined ? fitting : firstAfter(lines, fitting, after);
  const chosen = around.length === 0 ? following : nearest(lines, following, around);
  const [line] = chosen;
  const wanted = [role, JSON.stringify(name), ...around, after, state, value]
    .filter((part) => part !== undefined)
    .join(' ');
  if (!line || chosen.length > 1)
    throw new Error(`${chosen.length} elements are ${wanted}:\n${lines.map(describe).join('\n')}`);
  return line;
};

const firstAfter = (
  lines: readonly SnapshotLine[],
  candidates: readonly SnapshotLine[],
  name: string,
): readonly SnapshotLine[] => {
  const at = lines.findIndex((line) => line.name === name);
  return at < 0 ? [] : candidates.filter((line) => lines.indexOf(line) > at).slice(0, 1);
};

const valueOf = ({ rest }: SnapshotLine): string => {
  const written = /(?:^|\s)= (?<value>"(?:[^"\\]|\\.)*")/u.exec(rest)?.groups?.['value'];
  return written === undefined ? '' : (JSON.parse(written) as string);
};

/** The candidates with all of these words in the smallest part of the page around them. */
const nearest = (
  lines: readonly SnapshotLine[],
  candidates: readonly SnapshotLine[],
  texts: readonly string[],
): readonly SnapshotLine[] => {
  const sizes = candidates.map((line) => {
    const isAround = (part: readonly SnapshotLine[]): boolean =>
      texts.every((text) => part.some(({ name, rest }) => `${name} ${rest}`.includes(text)));
    return containersOf(lines, line).find(isAround)?.length ?? Infinity;
  });
  const least = Math.min(...sizes);
  return candidates.filter((_, at) => sizes[at] === least && least < Infinity);
};

/** The parts of the page around a line, smallest first, each with all lines in it. */
const containersOf = (lines: readonly SnapshotLine[], line: SnapshotLine): readonly (readonly SnapshotLine[])[] => {
  const parts: (readonly SnapshotLine[])[] = [];
  let depth = line.depth;
  for (let at = lines.indexOf(line); at >= 0; at -= 1) {
    const above = lines[at] as SnapshotLine;
    if (above.depth >= depth && above !== line) continue;
    depth = above.depth;
    const end = lines.findIndex((below, index) => index > at && below.depth <= above.depth);
    parts.push(lines.slice(at, end < 0 ? undefined : end));
  }
  return parts;
};

const describe = ({ ref, role, name, rest, depth }: SnapshotLine): string =>
  `${'  '.repeat(depth)}[${ref}] ${role} ${JSON.stringify(name)} ${rest}`.trimEnd();
