import { isFailure } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dangerLevels, trustLevels } from '../../levels.ts';
import type { Danger, Trust } from '../../levels.ts';
import { createServer } from '../../server/create-server.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import type { PolicySettings } from '../../settings/settings.ts';
import { request } from '../../testing/tickets.ts';
import { defineTool } from '../../tool/define-tool.ts';
import type { ConfirmationText, Tool } from '../../tool/operation.ts';

const actWith = (danger: Danger, trust: Trust, confirmation: ConfirmationText = {}): Tool =>
  defineTool({
    name: 'act',
    description: 'Acts.',
    input: z.strictObject({}),
    operation: 'command',
    danger,
    trust,
    confirmation,
    errors: [],
    run: () => ({ done: true }),
  });

const callAct = (
  danger: Danger,
  trust: Trust,
  options: Partial<ServerOptions> = {},
  confirmation?: ConfirmationText,
): Promise<Outcome> => {
  const identity = { identify: () => ({ id: 'caller', trust: 'certified' as const }) };
  const tools = [actWith(danger, trust, confirmation)];
  return createServer({ name: 's', tools, identity, ...options }).call(request('act'));
};

const answerTo = async (...given: Parameters<typeof callAct>): Promise<string> => {
  const outcome = await callAct(...given);
  return isFailure(outcome) ? outcome.code : 'allow';
};

