import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRules } from './read-rules.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'recourse-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string): string => {
  const file = path.join(folder, 'rules.yaml');
  writeFileSync(file, text);
  return file;
};

describe('readRules', () => {
  it('reads a file that can be used', async () => {
    const rules = await readRules(
      write('server: tickets\nreads: [find]\nrules:\n  - status: 423\n    code: UPSTREAM_UNAVAILABLE\n'),
    );
    expect(rules).toMatchObject({ names: ['tickets'] });
  });

  it.each([
    ['server: 5\n', "'server' must be a non-empty string or a list of such strings"],
    ['server: a\nreads: [1]\n', "'reads' must be a non-empty string or a list of such strings"],
    ['server: a\nreads: []\n', "'reads' must not be empty"],
    ['server: a\nrules: yes\n', "'rules' must be a list"],
    ['server: a\nrules: [yes]\n', "Each entry of 'rules' must be a map"],
    ['server: a\nrules:\n  - status: many\n    code: UPSTREAM_UNAVAILABLE\n', "'status' must be a whole number"],
  ])('names the place of each problem: %j', async (text, message) => {
    await expect(readRules(write(text))).rejects.toThrow(message);
    await expect(readRules(write(text))).rejects.toThrow(/rules\.yaml:\d+:\d+ {2}/u);
  });

  it('refuses a file that is too large before it reads it', async () => {
    await expect(readRules(write(`# ${'x'.repeat(1_048_576)}`))).rejects.toThrow('is larger than 1048576 bytes');
  });
});
