import { execFileSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { makeProject } from './project.ts';
import { serveProject } from './stdio.ts';

vi.setConfig({ testTimeout: 240_000 });

const hasGo = ((): boolean => {
  try {
    return execFileSync('go', ['version']).length > 0;
  } catch {
    if (process.env['CI'] === 'true') throw new Error('go is not on this machine');
    console.warn('SKIPPED: go is not on this machine');
    return false;
  }
})();

const source = (name: string): string =>
  `package ${name}\n\nfunc Add(a, b int) int { return a + b }\nfunc Sub(a, b int) int { return a - b }\n`;
const test = (name: string): string =>
  `package ${name}\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n`;

it.skipIf(!hasGo)('checks every module of a Go workspace, and those without tests count too', async () => {
  const project = makeProject({
    'go.work': 'go 1.19\n\nuse (\n\t./a\n\t./tools/b\n)\n',
    'a/go.mod': 'module example.com/a\n\ngo 1.19\n',
    'a/a.go': source('a'),
    'a/a_test.go': test('a'),
    'tools/b/go.mod': 'module example.com/b\n\ngo 1.19\n',
    'tools/b/b.go': source('b'),
    '.coverctl.yaml': 'version: 1\npolicy: { default: { min: 20 } }\n',
  });
  const served = await serveProject(project);
  const { structuredContent } = await served.callTool('check', {});
  expect(structuredContent).toMatchObject({ passed: true, overall: { covered: 1, total: 4 } });
});
