import type { Changes } from '../../git/index.ts';
import type { Coverage } from '../../profile/coverage.ts';
import type { Metric } from '../../profile/coverage.ts';
import { countMetric } from '../../profile/index.ts';
import type { History } from '../history/history.ts';
import { anyOf, compileFilePattern } from '../matching/patterns.ts';
import type { Policy } from '../policy.ts';
import type { Annotations } from './annotations.ts';
import { assign, createAssigner, isEmptyDomain } from './assign.ts';
import type { Assignment } from './assign.ts';
import { percentOf, sum } from './counts.ts';
import { judgeChanges } from './judge-changes.ts';
import { judgeMeasure, measure } from './judge-measure.ts';
import { metricOf } from './metric-of.ts';
import { findPrevious, judgeRatchet } from './judge-ratchet.ts';
import { findProblems, findWarnings } from './findings.ts';
import type { DomainResult, FileResult, Verdict } from './verdict.ts';

export interface EvaluateOptions {
  /** Only these domains; all of them without it. The whole is measured in any case. */
  readonly domains?: readonly string[];
  /** A floor for the whole. */
  readonly failUnder?: number;
  /** Whether the whole may be less than it was. */
  readonly ratchet?: boolean;
  /** For the ratchet and for the deltas of domains. */
  readonly history?: History;
  /** The branch that is checked out, by which the history is read. */
  readonly branch?: string;
  /** The changes to hold to the minimum for changed lines; without them that gate is not asked. */
  readonly changes?: Changes;
  /** See `readAnnotations`; looked at only if the policy lets files speak for themselves. */
  readonly annotations?: Annotations;
  /** The profile's path, for the case that it measures nothing. */
  readonly profilePath?: string;
}

/** Holds a profile to a policy. Nothing is rounded, and nothing that was not measured passes in silence. */
export const evaluate = (coverage: Coverage, policy: Policy, options: EvaluateOptions = {}): Verdict => {
  const { changes, branch, history = { entries: [] } } = options;
  const assignment = assign(coverage, policy, options.annotations);
  const metric = metricOf(policy, coverage);
  const overall = sum(assignment.files, metric);
  const previous = findPrevious(history, metric, branch);
  const judged = {
    metric,
    overall: measure(overall),
    domains: judgeDomains(policy, assignment, { ...options, metric }),
    files: judgeFiles(policy, assignment, metric),
    ...(changes && {
      changedLines: judgeChanges(changes, policy, {
        assignment,
        assigner: createAssigner(policy, options.annotations),
      }),
    }),
    ...(options.ratchet === true && previous && { ratchet: judgeRatchet(overall, previous, branch) }),
  };
  const problems = findProblems(judged, policy, assignment, options);
  const asked = new Set(judged.domains.map(({ domain }) => domain));
  return {
    passed: problems.length === 0,
    ...judged,
    problems,
    warnings: findWarnings(judged, assignment, options),
    left: {
      excluded: assignment.excluded,
      ignored: assignment.ignored,
      domains: policy.domains.flatMap(({ name }) => (asked.has(name) ? [] : [name])),
    },
  };
};

const judgeDomains = (
  policy: Policy,
  assignment: Assignment,
  { domains: wanted, history, branch, metric }: EvaluateOptions & { readonly metric: Metric },
): readonly DomainResult[] => {
  const before = history && findPrevious(history, metric, branch)?.domains;
  return policy.domains
    .filter(({ name }) => wanted === undefined || wanted.length === 0 || wanted.includes(name))
    .map(({ name, minimum, warn, inherited }) => {
      const counts = sum(assignment.domains.get(name) ?? [], metric);
      const previous = before && Object.hasOwn(before, name) ? before[name]?.percent : undefined;
      const delta = previous === undefined ? undefined : Math.round((percentOf(counts) - previous) * 100) / 100;
      // A domain without a line is not covered, whatever it demands; see OP_DOMAIN_EMPTY.
      const judged = judgeMeasure(counts, minimum, warn);
      return {
        domain: name,
        ...judged,
        status: isEmptyDomain(assignment, name) ? 'FAIL' : judged.status,
        requiredInherited: inherited,
        ...(delta !== undefined && { delta }),
      };
    });
};

/** If several rules match a file, the strictest applies. */
const judgeFiles = (policy: Policy, { files }: Assignment, metric: Metric): readonly FileResult[] => {
  const rules = policy.files.map(({ match, minimum }) => ({
    matches: anyOf(match, compileFilePattern, policy.module),
    minimum,
  }));
  return files.flatMap((file) => {
    const minimums = rules.filter(({ matches }) => matches(file.path)).map(({ minimum }) => minimum);
    if (minimums.length === 0) return [];
    return [{ file: file.path, ...judgeMeasure(countMetric(file, metric), Math.max(...minimums)) }];
  });
};
