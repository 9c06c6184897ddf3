import { z } from 'zod';
import { judge, warnAbout } from '../measuring/judge.ts';
import type { Sources } from '../measuring/judge.ts';
import { provenanceShape } from '../measuring/provenance.ts';
import { pageOf } from '../paging/budget.ts';
import type { Verbosity } from '../paging/budget.ts';
import { readCursor } from '../paging/cursor.ts';
import { debt, readAnnotations } from '../policy/index.ts';
import { describeRanges } from '../profile/index.ts';
import { asJson } from '../refused.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { stateOf } from './state-of.ts';
import { refuseEmpty } from './refuse-empty.ts';

export const debtShape = z.object({
  untrusted: fenceShape,
  summary: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['domain', 'file']),
      current: z.number(),
      required: z.number(),
      shortfall: z.number(),
      /** How many lines more must run to reach the minimum. */
      lines: z.int(),
      where: z.array(z.object({ file: z.string(), uncovered: z.int(), lines: z.string() })),
    }),
  ),
  itemsTotal: z.int(),
  itemsNextCursor: z.string().optional(),
  totalDebt: z.number(),
  totalLines: z.int(),
  healthScore: z.number(),
  provenance: provenanceShape,
});

interface DebtQuestion {
  readonly arguments: { readonly verbosity?: Verbosity | undefined; readonly cursor?: string | undefined };
  readonly warn: unknown;
}

const mostRanges = 20;

/** Domains and files below their minimum, the furthest first. */
export const findDebt = async (
  toolbox: Toolbox,
  sources: Sources,
  { arguments: args, warn }: DebtQuestion,
): Promise<z.infer<typeof debtShape>> => {
  const { policy, coverage } = sources;
  const judgement = await judge(toolbox, sources);
  refuseEmpty(judgement);
  const annotations = policy.annotations ? await readAnnotations(toolbox.root, coverage.files.keys()) : undefined;
  const { items, totalDebt, totalLines, healthScore } = debt(coverage, policy, { ...(annotations && { annotations }) });
  const question = { tool: 'debt', arguments: asJson(args), state: stateOf(judgement.provenance) };
  const page = pageOf(items, {
    list: 'items',
    verbosity: args.verbosity ?? 'normal',
    question,
    position: readCursor(args.cursor, question),
  });
  warnAbout(warn, judgement);
  return {
    untrusted: fence('/items/*/name', '/items/*/where/*/file', '/provenance/branch'),
    summary:
      items.length === 0
        ? 'No debt: every minimum is met'
        : `${items.length} below ${items.length === 1 ? 'its' : 'their'} minimum, ${totalLines} line${totalLines === 1 ? '' : 's'} missing, ${healthScore}% healthy`,
    items: page.rows.map(({ name, where, ...rest }) => ({
      name: showText(name),
      ...rest,
      where: where.map(({ file, uncovered, ranges }) => ({
        file: showText(file),
        uncovered,
        lines: describeRanges(ranges, mostRanges),
      })),
    })),
    itemsTotal: page.total,
    ...(page.nextCursor !== undefined && { itemsNextCursor: page.nextCursor }),
    totalDebt,
    totalLines,
    healthScore,
    provenance: judgement.provenance,
  };
};
