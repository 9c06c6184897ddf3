import { batch, fail, succeed } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { createClock, linkClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMemoryKeys } from '../keys/memory-keys.ts';
import { idempotencyKeyMetaKey } from '../meta-keys.ts';
import { recovering } from '../recovering.ts';
import type { ToolCall } from '../recovering.ts';
import { createScripted } from '../testing/scripted-client.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const busy = (): Outcome => fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });

/** A server that imports titles, each of which fails as often and in such a way as it is told. */
const open = async (failures: Readonly<Record<string, readonly (() => Outcome)[]>>) => {
  const clock = createClock();
  const done: string[] = [];
  const left = new Map(Object.entries(failures).map(([title, list]) => [title, [...list]]));
  const one = (title: string): Outcome => left.get(title)?.shift()?.() ?? succeed({ number: done.push(title) });
  const server = createServer({
    name: 'importer',
    now: clock.now,
    tools: [
      defineTool({
        name: 'import',
        description: 'Imports.',
        input: z.strictObject({ titles: z.array(z.string()), tags: z.array(z.string()).optional() }),
        operation: 'command',
        danger: 'reversible',
        errors: ['BATCH_PARTIAL_FAILURE'],
        run: ({ arguments: { titles } }) => {
          const outcome = batch(titles.map(one));
          return outcome.ok ? { imported: titles.length } : outcome;
        },
      }),
    ],
  });
  const linked = await linkClient(server);
  closing.push(linked.close);
  const client = recovering(linked.client, {
    now: clock.now,
    sleep: (ms) => Promise.resolve(clock.advance(ms)),
    random: () => 0.5,
  });
  return { done, client, recover: (args: object) => client.recover({ name: 'import', arguments: { ...args } }) };
};

describe('a batch of which a part failed', () => {
  it('is finished by sending the rest alone, and shows what its earlier answers said', async () => {
    const { done, recover } = await open({ b: [busy, busy], d: [busy] });
    const { end, result, explain } = await recover({ titles: ['a', 'b', 'c', 'd'] });
    expect(end).toBe('succeeded');
    expect(done).toEqual(['a', 'c', 'd', 'b']);
    expect(explain()).toContain('corrects the batch to the 2 items that were not done');
    expect(result).toMatchObject({ structuredContent: { imported: 1 } });
    const { content } = result as { readonly content: readonly { readonly text: string }[] };
    expect(content.map(({ text }) => /^[A-Z_]+/.exec(text)?.[0])).toEqual([
      undefined,
      'BATCH_PARTIAL_FAILURE',
      'BATCH_PARTIAL_FAILURE',
    ]);
    // A caller with nothing but the content still has every value.
    expect(content[1]?.text).toContain('{"index":0,"value":{"number":1}}');
  });

  it.each([
    ['handed over', 'that cannot pass', 'none', 'handed_over'],
    ['in doubt', 'that may have been done', 'unknown', 'in_doubt'],
  ] as const)('is %s where it has an item %s', async (_, _item, effect, end) => {
    const failure = (): Outcome => fail('VALIDATION_UPSTREAM_REJECTED', {}, { effect });
    const { done, recover } = await open({ a: [busy], b: [failure] });
    expect(await recover({ titles: ['a', 'b', 'c'] })).toMatchObject({ end });
    expect(done).toEqual(['c']);
  });

  it('is handed over as done in part where its rest cannot be done within the budget', async () => {
    const { done, recover } = await open({ b: Array<typeof busy>(9).fill(busy) });
    const recovered = await recover({ titles: ['a', 'b'] });
    expect(recovered).toMatchObject({ end: 'handed_over', failure: { effect: 'partial' } });
    expect(JSON.stringify(recovered.result)).toContain('1 of 2 operations failed');
    expect(done).toEqual(['a']);
  });

  it('has its rest sent under one key, derived from the first, also after a restart', async () => {
    const keys = createMemoryKeys();
    const partly = batch([succeed({}), busy()]);
    const lost = { thrown: Object.assign(new Error('gone'), { code: 'REQUEST_TIMEOUT' }) };
    const call = { name: 'import', arguments: { titles: ['a', 'b'] } };
    const isRest = (sent: ToolCall): boolean =>
      (sent.arguments as { readonly titles: readonly string[] }).titles.length === 1;
    const keysOf = (sent: readonly ToolCall[], rest: boolean): Set<unknown> =>
      new Set(sent.filter((one) => isRest(one) === rest).map(({ _meta: meta }) => meta?.[idempotencyKeyMetaKey]));
    const first = createScripted((sent) => (isRest(sent) ? lost : partly), { keys });
    expect((await first.client.recover(call)).end).toBe('in_doubt');
    const second = createScripted((sent) => (isRest(sent) ? succeed({}) : partly), { keys, createKey: () => 'other' });
    expect((await second.client.recover(call)).end).toBe('succeeded');
    expect(keysOf(first.sent, false)).toEqual(new Set(['key-1']));
    expect(keysOf(second.sent, false)).toEqual(new Set(['key-1']));
    expect(keysOf(first.sent, true).size).toBe(1);
    expect(keysOf(second.sent, true)).toEqual(keysOf(first.sent, true));
    expect(keysOf(first.sent, true)).not.toEqual(new Set(['key-1']));
  });

  it('is handed over where two lists could be the one that is meant', async () => {
    const { done, recover } = await open({ a: [busy] });
    expect(await recover({ titles: ['a', 'b'], tags: ['x', 'y'] })).toMatchObject({ end: 'handed_over' });
    expect(done).toEqual(['b']);
  });

  it('is handed over where the caller has a key of his own', async () => {
    const { done, client } = await open({ a: [busy] });
    const meta = { 'dev.recourse/idempotency_key': 'mine' };
    const recovered = await client.recover({ name: 'import', arguments: { titles: ['a', 'b'] }, _meta: meta });
    expect(recovered.end).toBe('handed_over');
    expect(done).toEqual(['b']);
  });
});
