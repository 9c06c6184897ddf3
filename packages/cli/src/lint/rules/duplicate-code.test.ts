import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources, registry } from '../testing/lint-sources.ts';

const rule = 'duplicate-code';
const row = 'OUT_OF_STOCK: { reserved: true }';

describe(rule, () => {
  it('finds a code that two registries of one namespace declare, and says where the first is', async () => {
    const { findings } = await lintSources({ 'a.ts': registry(row), 'b.ts': registry(row) });
    expect(findings).toEqual([expect.objectContaining({ rule, file: 'b.ts', line: 2, code: 'OUT_OF_STOCK' })]);
    expect(findings[0]?.message).toBe(`OUT_OF_STOCK is already declared in namespace 'shop' at a.ts:2.`);
  });

  it('finds a code that one registry declares twice', async () => {
    expect(await findingsOf(rule, { 'a.ts': registry(`${row}, ${row}`) })).toHaveLength(1);
  });

  it('lets two namespaces use one name', async () => {
    expect(await findingsOf(rule, { 'a.ts': registry(row), 'b.ts': registry(row, 'bank') })).toEqual([]);
  });

  it('reports nothing for namespaces that cannot be read', async () => {
    for (const options of ['{ namespace: process.argv[2] }', 'options', '{ ...options }']) {
      const unreadable = `defineCodes({ ${row} }, ${options});`;
      expect(await findingsOf(rule, { 'a.ts': unreadable, 'b.ts': unreadable })).toEqual([]);
    }
  });
});
