import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources, toolSource } from '../testing/lint-sources.ts';

const rule = 'unused-tool-code';
const found = (errors: string, run: string, more = ''): Promise<readonly string[]> =>
  findingsOf(rule, { 'a.ts': toolSource(errors, run, more) });

describe(rule, () => {
  it('finds a code that the handler never fails with', async () => {
    const run = `run: ({ fail }) => fail('NOT_FOUND_RESOURCE')`;
    const { findings, notes } = await lintSources({
      'a.ts': toolSource(`['NOT_FOUND_RESOURCE', 'NOT_FOUND_TOOL']`, run),
    });
    expect(notes).toEqual([]);
    expect(findings).toEqual([
      {
        rule,
        file: 'a.ts',
        line: 3,
        column: 86,
        code: 'NOT_FOUND_TOOL',
        message: `Tool 'find_ticket' declares NOT_FOUND_TOOL, but its handler never fails with it.`,
        hint: 'Return it where it applies, or remove it; codes that pipeline stages return need not be listed.',
      },
    ]);
  });

  it.each([
    [`run: () => ({ found: true })`],
    [`run: () => {}`],
    [`run() { return { found: true }; }`],
    [`run: async ({ arguments: { id } }) => ({ id, found: await service.find(id) })`],
    [`run: ({ arguments: given }) => given`],
    [`run: (call) => call.arguments.ticket`],
    [`run: (call) => { call.progress({ progress: 1 }); call.warn('W_A'); return { ...call.arguments }; }`],
    [`run: ({ arguments: { id } }) => (id ? { id } : undefined)`],
    [`run: () => { service.find(() => { return elsewhere(); }); return {}; }`],
    [`run: () => succeed({ found: true })`],
    [`run: async () => { const answer = { found: true }; return answer; }`],
    [`run: () => { try { service(); } catch (error) { throw error; } return {}; }`],
    [`run: () => { fail: for (;;) break fail; return { fail: 1 }; }`],
    [`run: (call) => { if (failure.code === 'X_A') retry(); return {}; }`],
  ])('finds it in %s', async (run) => {
    const more = `import { succeed } from '@recourse/contract';`;
    expect(await found(`['X_A']`, run, more)).toEqual(['a.ts:3:64 X_A']);
  });

  it.each([
    [`run: ({ fail }) => fail('X_A')`],
    [`run: (call) => { const { fail: refuse } = call; return refuse('X_A'); }`],
    [`run: ({ arguments: { id }, fail }) => fail(id ? 'X_A' : 'X_B')`],
    [`run: ({ fail }) => { later(() => fail('X_A')); return {}; }`],
    [`run: ({ fail }) => { throw fail('X_A'); }`],
    [`run: () => registry.fail('X_A')`],
    [`run: () => { keep(registry.fail('X_A')); return {}; }`],
    [`run: ({ fail }) => { const table = { 1: 'X_A', 2: 'X_B' } as const; return fail(table[n]); }`],
  ])('is content with %s', async (run) => {
    expect(await found(`['X_A']`, run)).toEqual([]);
  });

  it("accepts the contract's batch under any name, and no other batch", async () => {
    const declared = `['BATCH_PARTIAL_FAILURE']`;
    const run = `run: ({ arguments: { ids } }) => { const sum = all(ids); return { sum }; }`;
    expect(await found(declared, run, `import { batch as all } from '@recourse/contract';`)).toEqual([]);
    expect(await found(declared, run, `import { batch as all } from './batch.ts';`)).toHaveLength(1);
    expect(await found(declared, run, `import { succeed as all } from '@recourse/contract';`)).toHaveLength(1);
  });

  it('reports a shared list at the tool that uses it', async () => {
    const more = `const more = ['X_B', 'X_C']; const shared = ['X_A', ...more] as const; const one = 'X_D';`;
    expect(await found('shared', `run: ({ fail }) => fail('X_A')`, more)).toEqual(['a.ts:3:63 X_B', 'a.ts:3:63 X_C']);
    expect(await found('[...shared, one]', `run: ({ fail }) => fail('X_A')`, more)).toEqual([
      'a.ts:3:67 X_B',
      'a.ts:3:67 X_C',
      'a.ts:3:75 X_D',
    ]);
  });

  it('reports a code once that is declared twice', async () => {
    expect(await found(`['X_A', 'X_A', , 'prose']`, `run: () => ({})`)).toEqual(['a.ts:3:64 X_A']);
  });

  it('does not let one tool use a code for another', async () => {
    const text = `defineTool({ errors: ['X_A'], run: () => ({}) });
defineTool({ errors: ['X_A'], run: ({ fail }) => { defineTool({ errors: ['X_B'], run: () => ({}) }); return fail('X_A'); } });`;
    expect(await findingsOf(rule, { 'a.ts': text })).toEqual(['a.ts:1:23 X_A', 'a.ts:2:74 X_B']);
  });
});
