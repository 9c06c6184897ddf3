import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../server/create-server.ts';
import { defineTool } from '../../tool/define-tool.ts';

describe('a call that is made again with its key while the first runs', () => {
  const open = () => {
    let now = Date.UTC(2026, 0, 1);
    const answers: ((value: { paid: boolean }) => void)[] = [];
    const server = createServer({
      name: 'slow',
      now: () => now,
      tools: [
        defineTool({
          name: 'pay',
          description: 'Pays, in its own time.',
          input: z.strictObject({}),
          operation: 'command',
          danger: 'reversible',
          errors: [],
          verify: (_, { idempotency_key }) => ({
            tool: 'find_payment',
            arguments: { key: idempotency_key ?? null },
            why: 'Shows whether it was paid.',
            applied_when: { pointer: '/paid', equals: true },
          }),
          run: () => new Promise<{ paid: boolean }>((resolve) => answers.push(resolve)),
        }),
      ],
    });
    const call = () =>
      server.call({
        tool: 'pay',
        arguments: {},
        meta: { idempotency_key: 'k' },
        caller: { transport: 'in-process', local: true },
      });
    const advance = (ms: number): void => {
      now += ms;
    };
    return { advance, answers, call };
  };
  const untilRunning = async (answers: readonly unknown[]): Promise<void> => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  it('is told to come back when the lease of the first has ended, and not to spend its calls before', async () => {
    const { advance, answers, call } = open();
    const first = call();
    await untilRunning(answers);
    expect(await call()).toMatchObject({ code: 'CONFLICT_IN_FLIGHT', effect: 'none', retry_after_ms: 10_000 });
    advance(4_000);
    expect(await call()).toMatchObject({ code: 'CONFLICT_IN_FLIGHT', retry_after_ms: 6_000 });
    answers[0]?.({ paid: true });
    expect(await first).toMatchObject({ ok: true });
    expect(await call()).toMatchObject({ ok: true, value: { paid: true } });
  });

  it('is told that the first was lost once its lease has ended, with the look that tells, and never runs it again', async () => {
    const { advance, answers, call } = open();
    void call();
    await untilRunning(answers);
    advance(10_000);
    expect(await call()).toMatchObject({
      code: 'INTERNAL_TIMEOUT',
      effect: 'unknown',
      recovery: 'verify',
      next_actions: [{ tool: 'find_payment', arguments: { key: 'k' } }],
    });
    expect(answers).toHaveLength(1);
  });
});
