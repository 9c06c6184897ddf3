import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const examples = readdirSync(path.join(root, 'examples')).filter((name) => name.endsWith('.ts'));
const guides = readdirSync(path.join(root, 'docs', 'guide')).filter((name) => name.endsWith('.md'));
const guideText = guides.map((name) => readFileSync(path.join(root, 'docs', 'guide', name), 'utf8')).join('\n');

const run = (...commandLine: readonly string[]) =>
  spawnSync(process.execPath, commandLine, { cwd: root, encoding: 'utf8' });

describe.each(examples)('examples/%s', (name) => {
  const result = run(path.join('examples', 'dist', name.replace(/\.ts$/, '.js')));

  it('runs', () => {
    expect(result).toMatchObject({ status: 0, stderr: '' });
  });

  it('prints what the guide promises', () => {
    expect(guideText).toContain(`<!-- output: examples/${name} -->\n\n\`\`\`text\n${result.stdout.trimEnd()}\n\`\`\``);
  });
});

it('the guides have fresh copies of the examples and of what they print (npm run docs)', () => {
  const { status, stdout, stderr } = run(path.join('scripts', 'docs.mjs'), '--check');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(Number(/^(\d+) code blocks/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(examples.length * 2);
});

it('the first example shows a failure that says what to do next', () => {
  const { stdout } = run(path.join('examples', 'dist', 'first-contract.js'));
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    code: 'TICKET_CLOSED',
    recovery: 'change_state',
    next_actions: [{ tool: 'reopen_ticket', arguments: { ticket: 'T-42' } }],
  });
});
