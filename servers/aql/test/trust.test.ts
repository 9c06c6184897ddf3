import type { Danger, Trust } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { note, operation } from './world/shop-adapter.ts';
import { openWorld } from './world/world.ts';
import type { WorldOptions } from './world/world.ts';

const act = (danger: Danger) =>
  operation({ name: 'act', category: 'execute', method: 'POST', path: '/restock', danger: note(danger) });

/** The outcome of one call, and whether the request reached the API. */
const callOnce = async (options: WorldOptions): Promise<{ readonly code: string; readonly sent: boolean }> => {
  const world = await openWorld(options);
  const answer = await world.ask('mcp_aql_execute', { operation: 'act' }).finally(() => world.close());
  return { code: answer.success ? 'none' : answer.error.code, sent: world.shop.seen.length > 0 };
};

const denied = 'PERMISSION_DANGER_LEVEL_DENIED';

describe('how far an adapter is trusted', () => {
  const trustOf = async (claim: Trust, operator?: Trust): Promise<string> => {
    const world = await openWorld({
      adapter: { trustClaim: claim },
      ...(operator && { settings: { trust: operator } }),
    });
    const request = { operation: 'introspect', params: { query: 'adapter_info' } };
    return (await world.ask('mcp_aql_read', request).finally(() => world.close())).data.adapter.trust.level;
  };

  it.each([
    ['certified', undefined, 'validated'],
    ['validated', undefined, 'validated'],
    ['generated', undefined, 'generated'],
    ['untested', undefined, 'untested'],
    ['certified', 'certified', 'certified'],
    ['certified', 'untested', 'untested'],
    ['generated', 'certified', 'generated'],
    ['community_reviewed', 'certified', 'community_reviewed'],
  ] as const)('a file that claims %s, where the operator says %s: %s', async (claim, operator, trust) => {
    expect(await trustOf(claim, operator)).toBe(trust);
  });
});

describe('the operator’s word on danger', () => {
  it.each([
    ['lowers', 'dangerous', 'safe', 'none'],
    ['raises', 'safe', 'dangerous', denied],
  ] as const)('%s it: %s becomes %s', async (_, level, danger, code) => {
    const options = { adapter: { operations: [act(level)] }, settings: { danger: { act: danger } } };
    expect(await callOnce(options)).toEqual({ code, sent: code === 'none' });
  });
});

it('takes an operation of any name that a file may have', async () => {
  const named = operation({ name: 'constructor', category: 'read', method: 'GET', path: '/items' });
  const world = await openWorld({ adapter: { operations: [named] } });
  expect((await world.ask('mcp_aql_read', { operation: 'constructor' })).success).toBe(true);
  expect((await world.ask('mcp_aql_read', { operation: 'toString' })).error.code).toBe('NOT_FOUND_OPERATION');
  await world.close();
});
