import { isFailure } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dangerLevels, trustLevels } from '../../levels.ts';
import type { Danger, Trust } from '../../levels.ts';
import { createServer } from '../../server/create-server.ts';
import type { ServerOptions } from '../../server/create-server.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';

const answerTo = async (danger: Danger, trust: Trust, options: Partial<ServerOptions> = {}): Promise<string> => {
  const tool = defineTool({
    name: 'act',
    description: 'Acts.',
    input: z.strictObject({}),
    operation: 'command',
    danger,
    trust,
    errors: [],
    run: () => ({ done: true }),
  });
  const identity = { identify: () => ({ id: 'caller', trust: 'certified' as const }) };
  const outcome = await createServer({ name: 's', tools: [tool], identity, ...options }).call(request('act'));
  return isFailure(outcome) ? outcome.code : 'allow';
};

/** The matrix of MCP-AQL, written out once more, so that a change of ours is seen. */
const expected: Readonly<Record<Danger, readonly string[]>> = {
  safe: ['trust', 'allow', 'allow', 'allow', 'allow'],
  reversible: ['trust', 'deny', 'allow', 'allow', 'allow'],
  destructive: ['trust', 'deny', 'confirm', 'allow', 'allow'],
  dangerous: ['trust', 'deny', 'deny', 'confirm', 'allow'],
  forbidden: ['trust', 'deny', 'deny', 'deny', 'confirm'],
};
const codes: Readonly<Record<string, string>> = {
  allow: 'allow',
  confirm: 'CONFIRMATION_REQUIRED',
  deny: 'PERMISSION_DANGER_LEVEL_DENIED',
  trust: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
};

describe('gate', () => {
  it.each(
    dangerLevels.flatMap((danger) =>
      trustLevels.map((trust, column) => [danger, trust, expected[danger][column] ?? ''] as const),
    ),
  )('answers %s with trust %s: %s', async (danger, trust, decision) => {
    expect(await answerTo(danger, trust)).toBe(codes[decision]);
  });

  it('uses the lower trust of the tool and the caller', async () => {
    const identity = { identify: () => ({ id: 'caller', trust: 'validated' as const }) };
    expect(await answerTo('destructive', 'certified', { identity })).toBe('CONFIRMATION_REQUIRED');
    expect(await answerTo('destructive', 'generated', { identity })).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });

  it('lets the operator allow, ask and deny', async () => {
    const decide = (decision: 'allow' | 'confirm' | 'deny') => ({ policy: { tools: { act: { decision } } } });
    expect(await answerTo('dangerous', 'validated', decide('allow'))).toBe('allow');
    expect(await answerTo('safe', 'certified', decide('confirm'))).toBe('CONFIRMATION_REQUIRED');
    expect(await answerTo('safe', 'certified', decide('deny'))).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });

  it('lets the operator raise the danger, and never lower it', async () => {
    const call = (danger: Danger) => ({ policy: { tools: { act: { danger } } } });
    expect(await answerTo('reversible', 'validated', call('dangerous'))).toBe('PERMISSION_DANGER_LEVEL_DENIED');
    expect(await answerTo('dangerous', 'validated', call('safe'))).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });

  it('refuses what a tool says the operator does not allow, before anything is asked', async () => {
    let ran = 0;
    const tool = defineTool({
      name: 'act',
      description: 'Acts.',
      input: z.strictObject({ place: z.string() }),
      operation: 'command',
      danger: 'destructive',
      errors: [],
      permit: ({ place }) => (place === 'home' ? undefined : `'${place}' is not on the list`),
      run: () => ({ ran: ++ran }),
    });
    const server = createServer({ name: 's', tools: [tool] });
    const identity = { identify: () => ({ id: 'caller', trust: 'validated' as const }) };
    const asking = createServer({ name: 's', tools: [tool], identity });
    expect(await server.call(request('act', { place: 'away' }))).toMatchObject({
      code: 'PERMISSION_DENIED',
      recovery: 'authorize',
      effect: 'none',
      details: { reason: "'away' is not on the list" },
    });
    expect(await asking.call(request('act', { place: 'home' }))).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    expect(ran).toBe(0);
  });
});
