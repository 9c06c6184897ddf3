import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources, toolSource } from '../testing/lint-sources.ts';

const rule = 'undeclared-tool-code';
const found = async (text: string): Promise<readonly (string | null)[]> =>
  (await lintSources({ 'a.ts': text })).findings.filter((finding) => finding.rule === rule).map(({ code }) => code);

describe(rule, () => {
  it('finds a code that the tool does not declare, and names the nearest one that it does', async () => {
    const run = `run: ({ fail }) => fail('NOT_FOUND_TOOL')`;
    const { findings } = await lintSources({ 'a.ts': toolSource(`['NOT_FOUND_FILE']`, run) });
    expect(findings.filter((finding) => finding.rule === rule)).toEqual([
      {
        rule,
        file: 'a.ts',
        line: 3,
        column: 107,
        code: 'NOT_FOUND_TOOL',
        message: `Tool 'find_ticket' fails with NOT_FOUND_TOOL but does not declare it.`,
        hint: 'Add it to the errors of the tool, so that callers can expect it. Did you mean NOT_FOUND_FILE?',
      },
    ]);
  });

  it.each([
    [`run: ({ fail }) => fail('X_A')`],
    [`run: (call) => call.fail('X_A')`],
    [`run(call) { return call.fail('X_A'); }`],
    [`async run({ arguments: { id }, fail }) { if (id) return fail('X_A'); return { id }; }`],
    [`run: async function handle(call) { return call['fail']('X_A'); }`],
    [`run: ({ fail: refuse }) => refuse('X_A')`],
    [`run: ({ arguments: { id }, ...call }) => call.fail('X_A')`],
    [`run: (call) => { const { fail } = call; return fail('X_A'); }`],
    [`run: (call) => { const refuse = call.fail; return refuse('X_A'); }`],
    [`run: (call) => { const again = call; const { ...rest } = again; return rest.fail('X_A'); }`],
    [`run: (call) => call?.fail?.('X_A')`],
    [`run: (call) => (call.fail as (code: string) => never)('X_A')`],
    [`run: ({ fail } = given) => fail('X_A')`],
    [`run: function (this: void, call) { return call.fail('X_A'); }`],
    [`run: ({ arguments: { ids }, fail }) => ({ all: ids.map((id) => fail('X_A')) })`],
    [`run: ({ arguments: { id }, fail }) => fail(id ? 'X_A' : 'NOT_FOUND_FILE')`],
    [`run: ({ fail, arguments: { id = fail('X_A') } }) => ({ id })`],
    [`run: (call) => { other(call); return call.fail('X_A'); }`],
    [`'run': ({ fail }) => { throw fail('X_A'); }`],
  ])('reads %s', async (run) => {
    expect(await found(toolSource(`['NOT_FOUND_FILE']`, run))).toEqual(['X_A']);
  });

  it.each([
    [`const run = ({ fail }) => fail('X_A');`],
    [`function run({ fail }) { return fail('X_A'); }`],
    [`async function run(call: Call): Promise<Answer>;\nasync function run(call) { return call.fail('X_A'); }`],
    [`const first = (call) => call.fail('X_A'); const run = first as never;`],
  ])('reads a handler of the same file: %s', async (more) => {
    expect(await found(toolSource('[]', 'run', more))).toEqual(['X_A']);
  });

  it.each([
    [`import { defineOperation } from '@recourse/engine'; defineOperation({ errors: [], run: (c) => c.fail('X_A') })`],
    [`import * as engine from '@recourse/engine'; engine.defineTool({ errors: [], run: (c) => c.fail('X_A') })`],
    [`import { defineTool as tool } from '@recourse/engine'; tool({ errors: [], run: (c) => c.fail('X_A') })`],
    [`const definition = { errors: [], run: (c) => c.fail('X_A') }; defineTool(definition)`],
    [`const base = { errors: ['X_A'] }; defineTool({ ...base, errors: [], run: (c) => c.fail('X_A') })`],
    [`defineTool({ ...elsewhere, errors: [], run: (c) => c.fail('X_A') })`],
    [`defineTool({ get name() { return ''; }, errors: [], run: (c) => c.fail('X_A') })`],
  ])('reads %s', async (text) => {
    expect(await found(text)).toEqual(['X_A']);
  });

  it('finds the failures of another fail that the handler returns', async () => {
    const more = `import { fail } from '@recourse/contract'; const gone = registry.fail('X_C');`;
    const run = `run: ({ arguments: { a, b } }) => {
      if (a) return fail('X_A');
      const failure = registry.fail('X_B');
      if (b) return failure;
      return a ? gone : b && batchOf([registry.fail('X_D')]);
    }`;
    expect(await found(toolSource('[]', run, more))).toEqual(['X_C', 'X_A', 'X_B']);
  });

  it("recognizes the codes that the contract's batch returns", async () => {
    const run = `run: ({ arguments: { all } }) => batch(all)`;
    const ours = `import { batch } from '@recourse/contract';`;
    expect(await found(toolSource('[]', run, ours))).toEqual(['BATCH_PARTIAL_FAILURE']);
    expect(await found(toolSource(`['BATCH_PARTIAL_FAILURE']`, run, ours))).toEqual([]);
    expect(await found(toolSource('[]', run, `import { batch } from 'other';`))).toEqual([]);
    expect(await found(toolSource('[]', `run: ({ batch }) => batch()`, ours))).toEqual([]);
  });

  it.each([
    [`['X_A']`, `run: ({ fail }) => fail('X_A')`],
    [`['X_A'] as const`, `run: (call) => call.fail('X_A')`],
    [`both`, `run: ({ arguments: { id }, fail }) => fail(id ? 'X_A' : 'X_B')`],
    [`[...both]`, `run: ({ arguments: { id }, fail }) => fail(id ? 'X_A' : 'X_B')`],
    [`[...some, name]`, `run: ({ arguments: { id }, fail }) => fail(id ? 'X_A' : 'X_B')`],
  ])('is content with errors: %s, %s', async (errors, run) => {
    const more = `const some = ['X_A'] as const; const both = [...some, 'X_B']; const name = 'X_B';`;
    expect(await found(toolSource(errors, run, more))).toEqual([]);
  });

  it.each([
    ['a fail of its own', `run: (call) => { const inner = (fail) => fail('X_A'); return { inner }; }`],
    ['a shadowed call', `run: (call) => ({ each: others.map((call) => call.fail('X_A')) })`],
    ['another object', `run: (call) => { other.fail('X_A'); return {}; }`],
    ['a property of that name', `run: ({ fail }) => ({ fail: 'X_A', x: { fail() {} } })`],
    ['prose', `run: ({ fail }) => fail('went wrong')`],
    ['a type', `run: ({ fail }: Call<'X_A'>) => fail('NOT_FOUND_FILE' as 'X_A')`],
  ])('is not misled by %s', async (_, run) => {
    expect(await found(toolSource(`['NOT_FOUND_FILE']`, run))).toEqual([]);
  });

  it.each([
    [`defineTool({ errors: [...elsewhere], run: (c) => c.fail('X_A') })`],
    [`defineTool({ errors: elsewhere, run: (c) => c.fail('X_A') })`],
    [`defineTool({ errors: [], run: (c) => c.fail('X_A'), ...elsewhere })`],
    [`defineTool({ errors: [], [key]: 1, run: wrap((c) => c.fail('X_A')) })`],
    [`defineTool({ run: (c) => c.fail('X_A') })`],
    [`defineTool('name', { errors: [], run: (c) => c.fail('X_A') })`],
    [`defineTools({ errors: [], run: (c) => c.fail('X_A') })`],
  ])('says nothing if one side cannot be read: %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it('shows a constant where it is used, for each tool that uses it', async () => {
    const text = `const gone = 'X_A';
defineTool({ name: 'a', errors: [], run: ({ fail }) => fail(gone) });
defineTool({ name: 'b', errors: [gone], run: ({ fail }) => fail(gone) });
defineTool({ name: 'c', errors: [], run: ({ fail }) => fail(gone) });`;
    expect(await findingsOf(rule, { 'a.ts': text })).toEqual(['a.ts:2:61 X_A', 'a.ts:4:61 X_A']);
  });

  it('reports a code once for each handler, at the first place that answers with it', async () => {
    const text = `const run = ({ arguments: { a }, fail }) => {
  keep(registry.fail('X_A'));
  if (a) return fail('X_A');
  return fail('X_A');
};
defineTool({ name: 'a', errors: [], run });
defineTool({ name: 'b', errors: [], run });`;
    expect(await findingsOf(rule, { 'a.ts': text })).toEqual(['a.ts:3:22 X_A']);
  });

  it('reads examples, and no tests, fixtures or generated code', async () => {
    const text = toolSource('[]', `run: ({ fail }) => fail('X_A')`);
    const paths = ['examples/a.ts', 'a.test.ts', 'testing/a.ts', 'fixtures/a.ts', 'tests/a.ts', 'a.generated.ts'];
    const sources = Object.fromEntries(paths.map((path) => [path, text]));
    expect(await findingsOf(rule, { ...sources, 'tour.ts': `/** @recourse-example */\n${text}` })).toEqual([
      'examples/a.ts:3:91 X_A',
    ]);
  });
});
