import { ProfileError } from '../problem.ts';
import type { Unit } from '../coverage.ts';
import { findGoModules, placeGoFile } from '../paths/go-modules.ts';
import { Digits } from './digits.ts';
import { readLines } from './lines.ts';
import type { FormatReader } from './reader.ts';
import { decodeText } from './text.ts';

const header = /^mode: (?:set|count|atomic)\s*$/;
const [blank, comma, dot, colon, letterM] = [0x20, 0x2c, 0x2e, 0x3a, 0x6d];

/** Above every line number, so that two of them make one number. */
const lineBound = 2 ** 26;

/** More statements than this in one block are made up. */
const mostStatements = 100_000;

interface GoFile {
  /**
   * How often the lines from one to another ran, by both as one number. With `-coverpkg`, every package under test
   * repeats all blocks; where in its lines a block begins and ends makes no difference to them.
   */
  readonly ranges: Map<number, number>;
  /** Every block by its place, with its statements. */
  readonly blocks: Map<string, Unit>;
  readonly path: string | undefined;
  readonly at: number;
}

/**
 * Profiles of `go test -coverprofile`. A line is covered if any of the blocks that touch it ran, as `go tool cover`
 * paints it. The percentage that Go prints is of statements. Go knows no branches.
 */
export const readGo: FormatReader = async ({ source, collector, placer, limits, realRoot }) => {
  const modules = await findGoModules(realRoot);
  const files = new Map<string, GoFile>();
  const digits = new Digits();
  let hasHeader = false;
  await readLines(source, limits, (bytes, start, end, at) => {
    if (start === end) return;
    // Profiles that were put together by hand have one header each.
    if (bytes[start] === letterM && header.test(decodeText(bytes, start, end) ?? '')) hasHeader = true;
    else if (!hasHeader) {
      throw new ProfileError("it does not begin with 'mode: set', 'mode: count' or 'mode: atomic'", at);
    } else {
      const nameEnd = endOfName(bytes, start, end);
      const name = decodeText(bytes, start, nameEnd);
      if (name === undefined) throw new ProfileError('this line is not UTF-8', at);
      digits.reset(bytes, nameEnd + 1, end);
      const { first, last, place, statements, hits } = readBlock(digits, at);
      if (last > limits.lineNumber) throw new ProfileError(`a line number is higher than ${limits.lineNumber}`, at);
      let file = files.get(name);
      if (!file)
        files.set(
          name,
          (file = { ranges: new Map(), blocks: new Map(), path: placeGoFile(name, modules, placer, at), at }),
        );
      const key = first * lineBound + last;
      if (statements === 0) return;
      file.ranges.set(key, Math.max(file.ranges.get(key) ?? 0, hits));
      const known = file.blocks.get(place);
      file.blocks.set(place, { key: place, line: first, weight: statements, hits: Math.max(known?.hits ?? 0, hits) });
      if (file.blocks.size > limits.units) throw new ProfileError(`it has more than ${limits.units} blocks`, at);
    }
  });
  if (!hasHeader) throw new ProfileError('it is empty');
  for (const { path, ranges, blocks, at } of files.values()) {
    collector.begin(path, at);
    collector.measures('statements');
    for (const block of blocks.values()) collector.unit('statements', block, at);
    for (const [key, hits] of ranges) {
      const last = key % lineBound;
      for (let line = Math.floor(key / lineBound); line <= last; line += 1) collector.line(line, hits, at);
    }
    collector.end();
  }
};

/** At the last colon: the name of a file may hold colons and blanks. */
const endOfName = (bytes: Uint8Array, start: number, end: number): number => {
  let at = end - 1;
  while (at > start && bytes[at] !== colon) at -= 1;
  return at;
};

/** `line.column,line.column statements count` */
const readBlock = (digits: Digits, at: number) => {
  const next = (what: string, before?: number): number => {
    if (before !== undefined && !digits.skip(before))
      throw new ProfileError('this line is not a block of a Go profile', at);
    return digits.count(what, at);
  };
  const first = next('the start line of a block');
  const from = next('a column', dot);
  const last = next('the end line of a block', comma);
  const to = next('a column', dot);
  const statements = next('the number of statements', blank);
  const hits = next('the hit count of a block', blank);
  if (!digits.isAtEnd) throw new ProfileError('this line is not a block of a Go profile', at);
  if (statements > mostStatements) throw new ProfileError(`a block has more than ${mostStatements} statements`, at);
  if (last < first) throw new ProfileError('a block ends before it begins', at);
  return { first, last, place: `${first}.${from},${last}.${to}`, statements, hits };
};
