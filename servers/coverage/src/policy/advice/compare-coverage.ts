import type { Counts, Coverage, Metric } from '../../profile/coverage.ts';
import { countMetric } from '../../profile/index.ts';
import type { Policy } from '../policy.ts';
import type { Annotations } from '../verdict/annotations.ts';
import { assign } from '../verdict/assign.ts';
import type { Assignment } from '../verdict/assign.ts';
import { byText, compareShares, percentOf, sum } from '../verdict/counts.ts';
import { metricOf } from '../verdict/metric-of.ts';

export interface FileDelta {
  readonly file: string;
  readonly basePct: number;
  readonly headPct: number;
  /** For display; which list the file is in was decided exactly. */
  readonly delta: number;
}

export interface Comparison {
  readonly baseOverall: number;
  readonly headOverall: number;
  readonly delta: number;
  /** The largest step first, then by path. */
  readonly improved: readonly FileDelta[];
  readonly regressed: readonly FileDelta[];
  readonly unchanged: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** In the order of the policy; a domain that has no line on one of the sides is left out. */
  readonly domains: readonly {
    readonly domain: string;
    readonly basePct: number;
    readonly headPct: number;
    readonly delta: number;
    readonly direction: 'improved' | 'regressed' | 'unchanged';
  }[];
}

/** Compares two profiles, without rounding: what improved and what regressed. */
export const compareCoverage = (
  base: Coverage,
  head: Coverage,
  policy: Policy,
  annotations?: Annotations,
): Comparison => {
  const [before, after] = [assign(base, policy, annotations), assign(head, policy, annotations)];
  const metric = metricOf(policy, head);
  const earlier = countsByPath(before, metric);
  const later = countsByPath(after, metric);
  const both = [...later.keys()].filter((file) => earlier.has(file));
  const deltas = both.map((file) => difference(file, earlier.get(file), later.get(file)));
  const [baseAll, headAll] = [sum(before.files, metric), sum(after.files, metric)];
  return {
    baseOverall: percentOf(baseAll),
    headOverall: percentOf(headAll),
    delta: points(baseAll, headAll),
    improved: sorted(deltas, 1),
    regressed: sorted(deltas, -1),
    unchanged: deltas.filter(({ direction }) => direction === 0).length,
    added: [...later.keys()].filter((file) => !earlier.has(file)),
    removed: [...earlier.keys()].filter((file) => !later.has(file)),
    domains: policy.domains.flatMap(({ name }) => domainDelta(name, metric, [before, after])),
  };
};

const countsByPath = ({ files }: Assignment, metric: Metric): ReadonlyMap<string, Counts> =>
  new Map(files.map((file) => [file.path, countMetric(file, metric)]));

const points = (base: Counts, head: Counts): number => Math.round((percentOf(head) - percentOf(base)) * 100) / 100;

type Directed = FileDelta & { readonly direction: number };

const difference = (file: string, base: Counts = { covered: 0, total: 0 }, head: Counts = base): Directed => ({
  file,
  basePct: percentOf(base),
  headPct: percentOf(head),
  delta: points(base, head),
  direction: compareShares(head, base),
});

const sorted = (deltas: readonly Directed[], wanted: number): readonly FileDelta[] =>
  deltas
    .filter(({ direction }) => direction === wanted)
    .toSorted((one, other) => Math.abs(other.delta) - Math.abs(one.delta) || byText(one.file, other.file))
    .map(({ file, basePct, headPct, delta }) => ({ file, basePct, headPct, delta }));

const domainDelta = (
  domain: string,
  metric: Metric,
  [before, after]: readonly [Assignment, Assignment],
): Comparison['domains'] => {
  const counted = ({ domains }: Assignment): Counts => sum(domains.get(domain) ?? [], metric);
  const [base, head] = [counted(before), counted(after)];
  if (base.total === 0 || head.total === 0) return [];
  const direction = compareShares(head, base);
  const name = direction > 0 ? 'improved' : 'regressed';
  return [
    {
      domain,
      basePct: percentOf(base),
      headPct: percentOf(head),
      delta: points(base, head),
      direction: direction === 0 ? 'unchanged' : name,
    },
  ];
};
