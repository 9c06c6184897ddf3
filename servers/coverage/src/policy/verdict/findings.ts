import path from 'node:path';
import { findSimilar } from '@recourse/contract';
import type { Policy } from '../policy.ts';
import { isEmptyDomain } from './assign.ts';
import type { Assignment } from './assign.ts';
import { byText } from './counts.ts';
import type { EvaluateOptions } from './evaluate.ts';
import { judgeMeasure } from './judge-measure.ts';
import type { Judged, Verdict, VerdictProblem, VerdictWarning } from './verdict.ts';

type Judgement = Pick<Verdict, 'overall' | 'domains' | 'files' | 'changedLines' | 'ratchet'>;

/** Longer lists are not read, and every name makes the answer larger. */
const mostNamed = 50;
const mostFolders = 5;

/** Finds the problems that make a verdict fail. */
export const findProblems = (
  judged: Judgement,
  policy: Policy,
  assignment: Assignment,
  options: EvaluateOptions,
): readonly VerdictProblem[] => {
  const unknown = unknownDomains(policy, options.domains ?? []);
  if (unknown) return [unknown];
  if (judged.overall.total === 0) return [nothingMeasured(assignment, options)];
  return [
    ...emptyDomains(judged, policy, assignment),
    ...belowThreshold(judged, options),
    ...(judged.ratchet?.status === 'FAIL' ? [ratchetViolated(judged.ratchet)] : []),
  ];
};

const unknownDomains = (policy: Policy, wanted: readonly string[]): VerdictProblem | undefined => {
  const available = policy.domains.map(({ name }) => name);
  const domains = wanted.filter((name) => !available.includes(name));
  if (domains.length === 0) return undefined;
  const similar = domains.flatMap((name) => findSimilar(name, available, { most: 1 }).map(({ ref }) => String(ref)));
  return {
    code: 'OP_DOMAIN_UNKNOWN',
    details: { domains, available: available.slice(0, mostNamed) },
    ...(similar.length > 0 && { similar: [...new Set(similar)] }),
  };
};

const nothingMeasured = ({ excluded, ignored }: Assignment, { profilePath }: EvaluateOptions): VerdictProblem => {
  const left = excluded.length + ignored.length;
  return {
    code: 'OP_NOTHING_MEASURED',
    details: { ...(profilePath !== undefined && { path: profilePath }), ...(left > 0 && { excluded_files: left }) },
  };
};

const emptyDomains = ({ domains }: Judgement, policy: Policy, assignment: Assignment): readonly VerdictProblem[] =>
  domains
    .filter(({ domain }) => isEmptyDomain(assignment, domain))
    .map(({ domain }) => ({
      code: 'OP_DOMAIN_EMPTY',
      details: { domain, patterns: [...(policy.domains.find(({ name }) => name === domain)?.match ?? [])] },
    }));

type Measured = 'overall' | 'domain' | 'file' | 'changed_lines' | 'new_files';

/** One problem that lists everything below its minimum. The message is about the first item. */
const belowThreshold = (judged: Judgement, { failUnder }: EvaluateOptions): readonly VerdictProblem[] => {
  const { overall, domains, files, changedLines } = judged;
  const failing: { measured: Measured; subject: string; percent: number; required: number }[] = [];
  const note = (measured: Measured, subject: string, { status, total, percent, required }: Judged): void => {
    if (status === 'FAIL' && total > 0) failing.push({ measured, subject, percent, required });
  };
  if (failUnder !== undefined) note('overall', 'overall', judgeMeasure(overall, failUnder));
  for (const domain of domains) note('domain', domain.domain, domain);
  for (const file of files) note('file', file.file, file);
  if (changedLines) note('changed_lines', 'changed lines', changedLines);
  for (const file of changedLines?.newFiles ?? []) note('new_files', file.file, file);
  const [first] = failing;
  if (!first) return [];
  return [
    {
      code: 'OP_BELOW_THRESHOLD',
      details: {
        ...first,
        failing: failing.slice(0, mostNamed).map(({ subject, percent, required }) => ({ subject, percent, required })),
      },
    },
  ];
};

const ratchetViolated = ({
  percent,
  previousPercent,
  previousCommit,
  previousAt,
}: NonNullable<Judgement['ratchet']>): VerdictProblem => ({
  code: 'OP_RATCHET_VIOLATED',
  details: {
    percent,
    previous_percent: previousPercent,
    previous_at: previousAt,
    ...(previousCommit !== undefined && { previous_commit: previousCommit }),
  },
});

/** Finds facts that do not change the verdict, but matter to a reader who relies on it. */
export const findWarnings = (
  { changedLines, ratchet }: Judgement,
  { unassigned, overlaps }: Assignment,
  { ratchet: wanted, branch }: EvaluateOptions,
): readonly VerdictWarning[] => {
  const warnings: VerdictWarning[] = [];
  if (unassigned.length > 0) {
    warnings.push({
      code: 'OP_FILES_UNASSIGNED',
      details: { count: unassigned.length, directories: foldersOf(unassigned) },
    });
  }
  if (overlaps.size > 0) {
    const domains = [...new Set([...overlaps.values()].flat())].toSorted(byText);
    const directories = foldersOf([...overlaps.keys()]);
    warnings.push({ code: 'OP_DOMAINS_OVERLAP', details: { count: overlaps.size, domains, directories } });
  }
  if (changedLines && changedLines.unmeasured.length > 0) {
    const { unmeasured } = changedLines;
    const files = unmeasured.slice(0, mostNamed);
    warnings.push({ code: 'OP_CHANGES_UNMEASURED', details: { count: unmeasured.length, files } });
  }
  if (wanted === true && !ratchet) {
    warnings.push({ code: 'OP_HISTORY_EMPTY', details: { ...(branch !== undefined && { branch }) } });
  }
  return warnings;
};

const foldersOf = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => path.posix.dirname(file)))].toSorted(byText).slice(0, mostFolders);
