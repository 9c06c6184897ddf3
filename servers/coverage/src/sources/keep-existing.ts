import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isGitName } from '../git/index.ts';
import { mergeCoverage } from '../profile/index.ts';
import type { Coverage, FileCoverage } from '../profile/index.ts';
import { readSource } from './read-source.ts';
import type { SourceFacts } from './read-source.ts';

/** A profile held against the files of the project. */
export interface ExistingCoverage {
  /** Only lines that are there, under the one real name of each file. */
  readonly coverage: Coverage;
  /** SHA-256 of the names and contents of all these files. */
  readonly digest: string;
  readonly newest: { readonly name: string; readonly at: Date } | undefined;
  /** How many files and lines the profile names that the project does not have. */
  readonly leftOut: { readonly files: number; readonly lines: number };
}

interface Source extends SourceFacts {
  readonly name: string;
}

/** Drops what a profile claims and the project does not have, so that nothing that is not there can count. */
export const keepExisting = async (root: string, { files }: Coverage): Promise<ExistingCoverage> => {
  const realRoot = await realpath(root);
  const sources = new Map<string, Source>();
  const kept: Coverage[] = [];
  let newest: ExistingCoverage['newest'];
  let [missingFiles, missingLines] = [0, 0];
  for (const [name, file] of files) {
    const source = await findSource(realRoot, name);
    if (!source) {
      missingFiles += 1;
      continue;
    }
    sources.set(source.name, source);
    if (!newest || source.modifiedAt > newest.at) newest = { name: source.name, at: source.modifiedAt };
    const existing = upTo(file, source);
    missingLines += file.lines.length - existing.lines.length;
    if (existing.lines.length > 0) kept.push({ files: new Map([[source.name, existing]]) });
  }
  return {
    coverage: mergeCoverage(kept),
    digest: digestOf([...sources.values()]),
    newest,
    leftOut: { files: missingFiles, lines: missingLines },
  };
};

/** Finds a file by its real name: links and letter case lead to one file, which counts once. */
const findSource = async (realRoot: string, named: string): Promise<Source | undefined> => {
  // Guards refuse odd names; here every file that exists must count, or an odd name would hide what is not covered.
  const real = await realpath(path.join(realRoot, named)).catch(() => undefined);
  const names = real === undefined ? [] : path.relative(realRoot, real).split(path.sep);
  if (real === undefined || names[0] === '..' || path.isAbsolute(names[0] ?? '') || names.some(isGitName))
    return undefined;
  const facts = await readSource(real);
  return facts && { ...facts, name: names.join('/') };
};

const upTo = ({ lines, hits, branches }: FileCoverage, { lines: last, name }: Source): FileCoverage => {
  // Lines rise, so that those beyond the end are at the end.
  const beyond = lines.findIndex((line) => line > last);
  const length = beyond === -1 ? lines.length : beyond;
  return {
    path: name,
    lines: lines.subarray(0, length),
    hits: hits.subarray(0, length),
    branches: branches.filter(({ line }) => line <= last),
  };
};

const digestOf = (sources: readonly Source[]): string => {
  const hash = createHash('sha256');
  const sorted = sources.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, digest } of sorted) hash.update(`${JSON.stringify(name)} ${digest}\n`);
  return `sha256:${hash.digest('hex')}`;
};
