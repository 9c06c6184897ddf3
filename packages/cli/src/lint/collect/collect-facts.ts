import { dirname, relative, sep } from 'node:path';
import type {
  DeclaredCode,
  DeclaredTool,
  Facts,
  FileFacts,
  Place,
  ProducedCode,
  Unread,
  Unresolved,
} from '../facts.ts';
import { builtInCodes } from './built-in-codes.ts';
import { collectFile } from './collect-file.ts';
import { createPackageFinder } from './find-package.ts';
import { parseSource } from './parse-source.ts';
import { readSources } from './read-sources.ts';
import type { Limits } from './read-sources.ts';

export interface CollectOptions extends Limits {
  /** The directory that shown paths are relative to. */
  readonly cwd: string;
}

/** Reads the sources below some directories and keeps only what the rules ask for. */
export const collectFacts = async (roots: readonly string[], options: CollectOptions): Promise<Facts> => {
  const findPackage = createPackageFinder();
  const shown = (path: string): string => withSlashes(relative(options.cwd, path)) || '.';
  const sum = createSum(roots.map(shown));
  for await (const read of readSources(roots, options)) {
    if (read.type === 'stopped') {
      sum.stoppedAfter = options.mostFiles;
      continue;
    }
    const file = shown(read.path);
    const start: Place = { file, line: 1, column: 1 };
    if (read.type === 'unread') sum.unread.push({ reason: read.reason, place: start });
    if (read.type === 'too-large') sum.tooLarge.push({ reason: read.reason, place: start });
    if (read.type !== 'text') continue;
    const owner = await findPackage(dirname(read.path));
    const identity = { file, inside: withSlashes(relative(read.root, read.path)), owner };
    add(sum, owner?.directory ?? null, collectFile(identity, parseSource(read.path, read.text)));
  }
  return sum;
};

const withSlashes = (path: string): string => path.split(sep).join('/');

const createSum = (directories: readonly string[]) => ({
  directories,
  files: 0,
  stoppedAfter: null as number | null,
  builtIn: builtInCodes(),
  declared: new Array<DeclaredCode>(),
  produced: new Array<ProducedCode>(),
  tools: new Array<DeclaredTool>(),
  unresolved: new Array<Unresolved>(),
  unread: new Array<Unread>(),
  tooLarge: new Array<Unread>(),
  mentioned: new Map<string | null, Set<string>>(),
  rendered: new Set<string>(),
});

const add = (sum: ReturnType<typeof createSum>, owner: string | null, file: FileFacts): void => {
  sum.files += 1;
  for (const code of file.declared) sum.declared.push(code);
  for (const code of file.produced) sum.produced.push(code);
  for (const tool of file.tools) sum.tools.push(tool);
  for (const note of file.unresolved) sum.unresolved.push(note);
  for (const problem of file.unread) sum.unread.push(problem);
  const mentioned = sum.mentioned.get(owner) ?? new Set();
  for (const code of file.mentioned) mentioned.add(code);
  sum.mentioned.set(owner, mentioned);
  for (const code of file.rendered) sum.rendered.add(code);
};
