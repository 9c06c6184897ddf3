import { isFailure } from '@recourse/contract';
import type { CodeDefinition, Failure, Json, JsonObject } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { toCallToolResult } from '@recourse/contract/mcp';
import * as registries from '@recourse/contract/registries';
import { describe, expect, it } from 'vitest';
import { createScripted } from '../testing/scripted-client.ts';

const definitions = Object.values(registries)
  .flatMap((set) => Object.values<CodeDefinition>(set.definitions))
  .filter(({ kind }) => kind === 'error');

const look = {
  tool: 'find_payment',
  arguments: { key: 'k' },
  why: 'Shows whether it was paid.',
  applied_when: { pointer: '/paid', equals: true },
};
const remedy = { tool: 'open_account', arguments: {}, why: 'Opens it.' };

/** Everything that strategies read of details, whether or not the code has it. */
const details: JsonObject = {
  operation: 'pay',
  problems: [
    { path: '/n', keyword: 'type', message: 'must be integer', expected: 'integer', received: 'string', suggestion: 5 },
    {
      path: '/state',
      keyword: 'enum',
      message: 'must be one of',
      expected: ['open', 'closed'],
      params: { allowedValues: ['open', 'closed'] },
      suggestion: 'closed',
    },
    {
      path: '',
      keyword: 'additionalProperties',
      message: 'must NOT have additional properties',
      params: { additionalProperty: 'titel' },
      suggestion: 'title',
    },
    { path: '', keyword: 'required', message: 'required', params: { missingProperty: 'title' } },
  ],
  confirmation_token: 'rct_0123456789',
  confirmation_message: 'Pay 5 euros?',
  reasons: ['It costs money.'],
  danger_level: 'destructive',
  expires_at: '1970-01-01T00:04:00Z',
  total: 2,
  succeeded: 1,
  failed: 1,
  errors: [
    { index: 1, code: 'UPSTREAM_UNAVAILABLE', message: 'm', effect: 'none', retryable: true, retry_after_ms: 9 },
  ],
  results: [{ index: 0, value: { paid: true } }],
};
const uncorrectable = {
  problems: [...(details['problems'] as JsonObject[]), { path: '/n', keyword: 'minimum', message: 'must be >= 1' }],
};

/** Variants of one failure of a code. */
const variants: Readonly<Record<string, JsonObject>> = {
  'as its row says': {},
  'with all details': { details },
  'with problems that cannot all be corrected': { details: uncorrectable },
  'with one problem': { details: { problems: [{ path: '/n', keyword: 'pattern', message: 'must match' }] } },
  'with a time in its details': { details: { resets_at: '1970-01-01T00:00:07Z' } },
  'with a time for its key': { details: { reopenable_at: '1970-01-01T00:00:03Z' } },
  'with a time of its own': { retry_after_ms: 1_234.5, details },
  'with a long time': { retry_after_ms: 1e15 },
  'with a look': { effect: 'unknown', next_actions: [look] },
  'with a look that proves nothing': { effect: 'unknown', next_actions: [{ ...look, resembles: true }] },
  'with a remedy': { next_actions: [remedy] },
  'with a token to confirm by tool': {
    details,
    next_actions: [{ tool: 'recourse_confirm', arguments: { confirmation_token: 'rct_0123456789' }, why: 'Pays.' }],
  },
  'with a call that confirms and no token': {
    next_actions: [{ tool: 'recourse_confirm', arguments: { confirmation_token: 'rct_0123456789' }, why: 'Pays.' }],
  },
  'with the question in its hint': { details, hint: 'Ask the user: Pay 5 euros? If yes, confirm.' },
  'with a question that its hint changes': {
    details: { ...details, confirmation_message: 'Pay\t5 euros?' },
    hint: 'Ask the user: Pay\t5 euros?',
  },
  'with a question and nothing else': { details: { ...details, reasons: [], expires_at: 'soon' } },
  'with a batch that does not add up': { details: { ...details, total: 3 } },
  'with a batch whose rest was not begun': {
    details: { total: 2, errors: details['errors'] as Json, results: [], pending: [{ index: 0 }] },
  },
  'with a batch without results': { details: { total: 1, errors: details['errors'] as Json } },
  'with a batch of which a part may not be repeated': {
    details: { ...details, errors: [{ index: 1, code: 'UPSTREAM_UNAVAILABLE', effect: 'none', retryable: false }] },
  },
  'with a batch of which a part says nothing of repeating': {
    details: { ...details, errors: [{ index: 1, code: 'UPSTREAM_UNAVAILABLE', effect: 'none' }] },
  },
  'with a batch of which a part has an unknown code': {
    details: { ...details, errors: [{ index: 1, code: 'PRESS_JAMMED', effect: 'none', retryable: true }] },
  },
  'with a token and another call': {
    details,
    next_actions: [
      { tool: 'recourse_confirm', arguments: { confirmation_token: 'rct_0123456789' }, why: 'Pays.' },
      remedy,
    ],
  },
  'with names': { similar: [{ ref: 'pya', role: 'tool' }] },
  'that took effect': { effect: 'applied' },
  'that took effect in part': { effect: 'partial', details },
  'that may not be repeated': { retryable: false, effect: 'unknown', next_actions: [look] },
  'that was stored': { _meta: { replayed: true } },
};

