import { dangerLevels, trustLevels } from '@recourse/engine';
import type { Danger } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { note, operation } from '../world/shop-adapter.ts';
import { openTable } from './table.ts';

const table = openTable();

const untrusted = 'PERMISSION_TRUST_LEVEL_INSUFFICIENT';
const denied = 'PERMISSION_DANGER_LEVEL_DENIED';
const asked = 'CONFIRMATION_REQUIRED';

/** By danger, from untested to certified. */
const cells: Readonly<Record<Danger, readonly [string, string, string, string, string]>> = {
  safe: [untrusted, 'none', 'none', 'none', 'none'],
  reversible: [untrusted, denied, 'none', 'none', 'none'],
  destructive: [untrusted, denied, asked, 'none', 'none'],
  dangerous: [untrusted, denied, denied, asked, 'none'],
  forbidden: [untrusted, denied, denied, denied, asked],
};

describe.each(dangerLevels)('an operation that is %s', (danger) => {
  it.each(trustLevels.map((trust, index) => [trust, cells[danger][index] ?? ''] as const))(
    'of an adapter that is trusted as %s: %s',
    async (trust, code) => {
      const act = operation({
        name: 'act',
        category: 'execute',
        method: 'POST',
        path: '/restock',
        danger: note(danger),
      });
      const door = table.begin(
        { operations: [act], trustClaim: trust },
        {
          settings: { trust: 'certified' },
          server: { identity: { identify: () => ({ id: 'tester', trust: 'certified' }) } },
        },
      );
      const answer = await door.ask('mcp_aql_execute', { operation: 'act' });
      expect(answer.success ? 'none' : answer.error.code).toBe(code);
      expect(table.shop.seen).toEqual(code === 'none' ? ['POST /restock'] : []);
    },
  );
});
