import { describe, expect, it } from 'vitest';
import { lintSources, toolSource } from '../../testing/lint-sources.ts';

const toolRules: ReadonlySet<string> = new Set(['undeclared-tool-code', 'unused-tool-code']);

/** Returns the findings and notes about the tools of a file. */
const saidOf = async (text: string) => {
  const { findings, notes } = await lintSources({ 'a.ts': text });
  return {
    findings: findings
      .filter((finding) => toolRules.has(finding.rule))
      .map(({ rule, code }) => `${rule} ${code ?? ''}`),
    notes: notes
      .filter(({ rule }) => rule === 'dynamic-tool')
      .map(({ line, column, message }) => `${line}:${column} ${message}`),
  };
};

describe('a tool with codes that are known only at run time', () => {
  const tail = 'so not all of its codes are known.';

  it.each([
    ['passes it on', `run: (call) => service(call)`],
    ['passes its fail on', `run: ({ fail }) => service(1, fail)`],
    ['passes the member on', `run: (call) => service(call.fail)`],
    ['gives it to a callback', `run: ({ fail }) => service().catch(fail)`],
    ['spreads it', `run: (call) => { service({ ...call }); return {}; }`],
    ['puts it into an object', `run: ({ fail }) => { service({ fail }); return {}; }`],
    ['puts it into a list', `run: (call) => { const all = [call]; return {}; }`],
    ['returns it', `run: (call) => call`],
    ['keeps it', `run(call) { this.call = call; return {}; }`],
    ['assigns it', `run: (call) => { let refuse; refuse = call.fail; return {}; }`],
    ['gives it a name that can change', `run: (call) => { let refuse = call.fail; return {}; }`],
    ['takes it apart by assignment', `run: (call) => { let fail; ({ fail } = call); return {}; }`],
    ['replaces it', `run: (call) => { call.fail = other; return {}; }`],
    ['binds it', `run: ({ fail }) => fail.bind(null, 'X_A')()`],
    ['calls it in a roundabout way', `run: ({ fail }) => fail.call(null, 'X_A')`],
    ['chooses the member', `run: (call) => call[name]('X_A')`],
    ['chooses the name', `run: ({ [name]: refuse }) => refuse('X_A')`],
    ['uses it as a tag', 'run: ({ fail }) => fail`X_A`'],
    ['takes a list', `run: ([call]) => ({})`],
    ['takes all there is', `run: (...given) => given[0].fail('X_A')`],
    ['uses the arguments object', `run() { return arguments[0].fail('X_A'); }`],
    ['passes a rest on', `run: ({ arguments: { id }, ...rest }) => service(rest)`],
    ['passes another name on', `run: (call) => { const again = call; const more = again; service(more); return {}; }`],
  ])('has a handler that %s', async (_, run) => {
    const { findings, notes } = await saidOf(toolSource(`['X_A']`, run));
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining(`The handler of tool 'find_ticket' passes 'call' or 'fail' to other code, ${tail}`),
    ]);
  });

  it.each([
    [`run: async ({ arguments: { id } }) => service(id)`],
    [`run: async ({ arguments: { id } }) => await service(id)`],
    [`run: async ({ inner }) => inner('other', {})`],
    [`run: async () => { const found = await service(); if (isFailure(found)) return found; return {}; }`],
    [`run: ({ arguments: { id } }) => (id ? {} : kept.failure)`],
    [`run: () => { let answer = {}; return answer; }`],
    [`run: () => new Promise((resolve) => service(resolve))`],
    [`run: () => shared`],
  ])('reports a value that was created elsewhere: %s', async (run) => {
    const { findings, notes } = await saidOf(toolSource(`['X_A']`, run, `import { shared } from './shared.ts';`));
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(`returns a value that was created elsewhere, ${tail}`)]);
  });

  it('fails with a code that is chosen at run time', async () => {
    const { findings, notes } = await saidOf(
      toolSource(`['X_A', 'X_B']`, `run: ({ fail }) => fail(x ? 'X_C' : pick())`),
    );
    expect(findings).toEqual(['undeclared-tool-code X_C']);
    expect(notes).toEqual([expect.stringContaining(`fails with a code that is chosen at run time, ${tail}`)]);
  });

  it('is not noted when every code that it declares is in sight', async () => {
    for (const run of [`run: () => service()`, `run: ({ fail }) => fail(pick())`]) {
      expect(await saidOf(toolSource('[]', run))).toEqual({ findings: [], notes: [] });
    }
    const run = `run: ({ arguments: { id }, fail }) => (id ? service(id) : fail('X_A'))`;
    expect(await saidOf(toolSource(`['X_A']`, run))).toEqual({ findings: [], notes: [] });
  });

  it.each([
    [`...elsewhere`, 'errors'],
    [`errors: [...elsewhere]`, 'errors'],
    [`errors: codes.map(String)`, 'errors'],
    [`errors: ['X_A', pick()]`, 'errors'],
    [`get errors() { return ['X_A']; }`, 'errors'],
    [`errors: ['X_A'], run: elsewhere`, 'handler'],
    [`errors: ['X_A'], run: wrap((call) => ({}))`, 'handler'],
    [`errors: ['X_A'], run: handlers.find`, 'handler'],
    [`errors: ['X_A'], get run() { return () => ({}); }`, 'handler'],
    [`errors: ['X_A'], run: changing`, 'handler'],
  ])('does not show both sides: %s', async (more, what) => {
    const text = `import './codes.ts';\nlet changing = () => ({});\ndefineTool({ run: () => ({}), name: 'a', ${more} });`;
    const { findings, notes } = await saidOf(text);
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(new RegExp(`The ${what} of (?:tool 'a'|this tool) (?:is|are) not`))]);
  });

  it('is defined in another file', async () => {
    const text = `import { definition } from './definition.ts';\ndefineTool(definition);`;
    expect(await saidOf(text)).toEqual({
      findings: [],
      notes: [`2:12 The definition of this tool is not a literal in this file, ${tail}`],
    });
  });

  it('is noted only in files that import us or a neighbour, and only when it can be ours', async () => {
    const nothing = { findings: [], notes: [] };
    expect(await saidOf(`import { defineTool } from 'other'; defineTool(definition);`)).toEqual(nothing);
    expect(await saidOf(`import './a.ts'; defineTool('name', definition); defineTool();`)).toEqual(nothing);
    expect(await saidOf(`import './a.ts'; defineTool({ name: 'a', handler: (call) => go(call) });`)).toEqual(nothing);
  });
});

