import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../policy.ts';
import { createProject } from '../testing/create-project.ts';
import type { PolicyProblem } from './policy-problem.ts';
import { isPolicyProblems, readPolicy } from './read-policy.ts';

const read = async (files: Readonly<Record<string, string>>, name?: string): Promise<Policy> => {
  const answer = await readPolicy({ root: createProject(files), ...(name !== undefined && { path: name }) });
  if (isPolicyProblems(answer)) throw new Error(JSON.stringify(answer));
  return answer;
};
const problems = async (text: string): Promise<readonly PolicyProblem[]> => {
  const answer = await readPolicy({ root: createProject({ '.coverctl.yaml': text }) });
  return isPolicyProblems(answer) ? answer : [];
};

/** Everything that coverctl documents, in one file. */
const complete = `
version: 1
language: go
profile: { format: go, path: .cover/coverage.out }
policy:
  default:
    min: 75
  domains:
    - name: core
      match: ["./internal/core/..."]
      min: 85
      warn: 90
      exclude: ["**/mock_*.go"]
    - name: api
      match: ["./internal/api/..."]
files:
  - match: ["internal/core/payments/*.go"]
    min: 95
exclude:
  - "**/generated/**"
diff:
  enabled: true
  base: origin/develop
integration:
  enabled: true
  packages: ["./test/integration/..."]
  run_args: ["-test.v"]
  cover_dir: ".cover/integration"
  profile: ".cover/integration.out"
merge:
  profiles:
    - ".cover/integration.out"
    - ".cover/e2e.out"
annotations:
  enabled: true
`;

describe('readPolicy', () => {
  it('reads every key that coverctl publishes', async () => {
    const policy = await read({ '.coverctl.yaml': complete, 'go.mod': 'module example.org/shop // ours\n\ngo 1.22\n' });
    expect(policy).toMatchObject({
      language: 'go',
      profile: { format: 'go', path: '.cover/coverage.out' },
      runner: undefined,
      defaultMinimum: 75,
      domains: [
        {
          name: 'core',
          match: ['./internal/core/...'],
          minimum: 85,
          inherited: false,
          warn: 90,
          exclude: ['**/mock_*.go'],
        },
        { name: 'api', match: ['./internal/api/...'], minimum: 75, inherited: true, warn: undefined, exclude: [] },
      ],
      exclude: ['**/generated/**'],
      files: [{ match: ['internal/core/payments/*.go'], minimum: 95 }],
      diff: { enabled: true, base: 'origin/develop', minimum: undefined },
      mergedProfiles: ['.cover/integration.out', '.cover/e2e.out'],
      annotations: true,
      module: 'example.org/shop',
      source: { path: '.coverctl.yaml', files: ['.coverctl.yaml'] },
    });
  });

  it('reads our own keys: runner and diff.min', async () => {
    const policy = await read({ 'coverctl.yml': 'runner: vitest\ndiff: { min: 92.5 }\n' });
    expect(policy).toMatchObject({ runner: 'vitest', diff: { enabled: false, base: 'origin/main', minimum: 92.5 } });
    expect(policy.domains).toMatchObject([{ name: 'all', match: ['**'], minimum: 80, inherited: true }]);
  });

  it('finds the file by its names in their order, and only in the root', async () => {
    const names = ['coverctl.yml', 'coverctl.yaml', '.coverctl.yml', '.coverctl.yaml'];
    const files: Record<string, string> = {};
    for (const name of names) {
      files[name] = 'version: 1';
      expect((await read(files)).source.path).toBe(name);
    }
    const outer = createProject({ '.coverctl.yaml': 'version: 1', 'inner/x.py': '' });
    expect(await readPolicy({ root: path.join(outer, 'inner') })).toMatchObject({ source: { path: undefined } });
  });

  it('keeps an explicit 0, and says so', async () => {
    const policy = await read({ '.coverctl.yaml': 'policy: { domains: [{ name: a, match: [a], min: 0 }] }' });
    expect(policy.domains[0]).toMatchObject({ minimum: 0, inherited: false });
  });

  it.each(['\u202E', '\u3164', '\uFE0F', '\u{E0041}'])(
    'refuses the hidden character %j in a name',
    async (character) => {
      const found = await problems(`policy: { domains: [{ name: 'a${character}b', match: ['src/**'] }] }`);
      expect(found[0]?.reason).toContain('invisible characters');
    },
  );

  it('takes a byte order mark, comments and an empty file', async () => {
    expect((await read({ '.coverctl.yaml': '\uFEFF# nothing yet\n' })).defaultMinimum).toBe(80);
  });
});

