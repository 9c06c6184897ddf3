import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources, registry } from '../testing/lint-sources.ts';

const rule = 'unregistered-code';

describe(rule, () => {
  it('finds a code that no registry declares, and names the nearest ones', async () => {
    const { findings } = await lintSources({
      'codes.ts': registry(`OUT_OF_STOCK: { kind: 'error' }`),
      'order.ts': `import './codes.ts';\nexport const order = (call) => call.fail('OUT_OF_STOK');\ncall.fail('OUT_OF_STOCK');\n`,
    });
    expect(findings).toEqual([
      {
        rule,
        file: 'order.ts',
        line: 2,
        column: 42,
        code: 'OUT_OF_STOK',
        message: 'No registry declares OUT_OF_STOK.',
        hint: 'Declare it with defineCodes, or also scan the directory that declares it. Did you mean OUT_OF_STOCK?',
      },
    ]);
  });

  it('accepts the codes of the core and of the registries that come with the contract', async () => {
    const sources = { 'a.ts': `fail('INTERNAL_ERROR'); fail('VALIDATION_MISSING_PARAM'); fail('PR_NOT_MERGEABLE');` };
    expect(await findingsOf(rule, sources)).toEqual([]);
  });

  it('accepts the codes of an adapter', async () => {
    const sources = { 'a.ts': `registry.addAdapter('till', { DRAWER_OPEN: {} }).fail('DRAWER_OPEN');` };
    expect(await findingsOf(rule, sources)).toEqual([]);
  });

  it('finds an undeclared code of a plugin', async () => {
    expect(await findingsOf(rule, { 'a.ts': `fail('printer.OUT_OF_PAPER');` })).toEqual([
      'a.ts:1:6 printer.OUT_OF_PAPER',
    ]);
  });

  it('reports a constant once, where it is written', async () => {
    const sources = { 'a.ts': `const code = 'NOPE_A';\nfail(code);\nfail(code);\n` };
    expect(await findingsOf(rule, sources)).toEqual(['a.ts:1:14 NOPE_A']);
  });
});
