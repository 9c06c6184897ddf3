import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources } from '../testing/lint-sources.ts';

/** A code that was declared and not reserved is reported as unused. */
const declaredIn = (text: string): Promise<readonly string[]> => findingsOf('unused-code', { 'a.ts': text });

describe('declared codes', () => {
  it.each([
    [`defineCodes({ X_A: {} }, { namespace: 'shop' })`],
    [`contract.defineCodes({ X_A: {} })`],
    [`defineCodes({ 'X_A': {} })`],
    [`defineCodes({ ['X_A']: {} })`],
    [`defineCodes({ X_A: {} } as const)`],
    [`defineCodes({ X_A: {} } satisfies Rows, { namespace })`],
    [`const rows = { X_A: {} } as const; defineCodes(rows)`],
    [`const rows = { X_A: {} }; defineCodes({ ...rows })`],
    [`import { defineCodes as define } from '@recourse/contract'; define({ X_A: {} })`],
    [`definePluginCodes('shop', { X_A: {} })`],
    [`import { definePluginCodes as define } from '@recourse/contract'; define('shop', { X_A: {} })`],
    [`registry.addAdapter('shop', { X_A: {} })`],
    [`const name = 'shop'; addAdapter(name, { X_A: {} })`],
    [`defineCodes({ X_A: { reserved: false } })`],
    [`defineCodes({ X_A: error({ kind: 'error' }) })`],
  ])('%s', async (text) => {
    expect(await declaredIn(text)).toEqual([expect.stringContaining('X_A')]);
  });

  it.each([
    [`defineCodes({ X_A: { kind: 'error', reserved: true } })`],
    [`defineCodes({ X_A: { reserved: true as const } })`],
    [`defineCodes({ X_A: error({ reserved: true }) })`],
    [`const later = { reserved: true } as const; defineCodes({ X_A: { kind: 'error', ...later } })`],
    [`const row = { reserved: true } as const; defineCodes({ X_A: row })`],
  ])('reserved: %s', async (text) => {
    const { codes, findings } = await lintSources({ 'a.ts': text });
    expect(codes.declared).toBe(1);
    expect(findings).toEqual([]);
  });

  it('notes rows that are written elsewhere', async () => {
    const texts = [
      `defineCodes(rows)`,
      `defineCodes({ ...rows })`,
      `defineCodes({ [name]: {} })`,
      `addAdapter(name, file.codes)`,
    ];
    for (const text of texts) {
      const { findings, notes } = await lintSources({ 'a.ts': text });
      expect(findings).toEqual([]);
      expect(notes).toEqual([expect.objectContaining({ rule: 'dynamic-declaration', line: 1, column: 1 })]);
    }
  });

  it('counts nothing inside the rows as produced', async () => {
    const text = `defineCodes({ X_A: { reserved: true, example: { ok: false, code: 'X_A' }, make: () => fail('NOPE') } })`;
    expect(await lintSources({ 'a.ts': text })).toMatchObject({ codes: { produced: 0 }, findings: [] });
  });

  it('is not confused by constants that refer to themselves', async () => {
    const text = `const a = { ...b, X_A: {} }; const b = { ...a }; const c = d; const d = c; defineCodes(a); defineCodes(c);`;
    expect(await declaredIn(text)).toEqual(['a.ts:1:19 X_A']);
  });
});

describe('codes taken out of a set by name', () => {
  it.each([
    [`use(codes.definitions.X_A)`],
    [`use(codes.definitions['X_A'].hint)`],
    [`const { X_A } = codes.definitions;`],
    [`const { X_A: own } = codes.definitions;`],
  ])('count as produced: %s', async (text) => {
    expect(await declaredIn(`const codes = defineCodes({ X_A: {} }); ${text}`)).toEqual([]);
  });

  it('are left to the compiler when they do not exist', async () => {
    expect((await lintSources({ 'a.ts': `use(schema.definitions.X_A)` })).findings).toEqual([]);
  });
});
