import type { NextAction } from '@recourse/contract';
import { z } from 'zod';
import { showPercent } from '../badge/render-badge.ts';
import type { Changes } from '../git/index.ts';
import { judge, warnAbout } from '../measuring/judge.ts';
import type { Judgement, Sources } from '../measuring/judge.ts';
import { loadHistory } from '../measuring/load-history.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { pageOf } from '../paging/budget.ts';
import type { Verbosity } from '../paging/budget.ts';
import { readCursor } from '../paging/cursor.ts';
import type { Question } from '../paging/cursor.ts';
import { countedIn, printShare } from '../policy/index.ts';
import type { ChangedLinesResult, Policy } from '../policy/index.ts';
import { asJson, refuse } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { Toolbox } from '../toolbox.ts';
import {
  changedRow,
  changedShape,
  domainRows,
  domainShape,
  fileRows,
  fileShape,
  measureShape,
  missedChanges,
  missedLines,
  uncoveredRow,
  uncoveredShape,
} from './rows.ts';
import { verdictFailure } from './verdict-failure.ts';

export const verdictOutput = z.object({
  untrusted: fenceShape,
  summary: z.string(),
  /** `printed` is the share as the language's own tool prints it. */
  overall: measureShape.extend({ printed: z.string() }),
  domains: z.array(domainShape),
  domainsTotal: z.int(),
  domainsNextCursor: z.string().optional(),
  /** Files that a rule of the policy names. */
  files: z.array(fileShape),
  filesTotal: z.int(),
  filesNextCursor: z.string().optional(),
  /** Where lines did not run: changed ones where changes are judged, else all. */
  uncovered: z.array(uncoveredShape),
  uncoveredTotal: z.int(),
  uncoveredNextCursor: z.string().optional(),
  changed: changedShape.optional(),
  provenance: provenanceShape,
});
export type VerdictAnswer = z.infer<typeof verdictOutput>;

/** The arguments that a verdict depends on besides its sources. */
interface VerdictArguments {
  readonly domains?: readonly string[] | undefined;
  readonly failUnder?: number | undefined;
  readonly ratchet?: boolean | undefined;
  readonly verbosity?: Verbosity | undefined;
  readonly cursor?: string | undefined;
}

export interface VerdictQuestion {
  readonly tool: string;
  readonly arguments: VerdictArguments;
  readonly sources: Sources;
  readonly changes: Changes | undefined;
  readonly onlyChanges: boolean;
  readonly next: readonly NextAction[];
  readonly warn: unknown;
  /** Whether a verdict that does not pass is a failure; a report shows it instead. */
  readonly fails?: boolean;
}

/** Judges and answers with a page of rows. A verdict that does not pass is a failure with the same facts. */
export const answerVerdict = async (toolbox: Toolbox, asked: VerdictQuestion): Promise<VerdictAnswer> =>
  (await judgeVerdict(toolbox, asked)).answer;