/** The matrix of MCP-AQL, written out once more, so that a change in our code is noticed. */
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

  it('lets the operator raise the danger, but not lower it', async () => {
    const call = (danger: Danger) => ({ policy: { tools: { act: { danger } } } });
    expect(await answerTo('reversible', 'validated', call('dangerous'))).toBe('PERMISSION_DANGER_LEVEL_DENIED');
    expect(await answerTo('dangerous', 'validated', call('safe'))).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });

  it('allows a dangerous tool that the operator has enabled by name, unless the policy says otherwise', async () => {
    const answer = async (trust: Trust, policy: PolicySettings = {}): Promise<string> => {
      const tool = defineTool({
        name: 'act',
        description: 'Acts.',
        input: z.strictObject({}),
        operation: 'command',
        danger: 'dangerous',
        enabledFor: 'validated',
        errors: [],
        run: () => ({ done: true }),
      });
      const identity = { identify: () => ({ id: 'caller', trust }) };
      const outcome = await createServer({ name: 's', tools: [tool], identity, policy }).call(request('act'));
      return isFailure(outcome) ? outcome.code : 'allow';
    };
    expect(await answer('validated')).toBe('allow');
    expect(await answer('community_reviewed')).toBe('allow');
    expect(await answer('generated')).toBe('PERMISSION_DANGER_LEVEL_DENIED');
    expect(await answer('untested')).toBe('PERMISSION_TRUST_LEVEL_INSUFFICIENT');
    expect(await answer('validated', { matrix: { dangerous: { validated: 'confirm' } } })).toBe(
      'CONFIRMATION_REQUIRED',
    );
    expect(await answer('validated', { tools: { act: { decision: 'deny' } } })).toBe('PERMISSION_DANGER_LEVEL_DENIED');
    expect(await answer('validated', { minimumTrust: { dangerous: 'certified' } })).toBe(
      'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
    );
    expect(await answer('validated', { tools: { act: { danger: 'forbidden' } } })).toBe(
      'PERMISSION_DANGER_LEVEL_DENIED',
    );
  });

  it('asks about an operation that asks every time wherever it would be allowed, unless the operator decides', async () => {
    const ask = (danger: Danger, trust: Trust, policy: PolicySettings = {}) =>
      answerTo(danger, trust, { policy }, { always: true });
    expect(await ask('safe', 'generated')).toBe('CONFIRMATION_REQUIRED');
    expect(await ask('dangerous', 'certified')).toBe('CONFIRMATION_REQUIRED');
    expect(await ask('dangerous', 'validated')).toBe('PERMISSION_DANGER_LEVEL_DENIED');
    expect(await ask('safe', 'generated', { tools: { act: { decision: 'allow' } } })).toBe('allow');
  });

  it('refuses by trust what is below the least that the operator demands, as MCP-AQL prints it', async () => {
    const policy: PolicySettings = { minimumTrust: { destructive: 'community_reviewed' } };
    const tool = defineTool({
      name: 'delete_user',
      description: 'Deletes a user.',
      input: z.strictObject({}),
      operation: 'command',
      danger: 'destructive',
      trust: 'validated',
      errors: [],
      run: () => ({ done: true }),
    });
    const outcome = await createServer({ name: 's', tools: [tool], policy }).call(request('delete_user'));
    expect(outcome).toMatchObject({
      code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
      message: "Operation 'delete_user' requires trust level 'community_reviewed', adapter has 'validated'",
      details: {
        operation: 'delete_user',
        required_trust: 'community_reviewed',
        actual_trust: 'validated',
        danger_level: 2,
      },
    });
    expect(await answerTo('destructive', 'community_reviewed', { policy })).toBe('allow');
    expect(await answerTo('reversible', 'validated', { policy })).toBe('allow');
    expect(await answerTo('dangerous', 'validated', { policy })).toBe('PERMISSION_DANGER_LEVEL_DENIED');
  });

  it('names whose trust is too low: the caller’s where it is the lower one', async () => {
    const caller = (trust: Trust) => ({ identity: { identify: () => ({ id: 'caller', trust }) } });
    expect(await callAct('destructive', 'certified', caller('generated'))).toMatchObject({
      code: 'PERMISSION_DANGER_LEVEL_DENIED',
      message: "Operation 'act' (danger: destructive) denied for caller trust level 'generated'",
      details: { adapter_trust: 'certified', caller_trust: 'generated' },
    });
    expect(await callAct('safe', 'certified', caller('untested'))).toMatchObject({
      code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
      message: "Operation 'act' requires trust level 'generated', caller has 'untested'",
      details: { actual_trust: 'untested', caller_trust: 'untested' },
    });
    const adapters = await callAct('destructive', 'generated', caller('generated'));
    expect(adapters).toMatchObject({
      message: "Operation 'act' (danger: destructive) denied for adapter trust level 'generated'",
    });
    expect(isFailure(adapters) && adapters.details).not.toHaveProperty('caller_trust');
  });

  it('names the trust that is enough where the matrix wants more than the least', async () => {
    const policy: PolicySettings = { minimumTrust: { dangerous: 'generated', safe: 'certified' } };
    const outcome = await callAct('dangerous', 'untested', { policy });
    expect(outcome).toMatchObject({ details: { required_trust: 'community_reviewed', actual_trust: 'untested' } });
    expect(await callAct('safe', 'validated', { policy })).toMatchObject({ details: { required_trust: 'certified' } });
    const tools = { act: { decision: 'allow' as const } };
    expect(await answerTo('safe', 'untested', { policy: { ...policy, tools } })).toBe('allow');
  });

  it('offers recourse_confirm only if a person could be asked', async () => {
    const names = async (policy: PolicySettings, confirmation: ConfirmationText = {}) => {
      const tool = actWith('destructive', 'validated', confirmation);
      return (await createServer({ name: 's', tools: [tool], policy }).listTools()).map(({ name }) => name);
    };
    const tools = { act: { decision: 'allow' as const } };
    expect(await names({})).toEqual(['act', 'recourse_confirm']);
    expect(await names({ minimumTrust: { destructive: 'certified' } })).toEqual([]);
    expect(await names({ matrix: { destructive: { validated: 'allow' } } })).toEqual(['act']);
    expect(await names({ matrix: { destructive: { validated: 'allow' } } }, { always: true })).toHaveLength(2);
    expect(await names({ tools }, { always: true })).toEqual(['act']);
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
