import type { Coverage, FileCoverage } from '../../profile/coverage.ts';
import { countLines, uncoveredRanges } from '../../profile/index.ts';
import type { LineRange } from '../../profile/index.ts';
import type { Policy } from '../policy.ts';
import { assign } from '../verdict/assign.ts';
import { byText, linesToMeet } from '../verdict/counts.ts';
import { evaluate } from '../verdict/evaluate.ts';
import type { EvaluateOptions } from '../verdict/evaluate.ts';
import type { Judged } from '../verdict/verdict.ts';

/** A domain or file below its minimum. */
interface DebtItem {
  readonly name: string;
  readonly type: 'domain' | 'file';
  readonly current: number;
  readonly required: number;
  /** In points of percent. */
  readonly shortfall: number;
  /** How many lines more must run to reach the minimum: not all that do not run. */
  readonly lines: number;
  /** Where most of the lines are that do not run. */
  readonly where: readonly {
    readonly file: string;
    readonly uncovered: number;
    readonly ranges: readonly LineRange[];
  }[];
}

export interface Debt {
  /** The most points first, then by name. */
  readonly items: readonly DebtItem[];
  readonly totalDebt: number;
  /** Enough lines for everything; where domains overlap, fewer can do. */
  readonly totalLines: number;
  /** How much of what has a minimum meets it, in percent. */
  readonly healthScore: number;
}

const mostFiles = 10;

/** Computes how much coverage is missing to meet a policy. */
export const debt = (coverage: Coverage, policy: Policy, options: EvaluateOptions = {}): Debt => {
  const verdict = evaluate(coverage, policy, options);
  const assignment = assign(coverage, policy, options.annotations);
  const judged = [...verdict.domains, ...verdict.files];
  const failingDomains = verdict.domains.filter(({ status }) => status === 'FAIL');
  const failingFiles = verdict.files.filter(({ status }) => status === 'FAIL');
  const items = [
    ...failingDomains.map((result) =>
      describe('domain', result.domain, result, assignment.domains.get(result.domain) ?? []),
    ),
    ...failingFiles.map((result) => describe('file', result.file, result, filesNamed(coverage, result.file))),
  ].toSorted((one, other) => other.shortfall - one.shortfall || byText(one.name, other.name));
  const failing = failingDomains.length + failingFiles.length;
  return {
    items,
    totalDebt: round(items.reduce((points, { shortfall }) => points + shortfall, 0)),
    totalLines: linesTogether(items, assignment.domains),
    healthScore: judged.length === 0 ? 100 : Math.floor(((judged.length - failing) * 1000) / judged.length) / 10,
  };
};

const filesNamed = (coverage: Coverage, path: string): readonly FileCoverage[] => {
  const file = coverage.files.get(path);
  return file ? [file] : [];
};

const describe = (type: DebtItem['type'], name: string, judged: Judged, files: readonly FileCoverage[]): DebtItem => ({
  name,
  type,
  current: judged.percent,
  required: judged.required,
  shortfall: round(judged.required - judged.percent),
  lines: linesToMeet(judged, judged.required),
  where: files
    .map((file) => ({ file, uncovered: countLines(file).total - countLines(file).covered }))
    .filter(({ uncovered }) => uncovered > 0)
    .toSorted((one, other) => other.uncovered - one.uncovered || byText(one.file.path, other.file.path))
    .slice(0, mostFiles)
    .map(({ file, uncovered }) => ({ file: file.path, uncovered, ranges: uncoveredRanges(file) })),
});

/** A line of a file that must run counts for its domain too. */
const linesTogether = (items: readonly DebtItem[], domains: ReadonlyMap<string, readonly FileCoverage[]>): number => {
  const needs = new Map(items.filter(({ type }) => type === 'file').map(({ name, lines }) => [name, lines]));
  let total = 0;
  for (const { name, lines } of items.filter(({ type }) => type === 'domain')) {
    let inFiles = 0;
    for (const { path } of domains.get(name) ?? []) {
      inFiles += needs.get(path) ?? 0;
      needs.delete(path);
    }
    total += Math.max(lines, inFiles);
  }
  return [...needs.values()].reduce((sum, lines) => sum + lines, total);
};

const round = (points: number): number => Math.round(points * 100) / 100;
