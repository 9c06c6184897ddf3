import { fail, isFailure, succeed } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/create-server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import type { LogLine } from '../stages/record/logger.ts';
import { request } from '../testing/tickets.ts';
import { defineRouter } from '../tool/define-router.ts';
import { defineOperation, defineTool } from '../tool/define-tool.ts';
import { changedAnswers, deepAnswer, refusedAnswers, thrownAnswers } from './testing/odd-answers.ts';

const serve = (answer: unknown, operation: 'command' | 'query' = 'command', options: Partial<ServerOptions> = {}) => {
  const lines: LogLine[] = [];
  const run = vi.fn(() => answer as never);
  const tool = defineTool({
    name: 'work',
    description: 'Works.',
    input: z.strictObject({}),
    operation,
    danger: 'safe',
    errors: ['NOT_FOUND_RESOURCE'],
    run,
  });
  const logger = { log: (line: LogLine) => void lines.push(line) };
  const server = createServer({ name: 's', tools: [tool], record: { logger }, ...options });
  const call = (): Promise<Outcome> => server.call(request('work', {}, { meta: { idempotency_key: 'k' } }));
  return { server, call, lines, run };
};

const withoutId = (outcome: Outcome) => JSON.parse(JSON.stringify({ ...outcome, correlation_id: '' })) as unknown;

describe.each(refusedAnswers)('%s as the answer of a handler', (_, answer) => {
  it('is withheld with the same code in the answer, the record and the store', async () => {
    const { server, call, lines, run } = serve(answer);
    const outcome = await call();
    expect(outcome).toMatchObject({ ok: false, code: 'INTERNAL_OUTPUT_INVALID' });
    expect(outcome).toMatchObject({ effect: 'applied', recovery: 'verify', details: { operation: 'work' } });
    expect(lines).toMatchObject([{ ok: false, code: 'INTERNAL_OUTPUT_INVALID', effect: 'applied' }]);
    expect(withoutId(await call())).toEqual(withoutId(outcome));
    expect(run).toHaveBeenCalledOnce();
    expect((await server.respond(request('work'))).isError).toBe(true);
  });

  it('leaves nothing behind if the handler only reads', async () => {
    const outcome = await serve(answer, 'query').call();
    const named = isFailure(answer) && answer.effect === 'applied' ? 'applied' : 'none';
    expect(outcome).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: named });
  });
});

it.each(thrownAnswers)('answers and records the same failure for %s', async (_, answer, code) => {
  const { call, lines } = serve(answer);
  expect(await call()).toMatchObject({ code, effect: 'unknown' });
  expect(lines).toMatchObject([{ code, effect: 'unknown' }]);
});

describe.each(changedAnswers)('%s as the answer of a handler', (_, answer, sent) => {
  it('arrives changed in the answer and in the store', async () => {
    const { call, lines } = serve(answer);
    expect(await call()).toEqual(succeed(sent as never));
    expect(await call()).toEqual(succeed(sent as never));
    expect(lines.map(({ ok }) => ok)).toEqual([true, true]);
  });
});