export const judgeVerdict = async (
  toolbox: Toolbox,
  asked: VerdictQuestion,
): Promise<{ readonly answer: VerdictAnswer; readonly judgement: Judgement }> => {
  const { arguments: args, changes, onlyChanges } = asked;
  const sources = onlyChanges ? { ...asked.sources, policy: withoutMinimums(asked.sources.policy) } : asked.sources;
  const history = await loadHistory(toolbox, undefined, args.ratchet === true);
  const judgement = await judge(toolbox, sources, {
    ...(args.domains && { domains: args.domains }),
    ...(args.failUnder !== undefined && { failUnder: args.failUnder }),
    ...(args.ratchet !== undefined && { ratchet: args.ratchet }),
    ...history,
    ...(changes && { changes }),
  });
  const whole = onlyChanges ? changesAlone(judgement) : judgement;
  const { verdict, provenance } = whole;
  const question: Question = {
    tool: asked.tool,
    arguments: asJson(args),
    state: [provenance.config.digest, ...provenance.profiles.map(({ digest }) => digest)],
  };
  const page = {
    verbosity: args.verbosity ?? 'normal',
    question,
    position: readCursor(args.cursor, question),
  } as const;
  const missing = verdict.changedLines
    ? missedChanges(verdict.changedLines)
    : missedLines(sources.coverage, countedIn(verdict));
  const missed = pageOf(missing, { list: 'uncovered', ...page });
  const uncovered = { ...missed, rows: missed.rows.map(uncoveredRow) };
  const isEmpty = verdict.problems.some(({ code }) => saysNothing.has(code));
  if (isEmpty || (!verdict.passed && asked.fails !== false)) {
    const { rows, nextCursor } = uncovered;
    throw verdictFailure({ verdict, provenance, uncovered: rows, nextCursor, next: asked.next });
  }
  warnAbout(asked.warn, whole);
  const isBrief = page.verbosity === 'brief';
  const domains = pageOf(
    domainRows(verdict.domains).filter(({ status }) => !isBrief || status !== 'PASS'),
    { list: 'domains', ...page },
  );
  const files = pageOf(
    fileRows(verdict.files).filter(({ status }) => !isBrief || status !== 'PASS'),
    { list: 'files', ...page },
  );
  const answer = {
    untrusted: fence('/domains/*/domain', '/files/*/file', '/uncovered/*/file', '/provenance/branch'),
    summary: summarise(whole),
    overall: {
      covered: verdict.overall.covered,
      total: verdict.overall.total,
      percent: verdict.overall.percent,
      printed: printShare(verdict.overall, { paths: sources.coverage.files.keys(), runner: sources.plan?.runner }),
    },
    domains: [...domains.rows],
    domainsTotal: domains.total,
    ...(domains.nextCursor !== undefined && { domainsNextCursor: domains.nextCursor }),
    files: [...files.rows],
    filesTotal: files.total,
    ...(files.nextCursor !== undefined && { filesNextCursor: files.nextCursor }),
    uncovered: [...uncovered.rows],
    uncoveredTotal: uncovered.total,
    ...(uncovered.nextCursor !== undefined && { uncoveredNextCursor: uncovered.nextCursor }),
    ...(verdict.changedLines && { changed: changedRow(verdict.changedLines) }),
    provenance,
  };
  return { answer, judgement: whole };
};

/** Problems that leave a report nothing to show. */
const saysNothing: ReadonlySet<string> = new Set(['OP_DOMAIN_UNKNOWN', 'OP_NOTHING_MEASURED']);

/** Drops the minimums of domains and files: a partial run cannot be held to them. */
const withoutMinimums = (policy: Policy): Policy => ({
  ...policy,
  domains: policy.domains.map((domain) => ({ ...domain, minimum: 0, warn: undefined })),
  files: [],
});

/** Keeps only the verdict on changed lines. Fails where no changed lines are executable: there is nothing to judge. */
const changesAlone = (judgement: Judgement): Judgement => {
  const { verdict } = judgement;
  if (verdict.changedLines?.total === 0) {
    throw refuse(
      'OP_NOTHING_MEASURED',
      { provenance: asJson(judgement.provenance) },
      {
        message: 'The profile contains no changed lines, so there is nothing to check',
        hint: 'Pass an earlier incrementalRef, or omit incremental to check the whole project.',
      },
    );
  }
  const problems = verdict.problems.filter(({ code }) => code !== 'OP_DOMAIN_EMPTY');
  return { ...judgement, verdict: { ...verdict, domains: [], problems, passed: problems.length === 0 } };
};

/** `PASS | 84.1% overall | 5/5 domains passing`, followed by what limits the verdict. */
export const summarise = ({ verdict, partial, provenance }: Judgement): string => {
  const { passed, overall, domains, changedLines } = verdict;
  const passing = domains.filter(({ status }) => status !== 'FAIL').length;
  return [
    passed ? 'PASS' : 'FAIL',
    `${showPercent(overall.percent)}% overall`,
    ...(domains.length > 0 ? [`${passing}/${domains.length} domains passing`] : []),
    ...(changedLines ? [describeChanged(changedLines)] : []),
    ...(partial ? ['partial: see provenance.skipped'] : []),
    ...(provenance.profiles.every(({ attested }) => attested) ? [] : ['unattested profile']),
  ].join(' | ');
};

/** A percentage of zero lines would mean nothing. */
const describeChanged = ({ total, percent }: Pick<ChangedLinesResult, 'total' | 'percent'>): string =>
  total === 0 ? 'the profile contains no changed lines' : `${showPercent(percent)}% of changed lines covered`;