const failureOf = (definition: CodeDefinition, said: JsonObject): { failure: Failure; replayed: boolean } => {
  const { code, namespace, category, recovery, retryable, http } = definition;
  const { _meta: meta, ...fields } = said;
  const { replayed = false } = (meta ?? {}) as { replayed?: boolean };
  const parsed = recourse.parse({
    ok: false,
    code,
    error: 'It failed',
    hint: 'Do this.',
    recovery,
    retryable,
    http,
    effect: 'none',
    ...fields,
    correlation_id: 'c-1',
    _meta: {
      category,
      ...(namespace !== null && { namespace }),
    },
  });
  if (!isFailure(parsed)) throw new Error(`${code} cannot be read`);
  return { failure: parsed, replayed };
};

const paid = { result: { content: [], structuredContent: { ok: true, paid: true, _meta: {} } } };
const args = { n: '5', state: 'closd', titel: 'T', items: ['a', 'b'] };

interface World {
  readonly announced: boolean;
  readonly reads: boolean;
}

/** How a call ends that fails twice and then succeeds, and everything that was sent, asked and waited for meanwhile. */
const endOf = async (given: object, { announced, reads }: World) => {
  let payments = 0;
  const questions: unknown[] = [];
  const { client, sent, slept } = createScripted(
    ({ name }) => (name === 'pay' && (payments += 1) <= 2 ? { result: given } : paid),
    {
      allow: ['open_account'],
      confirm: (question) => questions.push(question) > 0,
      budget: { attempts: 6, seconds: 60 },
    },
    { announced, tools: { pay: reads, find_payment: true, open_account: false } },
  );
  const { end, why, calls } = await client.recover({ name: 'pay', arguments: args });
  return { end, why, calls, sent, slept, questions };
};

const worlds: readonly World[] = [true, false].map((reads) => ({ announced: true, reads }));

describe('a client that is given only the line of a failure', () => {
  it.each(definitions.map((definition) => [definition.code, definition] as const))(
    'ends %s as with the whole result',
    async (code, definition) => {
      for (const [variant, said] of Object.entries(variants)) {
        const { failure, replayed } = failureOf(definition, said);
        const whole = toCallToolResult(failure, recourse, { replayed });
        const { content } = whole;
        expect(JSON.stringify(content)).toContain(`${code} (`);
        for (const world of worlds)
          expect(await endOf({ content, isError: true }, world), variant).toEqual(await endOf(whole, world));
        // The text of a server that does not announce the contract proves nothing about an effect.
        const heard = await endOf({ content, isError: true }, { announced: false, reads: false });
        expect(heard, variant).toMatchObject({ end: 'in_doubt', calls: 1, slept: [], questions: [] });
      }
    },
  );
});
