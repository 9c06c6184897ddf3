import { missedChanges, missedLines, uncoveredRow } from '../answering/rows.ts';
import { refuseEmpty } from '../answering/refuse-empty.ts';
import { summarise } from '../answering/verdict-answer.ts';
import { changesFor } from '../measuring/find-changes.ts';
import { judge } from '../measuring/judge.ts';
import type { Judgement, Sources } from '../measuring/judge.ts';
import type { LoadedProfiles } from '../measuring/load-profiles.ts';
import { originOf } from '../page/describe-page.ts';
import { compareCoverage, countedIn, percentOf } from '../policy/index.ts';
import { countLines } from '../profile/index.ts';
import type { Toolbox } from '../toolbox.ts';
import type { CommentFacts } from './render-comment.ts';

/** Collects the content of a comment: the verdict by domain, and the files with the most uncovered lines. */
export const describeComment = async (
  toolbox: Toolbox,
  sources: Sources,
  base: LoadedProfiles | undefined,
): Promise<{ readonly facts: CommentFacts; readonly judgement: Judgement }> => {
  const { policy, coverage } = sources;
  const changes = await changesFor(toolbox, policy, undefined);
  const readings = [...sources.readings, ...(base?.readings ?? [])];
  const judgement = await judge(toolbox, { ...sources, readings }, { ...(changes && { changes }) });
  refuseEmpty(judgement);
  const { verdict, provenance } = judgement;
  const deltas = new Map(
    base ? compareCoverage(base.coverage, coverage, policy).domains.map(({ domain, delta }) => [domain, delta]) : [],
  );
  const missing = verdict.changedLines
    ? missedChanges(verdict.changedLines)
    : missedLines(coverage, countedIn(verdict));
  return {
    judgement,
    facts: {
      holds: verdict.passed,
      summary: summarise(judgement),
      domains: verdict.domains.map(({ domain: name, percent, required, status, delta: sinceLast }) => {
        const delta = deltas.get(name) ?? sinceLast;
        return { name, percent, required, status, ...(delta !== undefined && { delta }) };
      }),
      files: missing.map((missed) => {
        const file = coverage.files.get(missed.file);
        const { file: name, lines } = uncoveredRow(missed);
        return { name, percent: file ? percentOf(countLines(file)) : 0, uncovered: lines };
      }),
      origin: originOf(provenance),
    },
  };
};
