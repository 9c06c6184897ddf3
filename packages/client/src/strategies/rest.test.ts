import { batch, fail, succeed } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { createClock, linkClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recovering } from '../recovering.ts';

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
    expect(explain()).toContain('corrects the batch to the 2 that were not done');
    expect(result).toMatchObject({ structuredContent: { imported: 1 } });
    const { content } = result as { readonly content: readonly { readonly text: string }[] };
    expect(content.map(({ text }) => (JSON.parse(text) as { code?: string }).code)).toEqual([
      undefined,
      'BATCH_PARTIAL_FAILURE',
      'BATCH_PARTIAL_FAILURE',
    ]);
  });

  it.each([
    ['that cannot pass', () => fail('VALIDATION_UPSTREAM_REJECTED', {}, { effect: 'none' })],
    ['that may have been done', () => fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown' })],
  ])('is handed over where it has an item %s', async (_, failure) => {
    const { done, recover } = await open({ a: [busy], b: [failure] });
    expect(await recover({ titles: ['a', 'b', 'c'] })).toMatchObject({ end: 'handed_over' });
    expect(done).toEqual(['c']);
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
