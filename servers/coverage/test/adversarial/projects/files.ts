/** Files that hostile inputs try to run. Each of them leaves a trace outside of the project when it runs. */
const trace = (how: string): string => `require('node:fs').writeFileSync('../outside/escaped-${how}', '');\n`;
const moduleTrace = (how: string): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync('../outside/escaped-${how}', '');\nexport default {};\nexport const setup = () => {};\n`;

const traps: Readonly<Record<string, string>> = {
  'evil.cjs': trace('cjs'),
  'evil.mjs': moduleTrace('mjs'),
  'evil.js': moduleTrace('js'),
  'evil.config.mjs': moduleTrace('config'),
  'evil.config.cjs': `${trace('config')}module.exports = {};\n`,
  'evil.json': '{"setupFiles":["./evil.cjs"]}\n',
  'evil.py': "open('../outside/escaped-py', 'w').close()\n",
  'evil.ini': '[pytest]\naddopts = -p evil\n',
  'evil.sh': '#!/bin/sh\ntouch ../outside/escaped-sh "$(dirname "$0")/../outside/escaped-sh"\n',
  'deploy.js': trace('deploy'),
  'deploy.py': "open('../outside/escaped-deploy', 'w').close()\n",
  'args.txt': '--require=./evil.cjs\n-p\nevil\n',
  '.env': 'NODE_OPTIONS=--require=./evil.cjs\n',
};

/** A repository without a working tree, as some projects keep one among their fixtures. */
export const bareRepository: Readonly<Record<string, string>> = {
  'vendor/bare/HEAD': 'ref: refs/heads/main\n',
  'vendor/bare/config': '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  'vendor/bare/objects/info/packs': '',
  'vendor/bare/refs/heads/.keep': '',
};

const policy = (match: string): string =>
  `version: 1\npolicy:\n  default: { min: 0 }\n  domains:\n    - { name: source, match: ["${match}"], min: 0 }\n`;

const manifest = (type: string, test: string): string =>
  JSON.stringify({
    name: 'made-by-a-test',
    private: true,
    type,
    scripts: { test, pretest: 'node deploy.js', posttest: 'node deploy.js', deploy: 'node deploy.js' },
  });

/** A secret that a test sees is written where it can be found. */
const looksForSecrets = `if (JSON.stringify(process.env).includes('canary-secret')) require('node:fs').writeFileSync('../outside/leaked-environment', '');`;

const source = (common: boolean): string =>
  ['add = (a, b) => {\n  return a + b;\n}', 'subtract = (a, b) => {\n  return a - b;\n}']
    .map((text) => `${common ? 'exports.' : 'export const '}${text};\n`)
    .join('');

const names = ['adds two', 'subtracts two', 'ünïcode テスト（正常）', 'handles (a|b) [c] "quoted"'];

/** The head of a test file by the runner that reads it. */
const heads = {
  vitest: `import { test } from 'vitest';\nimport { createRequire } from 'node:module';\nimport { add, subtract } from '../src/math.js';\nconst require = createRequire(import.meta.url);\n`,
  jest: `const { add, subtract } = require('../src/math.js');\n`,
  'node-test': `import { test } from 'node:test';\nimport { createRequire } from 'node:module';\nimport { add, subtract } from '../src/math.js';\nconst require = createRequire(import.meta.url);\n`,
  nyc: `const { test } = require('node:test');\nconst { add, subtract } = require('../src/math.js');\n`,
} as const;

/** A project in JavaScript. */
export const javascript = (head: keyof typeof heads, script: string): Readonly<Record<string, string>> => {
  const common = head === 'jest' || head === 'nyc';
  const test = `${heads[head]}${names
    .map(
      (name) =>
        `test(${JSON.stringify(name)}, () => {\n  if (add(subtract(3, 1), 2) !== 4) throw new Error('no');\n});\n`,
    )
    .join('')}test('sees no secret', () => {\n  ${looksForSecrets}\n});\n`;
  return {
    ...traps,
    'package.json': manifest(common ? 'commonjs' : 'module', script),
    ...(common && { 'evil.js': trace('js') }),
    'src/math.js': source(common),
    'src/a b.js': common ? 'exports.one = 1;\n' : 'export const one = 1;\n',
    'test/math.test.js': test,
    'test/[id].test.js': test,
    'test/a b.test.js': test,
    'test/@scope/ünï.test.js': test.replaceAll('../src', '../../src'),
    '.coverctl.yaml': policy('src/**'),
  };
};

export const python: Readonly<Record<string, string>> = {
  ...traps,
  'pyproject.toml':
    "[tool.pytest.ini_options]\ntestpaths = ['tests']\npythonpath = ['.']\nmarkers = ['slow', 'unit']\n",
  'mathematics.py': 'def add(a, b):\n    return a + b\n',
  'conftest.py': '',
  'tests/test_math.py':
    "import os\nimport pytest\n\nfrom mathematics import add\n\n\ndef test_adds_two():\n    assert add(1, 1) == 2\n\n\n@pytest.mark.slow\ndef test_ünï():\n    assert add(1, 2) == 3\n\n\nclass TestMath:\n    @pytest.mark.parametrize('a,b', [(1, 2), (3, 4)])\n    def test_adds(self, a, b):\n        assert add(a, b) == a + b\n\n\ndef test_sees_no_secret():\n    if 'canary-secret' in str(dict(os.environ)):\n        open('../outside/leaked-environment', 'w').close()\n",
  'tests/a b/test_space.py': 'def test_space():\n    assert True\n',
  'tests/slow/test_slow.py': 'def test_slow():\n    assert True\n',
  '.coverctl.yaml': policy('**'),
};

export const go: Readonly<Record<string, string>> = {
  ...traps,
  'go.mod': 'module example.com/made\n\ngo 1.19\n',
  'calc/calc.go': 'package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
  'calc/calc_test.go':
    'package calc\n\nimport (\n\t"os"\n\t"strings"\n\t"testing"\n)\n\nfunc TestAddsTwo(t *testing.T) {\n\tt.Run("sub_case", func(t *testing.T) {\n\t\tif Add(1, 1) != 2 {\n\t\t\tt.Fatal("no")\n\t\t}\n\t})\n}\n\nfunc TestSlow(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n}\n\nfunc TestSeesNoSecret(t *testing.T) {\n\tif strings.Contains(strings.Join(os.Environ(), " "), "canary-secret") {\n\t\tos.WriteFile("../../outside/leaked-environment", nil, 0o600)\n\t}\n}\n\nfunc BenchmarkAdd(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tAdd(1, 2)\n\t}\n}\n',
  'internal/deep/deep.go': 'package deep\n\nfunc One() int {\n\treturn 1\n}\n',
  'internal/deep/deep_test.go':
    'package deep\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  '.coverctl.yaml': policy('./...'),
};
