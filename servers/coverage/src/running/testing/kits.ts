import type { RunnerName } from '../plan.ts';

/** The behaviour of one test in a kit's project. */
type Deed = 'prints frames' | 'fails' | 'hangs' | 'leaves a child' | 'forks and hangs' | 'floods';

/** How to make a project of one runner whose tests do what is wanted. */
export interface Kit {
  readonly runner: RunnerName;
  /** Whether the runner is one of those in `tests/runners`. */
  readonly installed: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly testFile: string;
  /** The text of a test file. */
  readonly test: (deed: Deed) => string;
  /** A file that cannot be loaded or compiled. */
  readonly broken: Readonly<Record<string, string>>;
  /** The source that the tests measure, how many of its lines ran, and a part of the failed test's name. */
  readonly source: string;
  readonly failedName: string;
}

const frame = '{"jsonrpc":"2.0","id":1,"result":{"passed":true}}';
const idle = 'setInterval(() => {}, 1000)';

/** In JavaScript; `fs` and `spawn` are there. The pid of a child is written where the test of the test can find it. */
const javascript: Readonly<Record<Deed, string>> = {
  fails: "throw new Error('wrong on purpose');",
  hangs: "fs.writeFileSync('started', ''); await new Promise(() => setInterval(() => {}, 1000));",
  'prints frames': `fs.writeSync(1, ${JSON.stringify(`${frame}\n`)});`,
  'leaves a child': childOf('inherit'),
  'forks and hangs': `${childOf('inherit')} await new Promise(() => setInterval(() => {}, 1000));`,
  floods: `spawnSync(process.execPath, ['-e', 'for (let i = 0; i < 200; i++) console.log("x".repeat(100000))'], { stdio: 'inherit' });`,
};

/** Node and Go wait for every process that holds the output of a test; there the child must not inherit it. */
function childOf(stdio: 'inherit' | 'ignore'): string {
  return [
    `const child = spawn(process.execPath, ['-e', '${idle}'], { detached: true, stdio: '${stdio}' });`,
    `child.unref(); fs.writeFileSync('child.pid', String(child.pid));`,
  ].join(' ');
}

const modules =
  "import fs from 'node:fs';\nimport { spawn, spawnSync } from 'node:child_process';\nimport { add } from '../src/math.js';\n";
const common =
  "const fs = require('node:fs');\nconst { spawn, spawnSync } = require('node:child_process');\nconst { add } = require('../src/math.js');\n";
const moduleSource =
  'export const add = (a, b) => {\n  return a + b;\n};\n\nexport const sub = (a, b) => {\n  return a - b;\n};\n';
const commonSource = moduleSource.replaceAll('export const ', 'exports.');
const neverEnds = 'const forever = 2 ** 30;\n';

const packageFile = (script: string, type = 'module'): string =>
  JSON.stringify({ name: 'made-by-a-test', private: true, type, scripts: { test: script } });

const nodeTests = (deed: Deed): string =>
  `import { test } from 'node:test';\n${modules}test('adds two', () => {\n  if (add(1, 1) !== 2) throw new Error('no');\n});\ntest('does its deed', async () => {\n  ${javascript[deed].replace("'inherit'", deed === 'leaves a child' ? "'ignore'" : "'inherit'")}\n});\n`;

const nodeKit = (runner: RunnerName, script: string): Kit => ({
  runner,
  installed: runner !== 'node-test',
  files: { 'package.json': packageFile(script), 'src/math.js': moduleSource },
  testFile: 'test/math.test.js',
  test: nodeTests,
  broken: { 'test/math.test.js': "import './not-there.js';\n" },
  source: 'src/math.js',
  failedName: 'does its deed',
});

const python: Readonly<Record<Deed, string>> = {
  fails: 'assert False',
  hangs: "open('started', 'w').close(); time.sleep(3600)",
  'prints frames': `os.write(1, b'${frame}\\n')`,
  'leaves a child':
    "open('child.pid', 'w').write(str(subprocess.Popen(['sleep', '3600'], start_new_session=True).pid))",
  'forks and hangs':
    "open('child.pid', 'w').write(str(subprocess.Popen(['sleep', '3600'], start_new_session=True).pid)); time.sleep(3600)",
  floods: "[print('x' * 100000) for _ in range(200)]",
};