describe('a policy with mistakes', () => {
  it('reports all of them at once, with line, column and the nearest key', async () => {
    const text = [
      'version: 2',
      'langauge: go',
      'policy:',
      '  default:',
      '    min: 101',
      '  domains:',
      '    - name: core',
      '      match: src/**',
      '      mim: 80',
      '    - name: core',
      '      match: ["[a"]',
      '    - match: [x]',
      '      min: "80"',
      '      warn: 12.34567',
      'runner: vitst',
      'files:',
      '  - match: [a]',
      'diff: { enabled: yes please }',
      'merge: { profiles: [../x, /etc/passwd] }',
      'version: 1',
    ].join('\n');
    const found = await problems(text);
    expect(found.every(({ code, path: file }) => code === 'OP_CONFIG_INVALID' && file === '.coverctl.yaml')).toBe(true);
    expect(found.map(({ line, column, key, suggestion }) => [line, column, key, suggestion])).toEqual([
      [1, 10, 'version', undefined],
      [2, 1, 'langauge', "did you mean 'language'?"],
      [5, 10, 'policy.default.min', undefined],
      [8, 14, 'policy.domains[0].match', undefined],
      [9, 7, 'policy.domains[0].mim', "did you mean 'min'?"],
      [10, 13, 'policy.domains[1].name', undefined],
      [11, 15, 'policy.domains[1].match[0]', undefined],
      [12, 7, 'policy.domains[2]', undefined],
      [13, 12, 'policy.domains[2].min', undefined],
      [14, 13, 'policy.domains[2].warn', undefined],
      [15, 9, 'runner', "did you mean 'vitest'?"],
      [17, 5, 'files[0]', undefined],
      [18, 18, 'diff.enabled', undefined],
      [19, 21, 'merge.profiles[0]', undefined],
      [19, 27, 'merge.profiles[1]', undefined],
      [20, 1, 'version', undefined],
    ]);
  });

  it.each([
    ['policy:\n\tdefault: 1', 2, 'tabs cannot be used for indentation; use spaces'],
    [
      'exclude: [ **/x ]',
      1,
      'an alias (*name) needs an anchor (&name) before it; a value that begins with * needs quotes',
    ],
    ['a: [1', 1, undefined],
    ['--- \na: 1\n---\nb: 2', 3, 'only one document is allowed; remove everything after the first one'],
    ['- a\n- b', 1, 'the file must be a map, but is a list'],
    ['policy: !!js/function "x"', 1, 'tags (!name) are not supported; write the value itself'],
    ['policy: { domains: [{ name: "a\\u202eb", match: [a] }] }', 1, undefined],
    ['policy: { default: { min: .nan } }', 1, 'JSON cannot represent this number'],
    ['policy: { default: { min: 101 } }', 1, "'policy.default.min' must be between 0 and 100"],
    ['__proto__: { x: 1 }', 1, 'this key is not allowed'],
    ['policy: { domains: [{ name: a, match: [a], min: 80, warn: 70 }] }', 1, undefined],
  ])('says where %j is wrong', async (text, line, reason) => {
    const [first] = await problems(text);
    expect(first).toMatchObject({ code: 'OP_CONFIG_INVALID', line, ...(reason !== undefined && { reason }) });
  });

  it.each([
    [
      'aliases that multiply',
      `a: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefg'.replace(
        /./g,
        (key) =>
          `${key}: &${key} [${Array(10)
            .fill(`*${String.fromCodePoint((key.codePointAt(0) ?? 0) - 1)}`)
            .join(', ')}]\n`,
      )}`,
    ],
    ['an alias of itself', 'exclude: &a [*a]'],
    ['brackets without end', `exclude: ${'['.repeat(30_000)}`],
    ['a tower of maps', Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['a huge file', `exclude: [${'x, '.repeat(40_000)}]`],
    ['many aliases', `version: &a 1\nexclude: [${'*a,'.repeat(7000)}]`],
    ['many lines', 'a: 1\n'.repeat(12_000)],
    ['a staircase', '- '.repeat(32_000)],
    ['a staircase behind the start of a document', `--- ${'- '.repeat(32_000)}`],
    ['a staircase of keys', '? '.repeat(32_000)],
    ['a tower of braces', '{a: '.repeat(16_000)],
    ['zero bytes', 'version: 1\0'],
  ])('is refused and does no harm: %s', async (_, text) => {
    expect((await problems(text)).length).toBeGreaterThan(0);
  });

  it('never throws, whatever it contains', async () => {
    const root = createProject();
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('a', ':', ' ', '-', '\n', '[', '{', ']', '}', '*', '&', '"', '!', '\t', '|', '#'),
        }),
        async (text) => {
          writeFileSync(path.join(root, '.coverctl.yaml'), text);
          expect(await readPolicy({ root })).toBeDefined();
        },
      ),
      { numRuns: repetitions({ atLeast: 100, full: 2000 }) },
    );
  });
});

