import { batch, defineCodes, fail as failCore, succeed } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { connectInProcess } from '@recourse/server';
import { z } from 'zod';
import { latestMs } from '../world/lateness.mjs';
import { Refusal } from '../world/refusal.mjs';
import { pauseAfter, pauseWindowMs, tools } from './tools.mjs';

/** The one code that the core has not: the office's own, as any server may have its own. */
const officeCodes = defineCodes(
  {
    WRONG_STATE: {
      kind: 'error',
      category: 'conflict',
      http: 409,
      retryable: false,
      recovery: 'change_state',
      since: '0.1.0',
      summary: 'Not in the state that the call needs',
      message: "'{subject}' is {status}",
      hint: 'Bring it into the right state first, then make the call again.',
      details: () => z.object({ subject: z.string(), status: z.string() }),
    },
  },
  { namespace: 'office' },
);

/**
 * The same office on the engine: its gates, quotas, keys and tokens are the shipped ones. A failure of the back end
 * becomes a code with its facts.
 *
 * @param {import('./host.mjs').Setup} setup
 */
export const serveRecourse = async (setup) => connectInProcess(createOffice(setup));

/** @param {import('./host.mjs').Setup} setup */
export const createOffice = ({ world, time, host, stores }) =>
  createServer({
    name: 'office',
    version: '1.0.0',
    now: time.now,
    stores,
    tools: Object.entries(tools).map(([name, row]) =>
      defineTool({
        name,
        description: row.description,
        input: row.input,
        operation: row.kind === 'read' ? 'query' : 'command',
        danger: row.kind === 'read' ? 'safe' : row.kind === 'destructive' ? 'destructive' : 'reversible',
        ...(row.asks && { confirmation: { message: row.asks } }),
        ...(row.counts && {
          quotas: [{ metric: row.counts, count: 'attempts', windowMs: pauseWindowMs, pause: pauseAfter }],
        }),
        ...(row.look && {
          settlesWithinMs: latestMs,
          verify: (/** @type {any} */ args, /** @type {any} */ of) => lookOf(row, args, of.intent),
        }),
        codes: officeCodes,
        errors,
        run: async ({ arguments: args, fail, signal, intent }) => {
          try {
            return await world.perform(name, args, host, signal, intent);
          } catch (thrown) {
            if (!(thrown instanceof Refusal) || thrown.kind === 'bug') throw thrown;
            return refuse(thrown, fail);
          }
        },
      }),
    ),
  });

/** The back end keeps the name of the intent with the effect, as payment references and commit trailers are kept. @type {(row: import('./tools.mjs').ToolRow, args: any, intent: string | undefined) => any} */
const lookOf = (row, args, intent) =>
  intent === undefined
    ? { ...row.look?.(args), why: 'Shows something like it.', resembles: true }
    : {
        ...row.look?.(args),
        applied_when: { pointer: `/marks/${intent}`, equals: true },
        why: 'Shows whether it was done.',
      };

const errors = /** @type {const} */ ([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
  'PERMISSION_DENIED',
  'NOT_FOUND_RESOURCE',
  'CONFLICT_VERSION_MISMATCH',
  'WRONG_STATE',
  'BATCH_PARTIAL_FAILURE',
]);

/** @type {(refusal: Refusal, fail: any) => any} */
const refuse = ({ kind, facts }, fail) => {
  const { afterMs, type, id, status, remedy, outcomes, text } = /** @type {Record<string, any>} */ (facts);
  switch (kind) {
    case 'busy':
    case 'down':
      return fail(
        'UPSTREAM_UNAVAILABLE',
        {},
        {
          effect: 'none',
          ...(afterMs !== undefined && { retry_after_ms: afterMs }),
          ...(text !== undefined && { message: text }),
        },
      );
    case 'broken':
      return fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'unknown', retryable: false });
    case 'limited':
      return fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: Math.ceil(afterMs / 1000) });
    case 'denied':
      return fail('PERMISSION_DENIED', { required_scope: 'office' });
    case 'timeout':
      return fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false });
    case 'missing':
      return fail('NOT_FOUND_RESOURCE', { resource_type: type, resource_id: id });
    case 'stale':
      return fail('CONFLICT_VERSION_MISMATCH', { resource_id: id });
    case 'state': {
      const next_actions = [{ ...remedy, why: 'Brings it into the right state.' }];
      return fail('WRONG_STATE', { subject: `${type} ${id}`, status }, { next_actions });
    }
    case 'partial':
      return batch(outcomes.map(outcomeOf));
    default:
      throw new Error(`Unknown kind of failure: ${kind}`);
  }
};

const outcomeOf = (/** @type {any} */ { result, failed }) => {
  if (failed === undefined) return succeed(result);
  return failed === 'busy'
    ? failCore('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })
    : failCore('VALIDATION_UPSTREAM_REJECTED', {}, { effect: 'none' });
};