const go: Readonly<Record<Deed, string>> = {
  fails: 't.Fatal("wrong on purpose")',
  hangs: 'os.WriteFile("../started", nil, 0o600); select {}',
  'prints frames': `os.Stdout.WriteString(${JSON.stringify(`${frame}\n`)})`,
  'leaves a child': 'leave()',
  'forks and hangs': 'leave(); time.Sleep(time.Hour)',
  floods: 'for i := 0; i < 200; i++ { os.Stdout.WriteString(strings.Repeat("x", 100000) + "\\n") }',
};

const goTest = (deed: Deed): string => `package math

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var _ = time.Hour
var _ = strings.Repeat

func leave() {
	child := exec.Command("sleep", "3600")
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	child.Start()
	os.WriteFile("../child.pid", []byte(strconv.Itoa(child.Process.Pid)), 0o600)
}

func TestAddsTwo(t *testing.T) {
	if Add(1, 1) != 2 {
		t.Fatal("no")
	}
}

func TestDoesItsDeed(t *testing.T) {
	${go[deed]}
}
`;

export const kits: readonly Kit[] = [
  {
    ...nodeKit('vitest', 'vitest run'),
    test: (deed) =>
      `import { expect, test } from 'vitest';\n${modules}${neverEnds}test('adds two', () => {\n  expect(add(1, 1)).toBe(2);\n});\ntest('does its deed', async () => {\n  ${javascript[deed]}\n}, forever);\n`,
  },
  {
    ...nodeKit('jest', 'jest'),
    files: { 'package.json': packageFile('jest', 'commonjs'), 'src/math.js': commonSource },
    test: (deed) =>
      `${common}${neverEnds}test('adds two', () => {\n  expect(add(1, 1)).toBe(2);\n});\ntest('does its deed', async () => {\n  ${javascript[deed]}\n}, forever);\n`,
    broken: { 'test/math.test.js': "require('./not-there.js');\ntest('is never run', () => {});\n" },
  },
  nodeKit('node-test', 'node --test'),
  nodeKit('c8', 'c8 node --test'),
  {
    ...nodeKit('nyc', 'nyc node --test'),
    files: { 'package.json': packageFile('nyc node --test', 'commonjs'), 'src/math.js': commonSource },
    test: (deed) =>
      nodeTests(deed)
        .replace("import { test } from 'node:test';\n", "const { test } = require('node:test');\n")
        .replace(modules, common),
    broken: { 'test/math.test.js': "require('./not-there.js');\n" },
  },
  {
    runner: 'pytest',
    installed: false,
    files: {
      'pyproject.toml': "[tool.pytest.ini_options]\ntestpaths = ['tests']\npythonpath = ['.']\n",
      'mathematics.py': 'def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n',
    },
    testFile: 'tests/test_math.py',
    test: (deed) =>
      `import os\nimport subprocess\nimport time\n\nfrom mathematics import add\n\n\ndef test_adds_two():\n    assert add(1, 1) == 2\n\n\ndef test_does_its_deed():\n    ${python[deed]}\n`,
    broken: { 'tests/test_math.py': 'import not_there\n' },
    source: 'mathematics.py',
    failedName: 'tests/test_math.py::test_does_its_deed',
  },
  {
    runner: 'go-test',
    installed: false,
    files: {
      'go.mod': 'module example.com/made\n\ngo 1.19\n',
      'math/math.go':
        'package math\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n\nfunc Sub(a, b int) int {\n\treturn a - b\n}\n',
    },
    testFile: 'math/math_test.go',
    test: goTest,
    broken: { 'math/broken.go': 'package math\n\nfunc Broken() int { return "text" }\n' },
    source: 'math/math.go',
    failedName: 'TestDoesItsDeed',
  },
];
