import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { inSlices } from '../files/in-slices.ts';
import { RealNames } from '../files/real-names.ts';
import { uniteFiles } from '../profile/index.ts';
import type { Coverage, FileCoverage } from '../profile/index.ts';
import { readSource } from './read-source.ts';
import type { SourceFacts } from './read-source.ts';

/** A profile compared with the files of the project. */
export interface ExistingCoverage {
  /** Only lines that are there, under the one real name of each file. */
  readonly coverage: Coverage;
  /** SHA-256 of the names and contents of all these files. */
  readonly digest: string;
  readonly newest: { readonly name: string; readonly at: Date } | undefined;
  /** How many files and lines the profile names that the project does not have. */
  readonly leftOut: { readonly files: number; readonly lines: number };
}

export interface KeepOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each file with the number of files so far. */
  readonly onFile?: ((done: number) => void) | undefined;
}

/** Drops files and lines that a profile names and the project does not have, so that only existing lines count. */
export const keepExisting = async (
  root: string,
  { files }: Coverage,
  { signal, onFile }: KeepOptions = {},
): Promise<ExistingCoverage> => inSlices(compare(new RealNames(await realpath(root)), files, onFile), signal);

function* compare(
  names: RealNames,
  files: Coverage['files'],
  onFile: KeepOptions['onFile'],
): Generator<void, ExistingCoverage, void> {
  const sources = new Map<string, SourceFacts>();
  const kept = new Map<string, FileCoverage[]>();
  let newest: ExistingCoverage['newest'];
  let [missingFiles, missingLines, done] = [0, 0, 0];
  for (const [name, file] of files) {
    const source = yield* readSource(names, name);
    onFile?.((done += 1));
    yield;
    if (!source) {
      missingFiles += 1;
      continue;
    }
    sources.set(source.name, source);
    if (!newest || source.modifiedAt > newest.at) newest = { name: source.name, at: source.modifiedAt };
    const existing = upTo(file, source);
    missingLines += file.lines.length - existing.lines.length;
    if (existing.lines.length === 0) continue;
    const same = kept.get(source.name);
    if (same) same.push(existing);
    else kept.set(source.name, [existing]);
  }
  return {
    coverage: { files: new Map([...kept].map(([name, parts]) => [name, uniteFiles(name, parts)])) },
    digest: digestOf([...sources.values()]),
    newest,
    leftOut: { files: missingFiles, lines: missingLines },
  };
}

const upTo = (file: FileCoverage, { lines: last, name }: SourceFacts): FileCoverage => {
  const { lines, hits, branches, statements, functions } = file;
  const isThere = ({ line }: { readonly line: number }): boolean => line <= last;
  // Lines rise, so that those beyond the end are at the end.
  if ((lines.at(-1) ?? 0) <= last && [branches, statements, functions].every((list) => list?.every(isThere) ?? true)) {
    return { ...file, path: name };
  }
  const beyond = lines.findIndex((line) => line > last);
  const length = beyond === -1 ? lines.length : beyond;
  return {
    path: name,
    lines: lines.subarray(0, length),
    hits: hits.subarray(0, length),
    branches: branches.filter(isThere),
    ...(statements && { statements: statements.filter(isThere) }),
    ...(functions && { functions: functions.filter(isThere) }),
  };
};

const digestOf = (sources: readonly SourceFacts[]): string => {
  const hash = createHash('sha256');
  const sorted = sources.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, digest } of sorted) hash.update(`${JSON.stringify(name)} ${digest}\n`);
  return `sha256:${hash.digest('hex')}`;
};