describe('a path to a policy', () => {
  it('returns OP_CONFIG_MISSING if there is no file', async () => {
    expect(await readPolicy({ root: createProject(), path: 'x.yaml' })).toMatchObject([
      { code: 'OP_CONFIG_MISSING', path: 'x.yaml' },
    ]);
  });

  it.each(['../x.yaml', '/etc/passwd', '~/x.yaml', 'a\0b', '.'])('does not lead to %j', async (name) => {
    const answer = await readPolicy({ root: createProject(), path: name });
    expect(isPolicyProblems(answer)).toBe(true);
  });

  it('does not lead out by a link', async () => {
    const outside = createProject({ 'secret.yaml': 'policy: { default: { min: 0 } }' });
    const root = createProject();
    symlinkSync(path.join(outside, 'secret.yaml'), path.join(root, '.coverctl.yaml'));
    expect(await readPolicy({ root })).toMatchObject([
      { code: 'OP_CONFIG_INVALID', reason: 'a link in the path leads outside the root' },
    ]);
  });
});

describe('extends', () => {
  const parent =
    'policy: { default: { min: 90 }, domains: [{ name: a, match: [a], min: 70 }, { name: b, match: [b] }] }\nexclude: [x]\nfiles: [{ match: [f], min: 99 }]\ndiff: { enabled: true }\n';

  it('gives precedence to the extending file, and merges domains by name', async () => {
    const policy = await read(
      {
        'base.yaml': parent,
        'packages/api/.coverctl.yaml':
          'extends: ../../base.yaml\npolicy: { default: { min: 0 }, domains: [{ name: a, min: 95 }, { name: c, match: [c] }] }\nexclude: [y]\nfiles: []\ndiff: { enabled: false }\n',
      },
      'packages/api/.coverctl.yaml',
    );
    expect(policy.domains.map(({ name, match, minimum }) => [name, match, minimum])).toEqual([
      ['a', ['a'], 95],
      ['b', ['b'], 0],
      ['c', ['c'], 0],
    ]);
    expect(policy).toMatchObject({ exclude: ['x', 'y'], files: [], diff: { enabled: false } });
    expect(policy.source.files).toEqual(['packages/api/.coverctl.yaml', 'base.yaml']);
  });

  it('changes the digest with any file in the chain, and with no other', async () => {
    const digest = async (files: Record<string, string>): Promise<string> => (await read(files)).source.digest;
    const child = 'extends: base.yaml\n';
    const first = await digest({ '.coverctl.yaml': child, 'base.yaml': parent });
    expect(await digest({ '.coverctl.yaml': child, 'base.yaml': parent, 'other.yaml': 'x' })).toBe(first);
    expect(await digest({ '.coverctl.yaml': child, 'base.yaml': `${parent}# a comment\n` })).not.toBe(first);
  });

  it.each([
    ['itself', { '.coverctl.yaml': 'extends: ./.coverctl.yaml' }],
    [
      'a circle',
      { '.coverctl.yaml': 'extends: a.yaml', 'a.yaml': 'extends: b/c.yaml', 'b/c.yaml': 'extends: ../a.yaml' },
    ],
    [
      'a long chain',
      Object.fromEntries([
        ['.coverctl.yaml', 'extends: 0.yaml'],
        ...Array.from({ length: 12 }, (_, at) => [`${at}.yaml`, `extends: ${at + 1}.yaml`]),
      ]),
    ],
    ['out of the root', { '.coverctl.yaml': 'extends: ../../etc/passwd' }],
    ['an absolute path', { '.coverctl.yaml': 'extends: /etc/passwd' }],
    ['nothing', { '.coverctl.yaml': 'version: 1\nextends: gone.yaml' }],
  ] as [string, Record<string, string>][])('is refused where it leads to %s', async (_, files) => {
    const answer = await readPolicy({ root: createProject(files) });
    expect(isPolicyProblems(answer) && answer).toMatchObject([{ code: 'OP_CONFIG_INVALID', key: 'extends' }]);
  });
});

