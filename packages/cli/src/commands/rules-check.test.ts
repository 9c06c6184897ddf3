import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';

const check = (yaml: string, ...more: readonly string[]) => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-rules-'));
  writeFileSync(path.join(cwd, 'own.yaml'), yaml);
  return runWithFakeIo(['rules', 'check', 'own.yaml', ...more], { cwd });
};
const good =
  'server: s\nrules:\n  - { words: [closed], code: PERMISSION_DENIED }\ntests:\n  - { text: It is closed, code: PERMISSION_DENIED }\n';

describe('recourse rules check', () => {
  it('counts the rules and the tests of a file that can be used', async () => {
    const { exit, out } = await check(good);
    expect(out).toContain('1 rules, 1 tests passed');
    expect(exit).toBe(0);
  });

  it('reports a failing test with its place', async () => {
    const { exit, out } = await check(good.replace('It is closed', 'It is open'));
    expect(out).toContain('own.yaml:5:5');
    expect(exit).toBe(1);
  });

  it('writes one document with --json', async () => {
    const { out } = await check(good, '--json');
    expect(JSON.parse(out)).toEqual({ files: [{ file: 'own.yaml', problems: [], passed: 1, rules: 1 }] });
  });
});
