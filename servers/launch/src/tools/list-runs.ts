import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { runIdPattern } from '@recourse/runs';
import type { PinnedRun } from '@recourse/runs';
import { z } from 'zod';
import { isOverseer } from './overseers.ts';
import { answering } from './answering.ts';
import { toolCodes } from './codes.ts';
import { fail } from './failures.ts';
import { findRun } from './find-run.ts';
import { runStates } from './states.ts';
import type { Toolbox } from './toolbox.ts';

const usualLimit = 50;
const mostLimit = 100;
/** One call looks at no more runs than this; the cursor continues from there. */
const mostPages = 20;
const pageSize = 100;

export const createListRuns = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'launch_list_runs',
    description: 'Lists your runs, newest first. If there are more, next_cursor continues the list.',
    input: z.strictObject({
      filter: z
        .strictObject({ product_slug: z.string().min(1).max(100).optional(), state: z.enum(runStates).optional() })
        .optional(),
      limit: z.int().min(1).max(mostLimit).default(usualLimit),
      cursor: z.string().regex(runIdPattern).optional().describe('next_cursor of the previous page.'),
    }),
    output: z.object({
      runs: z.array(
        z.object({
          run_id: z.string(),
          product_slug: z.string(),
          state: z.string(),
          started_at: z.string(),
          finished_at: z.string().nullable(),
        }),
      ),
      next_cursor: z.string().optional(),
    }),
    operation: 'query',
    danger: 'safe',
    idempotent: true,
    codes: toolCodes,
    errors: ['RUN_NOT_FOUND', 'RUN_RECORD_BROKEN', 'INVALID_INPUT'],
    run: (call) =>
      answering(call, async () => {
        const { filter = {}, limit, cursor } = call.arguments;
        if (cursor !== undefined) {
          const known = await answering(call, () => findRun(toolbox, call, cursor));
          if (!('pipeline' in known)) {
            return fail('INVALID_INPUT', { invalid_fields: ['cursor'] }, { correlation_id: call.correlation_id });
          }
        }
        const { id } = call.principal;
        const owner = isOverseer(toolbox.overseers, id) ? {} : { principal: id };
        const { found, next } = await search(toolbox, { ...filter, ...owner }, limit, cursor);
        return { runs: found.map(rowOf), ...(next !== undefined && { next_cursor: next }) };
      }),
  });

interface Filter {
  /** Only the runs of this principal. */
  readonly principal?: string;
  readonly product_slug?: string | undefined;
  readonly state?: string | undefined;
}

const search = async (
  { runs, pipeline }: Toolbox,
  { product_slug, state, principal }: Filter,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly found: readonly PinnedRun[]; readonly next: string | undefined }> => {
  const found: PinnedRun[] = [];
  let before = cursor;
  for (let page = 0; page < mostPages; page += 1) {
    const query = {
      pipeline,
      limit: pageSize,
      ...(principal !== undefined && { principal }),
      ...(state && { state }),
      ...(before && { before }),
    };
    const rows = await runs.listPinned(query);
    for (const [index, row] of rows.entries()) {
      if (product_slug === undefined || slugOf(row) === product_slug) found.push(row);
      const isLast = index === rows.length - 1 && rows.length < pageSize;
      if (found.length === limit) return { found, next: isLast ? undefined : row.run_id };
    }
    before = rows.at(-1)?.run_id;
    if (rows.length < pageSize) return { found, next: undefined };
  }
  return { found, next: before };
};

const slugOf = ({ config }: PinnedRun): string =>
  (config as { readonly product_slug?: string } | null)?.product_slug ?? '';

const rowOf = (run: PinnedRun) => ({
  run_id: run.run_id,
  product_slug: slugOf(run),
  state: run.state,
  started_at: run.started_at,
  finished_at: run.finished_at,
});