describe('hostile tools', () => {
  const names = Array.from({ length: 300 }, (_, index) => `const n${index + 1} = n${index};`);

  it.each([
    ['names for names', `run: (n0) => { ${names.toReversed().join(' ')} return n300.fail('X_A'); }`, ''],
    ['constants that refer to themselves', `run: a`, `const a = b; const b = a;`],
    ['an object that spreads itself', `...a`, `const a = { ...b }; const b = { ...a };`],
    ['a deep member', `run: (call) => call${'.fail'.repeat(5000)}('X_A')`, ''],
    ['a deep condition', `run: ({ fail }) => ${'x ? {} : '.repeat(800)}fail('X_A')`, ''],
    ['a deep pattern', `run: (${'{ fail: '.repeat(500)}x${' }'.repeat(500)}) => ({})`, ''],
    ['a handler without a body', `run`, `declare function run(call: Call): void;`],
  ])('end in no finding: %s', async (_, run, more) => {
    expect((await saidOf(toolSource(`['X_A']`, run, more))).findings).toEqual([]);
  });

  it('may spread lists that double with every step', async () => {
    const lists = Array.from({ length: 60 }, (_, index) => `const l${index + 1} = [...l${index}, ...l${index}];`);
    const more = `const l0 = ['X_A']; ${lists.join(' ')}`;
    expect((await saidOf(toolSource('l60', `run: () => ({})`, more))).findings).toEqual(['unused-tool-code X_A']);
    const circular = `const a = [...b, 'X_A']; const b = [...a];`;
    expect((await saidOf(toolSource('a', `run: () => ({})`, circular))).findings).toEqual(['unused-tool-code X_A']);
  });

  it('may share long handlers and long lists', async () => {
    const handler = `const run = ({ fail }) => { ${`fail('X_A');`.repeat(20_000)} };`;
    const list = `const errors = [${`'X_A',`.repeat(20_000)}];`;
    const { findings } = await saidOf(
      `${handler}\n${`defineTool({ errors: [], run });\n`.repeat(5000)}\n${list}\n${`defineTool({ errors, run });\n`.repeat(5000)}`,
    );
    expect(findings).toEqual(['undeclared-tool-code X_A']);
  });
});
