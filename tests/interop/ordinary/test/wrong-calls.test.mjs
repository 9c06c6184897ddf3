import { packs } from '@recourse/client/packs';
import { describe, expect, it } from 'vitest';
import { runWrongCalls } from '../src/wrong-calls/run-wrong-calls.mjs';
import { wrongCalls } from '../src/wrong-calls/servers/index.mjs';

describe('the wrong calls', () => {
  it('are enough, of enough servers, and every pack has some', () => {
    expect(wrongCalls.length).toBeGreaterThanOrEqual(6);
    expect(wrongCalls.flatMap(({ calls }) => calls).length).toBeGreaterThanOrEqual(120);
    expect(wrongCalls.map(({ server }) => server.name).sort()).toEqual(Object.keys(packs).sort());
  });
});

describe.each(wrongCalls)('$server.name', (one) => {
  it(
    'gets every wrong call corrected, refused or given its code, and no write repeated',
    { timeout: 120_000 },
    async () => {
      const rows = await runWrongCalls(one);
      expect(rows).toHaveLength(one.calls.length);
      expect(rows.filter(({ unsafe }) => unsafe > 0)).toEqual([]);
      expect(rows.filter(({ isMapped, isRight, kind }) => !isMapped || (kind !== 'told' && !isRight))).toEqual([]);
    },
  );
});
