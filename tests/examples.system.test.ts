import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const examples = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.ts'));
const guides = readdirSync(path.join(root, 'docs', 'guide')).filter((name) => name.endsWith('.md'));
const guideText = guides.map((name) => readFileSync(path.join(root, 'docs', 'guide', name), 'utf8')).join('\n');

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...commandLine: readonly string[]): Promise<Ran> =>
  promisify(execFile)(process.execPath, commandLine, { cwd: root }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ status: code, stdout, stderr }),
  );

/** The result of each example, which runs once for all tests. */
const results = new Map<string, Ran>();
let outputs: string;
beforeAll(async () => {
  outputs = mkdtempSync(path.join(tmpdir(), 'recourse-examples-'));
  const waiting = [...examples];
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const result = await run(path.join('examples', 'dist', name.replace(/\.ts$/, '.js')));
      results.set(name, result);
      writeFileSync(path.join(outputs, `${name}.txt`), result.stdout);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}, 240_000);
afterAll(() => rmSync(outputs, { recursive: true }));

describe.each(examples)('examples/%s', (name) => {
  it('runs', () => {
    expect(results.get(name)).toMatchObject({ status: 0, stderr: '' });
  });

  it('prints what the guide promises', () => {
    const printed = results.get(name)?.stdout.trimEnd();
    expect(guideText).toContain(`<!-- output: examples/${name} -->\n\n\`\`\`text\n${printed}\n\`\`\``);
  });
});

it('the guides have fresh copies of the examples and of what they print (npm run docs)', async () => {
  const { status, stdout, stderr } = await run(path.join('scripts', 'docs.mjs'), '--check', '--outputs', outputs);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(Number(/^(\d+) code blocks/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(examples.length * 2);
});

it('the first example shows a failure that says what to do next', () => {
  expect(JSON.parse(results.get('first-contract.ts')?.stdout ?? '')).toMatchObject({
    ok: false,
    code: 'TICKET_CLOSED',
    recovery: 'change_state',
    next_actions: [{ tool: 'reopen_ticket', arguments: { ticket: 'T-42' } }],
  });
});