describe('a project without a policy', () => {
  it.each([
    [
      'go',
      {
        'go.mod': 'module example.org/x',
        'cmd/x/main.go': '',
        'internal/core/a.go': '',
        'internal/mocks/a.go': '',
        'pkg/a.go': '',
      },
      [
        ['cmd', ['./cmd/...']],
        ['core', ['./internal/core/...']],
        ['pkg', ['./pkg/...']],
      ],
    ],
    ['go', { 'go.mod': 'module example.org/tool', 'main.go': '' }, [['tool', ['./...']]]],
    [
      'python',
      { 'pyproject.toml': '', 'src/shop/a.py': '', 'src/web/a.py': '', 'utils/a.py': '', 'tests/a.py': '' },
      [
        ['shop', ['src/shop/**']],
        ['web', ['src/web/**']],
        ['utils', ['utils/**']],
      ],
    ],
    ['python', { 'setup.py': '', 'one.py': '' }, [['all', ['**/*.py']]]],
    [
      'typescript',
      { 'tsconfig.json': '', 'package.json': '', 'src/a.ts': '', 'lib/a.ts': '' },
      [
        ['src', ['src/**']],
        ['lib', ['lib/**']],
      ],
    ],
    ['javascript', { 'package.json': '', 'index.js': '' }, [['all', ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}']]]],
  ] as [string, Record<string, string>, unknown][])(
    'is a project in %s with the parts that it has',
    async (language, files, domains) => {
      const policy = await read(files);
      expect(policy).toMatchObject({ language, defaultMinimum: 80, source: { path: undefined, files: [] } });
      expect(policy.domains.map(({ name, match }) => [name, match])).toEqual(domains);
      expect(policy.domains.every(({ minimum, inherited }) => minimum === 80 && inherited)).toBe(true);
    },
  );

  it('requires 80 as a whole if no marker identifies the language', async () => {
    const policy = await read({ 'x.txt': '' });
    expect([policy.language, policy.domains.map(({ name, match }) => [name, match])]).toEqual([
      undefined,
      [['all', ['**']]],
    ]);
  });
});
