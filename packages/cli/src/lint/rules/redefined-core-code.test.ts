import { describe, expect, it } from 'vitest';
import { findingsOf, registry } from '../testing/lint-sources.ts';

const rule = 'redefined-core-code';

describe(rule, () => {
  it('finds a registry or an adapter that declares a code of the core', async () => {
    const sources = {
      'codes.ts': registry('INTERNAL_ERROR: {}, OUT_OF_STOCK: {}'),
      'core.ts': `defineCodes({ TOKEN_EXPIRED: {} });`,
      'till.ts': `registry.addAdapter('till', { TOKEN_INVALID: {} });`,
    };
    expect(await findingsOf(rule, sources)).toEqual([
      'codes.ts:2:36 INTERNAL_ERROR',
      'core.ts:1:15 TOKEN_EXPIRED',
      'till.ts:1:31 TOKEN_INVALID',
    ]);
  });

  it('lets the contract itself declare them', async () => {
    const contract = { 'package.json': '{"name":"@recourse/contract"}' };
    expect(await findingsOf(rule, { ...contract, 'a.ts': `defineCodes({ INTERNAL_ERROR: {} });` })).toEqual([]);
    expect(await findingsOf(rule, { ...contract, 'a.ts': registry('INTERNAL_ERROR: {}') })).toHaveLength(1);
  });
});
