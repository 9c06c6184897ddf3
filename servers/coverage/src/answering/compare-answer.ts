import { z } from 'zod';
import { judge, warnAbout } from '../measuring/judge.ts';
import type { LoadedProfiles } from '../measuring/load-profiles.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { pageOf } from '../paging/budget.ts';
import type { Verbosity } from '../paging/budget.ts';
import { readCursor } from '../paging/cursor.ts';
import { compareCoverage, readAnnotations } from '../policy/index.ts';
import type { FileDelta, Policy } from '../policy/index.ts';
import { asJson } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { stateOf } from './state-of.ts';

const deltaShape = z.object({ file: z.string(), basePct: z.number(), headPct: z.number(), delta: z.number() });

export const compareShape = z.object({
  untrusted: fenceShape,
  summary: z.string(),
  baseOverall: z.number(),
  headOverall: z.number(),
  delta: z.number(),
  improved: z.array(deltaShape),
  improvedTotal: z.int(),
  improvedNextCursor: z.string().optional(),
  regressed: z.array(deltaShape),
  regressedTotal: z.int(),
  regressedNextCursor: z.string().optional(),
  unchanged: z.int(),
  added: z.int(),
  removed: z.int(),
  domainDeltas: z.array(
    z.object({
      domain: z.string(),
      basePct: z.number(),
      headPct: z.number(),
      delta: z.number(),
      direction: z.string(),
    }),
  ),
  provenance: provenanceShape,
});

interface CompareQuestion {
  readonly policy: Policy;
  readonly base: LoadedProfiles;
  readonly head: LoadedProfiles;
  readonly arguments: { readonly verbosity?: Verbosity | undefined; readonly cursor?: string | undefined };
  readonly warn: unknown;
}

/** Compares coverage before and after; the rows with the largest changes come first. */
export const compareAnswer = async (
  toolbox: Toolbox,
  asked: CompareQuestion,
): Promise<z.infer<typeof compareShape>> => {
  const { policy, base, head, arguments: args } = asked;
  const judgement = await judge(toolbox, { policy, ...head, readings: [...head.readings, ...base.readings] });
  refuseEmpty(judgement);
  refuseEmpty(await judge(toolbox, { policy, ...base }));
  warnAbout(asked.warn, judgement);
  const { provenance } = judgement;
  const paths = [...base.coverage.files.keys(), ...head.coverage.files.keys()];
  const annotations = policy.annotations ? await readAnnotations(toolbox.root, new Set(paths)) : undefined;
  const comparison = compareCoverage(base.coverage, head.coverage, policy, annotations);
  const question = { tool: 'compare', arguments: asJson(args), state: stateOf(provenance) };
  const page = {
    verbosity: args.verbosity ?? 'normal',
    question,
    position: readCursor(args.cursor, question),
  } as const;
  const improved = pageOf(comparison.improved.map(shown), { list: 'improved', ...page });
  const regressed = pageOf(comparison.regressed.map(shown), { list: 'regressed', ...page });
  const { baseOverall, headOverall, delta, unchanged, added, removed, domains } = comparison;
  const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'unchanged';
  return {
    untrusted: fence('/improved/*/file', '/regressed/*/file', '/domainDeltas/*/domain', '/provenance/branch'),
    summary: `${direction}: ${baseOverall}% to ${headOverall}%, ${improved.total} ${improved.total === 1 ? 'file' : 'files'} better, ${regressed.total} worse`,
    baseOverall,
    headOverall,
    delta,
    improved: [...improved.rows],
    improvedTotal: improved.total,
    ...(improved.nextCursor !== undefined && { improvedNextCursor: improved.nextCursor }),
    regressed: [...regressed.rows],
    regressedTotal: regressed.total,
    ...(regressed.nextCursor !== undefined && { regressedNextCursor: regressed.nextCursor }),
    unchanged,
    added: added.length,
    removed: removed.length,
    domainDeltas: domains.map((row) => ({ ...row, domain: showText(row.domain) })),
    provenance,
  };
};

const shown = (row: FileDelta): FileDelta => ({ ...row, file: showText(row.file) });