describe('an outcome', () => {
  it('is nested at most 64 levels deep', async () => {
    expect(await serve(deepAnswer).call()).toMatchObject({
      code: 'VALIDATION_PAYLOAD_TOO_LARGE',
      effect: 'applied',
      details: { limit_type: 'nesting_depth', limit_value: 64 },
    });
  });

  it('does not change when the handler changes its object later', async () => {
    const shared = { list: [1] };
    const { call } = serve(shared);
    await call();
    shared.list.push(2);
    expect(await call()).toEqual(succeed({ list: [1] }));
  });

  it('is stored as it was answered when it is too large', async () => {
    const { call, lines, run } = serve({ text: 'x'.repeat(2000) }, 'command', { limits: { responseBytes: 1000 } });
    const outcome = await call();
    expect(outcome).toMatchObject({ code: 'VALIDATION_PAYLOAD_TOO_LARGE', effect: 'applied' });
    expect(withoutId(await call())).toEqual(withoutId(outcome));
    expect(run).toHaveBeenCalledOnce();
    expect(lines.map(({ code }) => code)).toEqual(['VALIDATION_PAYLOAD_TOO_LARGE', 'VALIDATION_PAYLOAD_TOO_LARGE']);
  });

  it.each<[string, Parameters<typeof fail>[2]]>([
    ['message', { message: 'x'.repeat(5000) }],
    ['hint', { hint: 'x'.repeat(5000) }],
    ['subject', { subject: { type: 'x', id: 'x'.repeat(5000) } }],
    ['next action', { next_actions: [{ tool: 't', arguments: { a: 'x'.repeat(5000) }, why: 'w' }] }],
    ['similar', { similar: [{ ref: 'x'.repeat(5000) }] }],
  ])('counts the %s of a failure', async (_, options) => {
    const failure = fail('NOT_FOUND_RESOURCE', {}, { ...options, effect: 'partial' });
    const { call, lines } = serve(failure, 'command', { limits: { responseBytes: 4000 } });
    expect(await call()).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'partial' });
    expect(lines).toMatchObject([{ code: 'INTERNAL_OUTPUT_INVALID', effect: 'partial' }]);
  });

  it('counts its warnings', async () => {
    const warnings = Array.from({ length: 50 }, () => ({ namespace: null, code: 'W', message: 'x'.repeat(100) }));
    const { call } = serve(succeed({}, warnings), 'command', { limits: { responseBytes: 4000 } });
    expect(await call()).toMatchObject({ code: 'VALIDATION_PAYLOAD_TOO_LARGE', effect: 'applied' });
  });

  it('is limited as its dialect writes it', async () => {
    // stagewright writes the arguments of an action as a string as well, and that string once more inside the text.
    const action = { tool: 't', arguments: { a: '"'.repeat(20_000) }, why: 'w' };
    const failure = fail('NOT_FOUND_RESOURCE', {}, { next_actions: [action] });
    const limits = { responseBytes: 41_000 };
    expect(await serve(failure, 'query', { limits }).call()).toMatchObject({ code: 'NOT_FOUND_RESOURCE' });
    expect(await serve(failure, 'query', { limits, dialect: 'stagewright' }).call()).toMatchObject({
      code: 'INTERNAL_OUTPUT_INVALID',
    });
  });
});

describe('a failure that is made outside the handler', () => {
  const unsound = { ...fail('RATE_LIMIT_EXCEEDED'), details: { id: 10n } } as unknown as Failure;
  const definition = {
    name: 'work',
    input: z.strictObject({}),
    operation: 'command',
    danger: 'safe',
    errors: [],
    run: () => ({}),
  } as const;

  it('becomes INTERNAL_ERROR if `hold` returns one that is not JSON', async () => {
    const tool = defineTool({ ...definition, description: 'Works.', hold: () => unsound });
    const outcome = await createServer({ name: 's', tools: [tool] }).call(request('work'));
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none' });
  });

  it('becomes INTERNAL_ERROR if a router returns one that is not JSON', async () => {
    const router = defineRouter({
      name: 'all',
      description: 'Routes.',
      input: z.strictObject({}),
      operations: [defineOperation(definition)],
      resolve: () => unsound,
    });
    const outcome = await createServer({ name: 's', tools: [router] }).call(request('all'));
    expect(outcome).toMatchObject({ code: 'INTERNAL_ERROR', effect: 'none' });
  });

  it('is withheld if it is too large', async () => {
    const reason = 'x'.repeat(5000);
    const tool = defineTool({ ...definition, description: 'Works.', permit: () => reason });
    const server = createServer({ name: 's', tools: [tool], limits: { responseBytes: 1000 } });
    expect(await server.call(request('work'))).toMatchObject({ code: 'INTERNAL_OUTPUT_INVALID', effect: 'none' });
  });
});
