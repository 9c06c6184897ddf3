import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors/operator-error.ts';
import { byPlace, compareTexts } from './by-place.ts';
import { collectFacts } from './collect/collect-facts.ts';
import type { Facts, ProducedCode, Unresolved } from './facts.ts';
import type { Finding, Note } from './finding.ts';
import { rules } from './rules/index.ts';
import type { RuleFinding } from './rules/rule.ts';

export interface LintOptions {
  /** The directory that given directories and shown paths are relative to. */
  readonly cwd?: string;
  readonly largestFileBytes?: number;
  readonly mostFiles?: number;
}

/** The result of a lint run, in the shape of `recourse lint --json`. */
export interface LintReport {
  /** How many files were read. */
  readonly files: number;
  /** How many rows the scanned registries have, and how many different codes are produced. */
  readonly codes: { readonly declared: number; readonly produced: number };
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
}

const mebibyte = 1024 * 1024;

/** Compares the codes that some sources produce with the codes that they declare. Never runs what it reads. */
export const lint = async (directories: readonly string[], options: LintOptions = {}): Promise<LintReport> => {
  const { cwd = process.cwd(), largestFileBytes = 2 * mebibyte, mostFiles = 20_000 } = options;
  for (const directory of directories) await requireDirectory(directory, cwd);
  const roots = (directories.length === 0 ? ['.'] : directories).map((directory) => resolve(cwd, directory));
  return report(await collectFacts(roots, { cwd, largestFileBytes, mostFiles }));
};

const requireDirectory = async (directory: string, cwd: string): Promise<void> => {
  const found = await stat(resolve(cwd, directory)).catch(() => null);
  if (found === null) throw new UsageError(`There is no directory '${directory}'.`);
  if (!found.isDirectory())
    throw new UsageError(`'${directory}' is a file: pass the directory that contains your sources.`);
};

const report = (all: Facts): LintReport => {
  const facts = { ...all, produced: distinct(all.produced) };
  return {
    files: facts.files,
    codes: { declared: facts.declared.length, produced: new Set(facts.produced.map(({ code }) => code)).size },
    findings: rules.flatMap((rule) => rule.check(facts).map((found) => asFinding(rule.id, found))).sort(inOrder),
    notes: facts.unresolved.map(asNote).sort(inOrder),
  };
};

const asFinding = (rule: string, { place, code, message, hint }: RuleFinding): Finding => ({
  rule,
  ...place,
  code,
  message,
  hint,
});

const asNote = ({ rule, place, message }: Unresolved): Note => ({ rule, ...place, message });

const inOrder = (one: Note, other: Note): number =>
  byPlace(one, other) || compareTexts(one.rule, other.rule) || compareTexts(one.message, other.message);

/** A constant that is given to `fail` in two places is one literal, to be reported once. */
const distinct = (produced: readonly ProducedCode[]): readonly ProducedCode[] => [
  ...new Map(produced.map((code) => [`${code.place.file}:${code.place.line}:${code.place.column}`, code])).values(),
];
