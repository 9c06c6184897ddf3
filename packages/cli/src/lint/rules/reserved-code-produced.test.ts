import { describe, expect, it } from 'vitest';
import { findingsOf, registry } from '../testing/lint-sources.ts';

const rule = 'reserved-code-produced';

describe(rule, () => {
  it('finds the production of a code that its registry reserves', async () => {
    const sources = {
      'codes.ts': registry(`SHOP_CLOSED: { reserved: true }, OUT_OF_STOCK: {}`),
      'use.ts': `fail('SHOP_CLOSED'); fail('shop.SHOP_CLOSED'); codes.definitions.SHOP_CLOSED; fail('OUT_OF_STOCK');`,
    };
    expect(await findingsOf(rule, sources)).toEqual([
      'use.ts:1:6 SHOP_CLOSED',
      'use.ts:1:27 shop.SHOP_CLOSED',
      'use.ts:1:66 SHOP_CLOSED',
    ]);
  });

  it('reports nothing when another namespace declares the name without reserving it', async () => {
    const sources = {
      'shop.ts': registry(`CLOSED: { reserved: true }`),
      'bank.ts': registry(`CLOSED: {}`, 'bank'),
      'use.ts': `fail('CLOSED');`,
    };
    expect(await findingsOf(rule, sources)).toEqual([]);
  });

  it('lets any package produce codes that the contract reserves only for itself', async () => {
    expect(await findingsOf(rule, { 'use.ts': `fail('TOKEN_EXPIRED');` })).toEqual([]);
  });
});
