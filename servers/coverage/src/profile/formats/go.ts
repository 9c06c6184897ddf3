import { ProfileError } from '../problem.ts';
import { findGoModules, placeGoFile } from '../paths/go-modules.ts';
import { parseCount } from './digits.ts';
import { readLines } from './lines.ts';
import type { FormatReader } from './reader.ts';
import { decodeText } from './text.ts';

const header = /^mode: (?:set|count|atomic)\s*$/;
/** `file:line.column,line.column statements count`; the name of a file may hold colons and blanks. */
const block = /^(.+):((\d+)\.\d+,(\d+)\.\d+) (\S+) (\S+)$/;

interface Block {
  readonly first: number;
  readonly last: number;
  hits: number;
}

interface GoFile {
  /** By their place in the file: with `-coverpkg`, every package under test repeats all of them. */
  readonly blocks: Map<string, Block>;
  readonly path: string | undefined;
  readonly at: number;
}

/**
 * Profiles of `go test -coverprofile`. A line is covered if any of the blocks that touch it ran, as `go tool cover`
 * paints it; Go itself counts statements, so its percentage is another one. Go knows no branches.
 */
export const readGo: FormatReader = async ({ source, collector, placer, limits, realRoot }) => {
  const modules = await findGoModules(realRoot);
  const files = new Map<string, GoFile>();
  let isFirst = true;
  await readLines(source, limits, (bytes, start, end, at) => {
    const text = decodeText(bytes, start, end);
    if (text === undefined) throw new ProfileError('this is not UTF-8', at);
    // Profiles that were put together by hand have one header each.
    if (header.test(text)) isFirst = false;
    else if (isFirst) throw new ProfileError("it does not begin with 'mode: set', 'mode: count' or 'mode: atomic'", at);
    else if (text !== '') {
      const { name, place, first, last, statements, hits } = parseBlock(text, at);
      let file = files.get(name);
      if (!file) files.set(name, (file = { blocks: new Map(), path: placeGoFile(name, modules, placer, at), at }));
      const known = file.blocks.get(place);
      if (known) known.hits = Math.max(known.hits, hits);
      else if (statements > 0) file.blocks.set(place, { first, last, hits });
    }
  });
  if (isFirst) throw new ProfileError('it is empty');
  for (const { path, blocks, at } of files.values()) {
    collector.begin(path, at);
    for (const { first, last, hits } of blocks.values()) {
      if (last > limits.lineNumber) throw new ProfileError(`a line number is higher than ${limits.lineNumber}`, at);
      for (let line = first; line <= last; line += 1) collector.line(line, hits, at);
    }
    collector.end();
  }
};

const parseBlock = (text: string, at: number) => {
  const [, name = '', place = '', first, last, statements, hits] = block.exec(text) ?? [];
  if (name === '') throw new ProfileError('this is no block of a Go profile', at);
  const parsed = {
    name,
    place,
    first: parseCount(first, 'the first line of a block', at),
    last: parseCount(last, 'the last line of a block', at),
    statements: parseCount(statements, 'the number of statements', at),
    hits: parseCount(hits, 'the count of a block', at),
  };
  if (parsed.last < parsed.first) throw new ProfileError('a block ends before it begins', at);
  return parsed;
};
