import { describe, expect, it } from 'vitest';
import { lintSources } from '../testing/lint-sources.ts';

describe('file-too-large', () => {
  it('names a file beyond the limit instead of reading it', async () => {
    const sources = { 'a.ts': 'a;', 'b.ts': `fail('NOPE_B');`.padEnd(2 * 1024 * 1024 + 1) };
    const { files, findings } = await lintSources(sources);
    expect(files).toBe(1);
    expect(findings).toEqual([expect.objectContaining({ rule: 'file-too-large', file: 'b.ts', code: null })]);
  });

  it('reads a file at the limit', async () => {
    const { findings } = await lintSources({ 'b.ts': `fail('NOPE_B');`.padEnd(2 * 1024 * 1024) });
    expect(findings).toEqual([expect.objectContaining({ rule: 'unregistered-code', code: 'NOPE_B' })]);
  });
});

describe('too-many-files', () => {
  const sources = { 'a.ts': 'a;', 'b.ts': 'b;', 'c.ts': `fail('NOPE_C');` };

  it('stops at the limit and says so', async () => {
    const { files, findings } = await lintSources(sources, { mostFiles: 2 });
    expect(files).toBe(2);
    expect(findings).toEqual([expect.objectContaining({ rule: 'too-many-files', file: '.', code: null })]);
  });

  it('reports nothing when the limit is just reached', async () => {
    const { files, findings } = await lintSources(sources, { mostFiles: 3 });
    expect(files).toBe(3);
    expect(findings.map(({ rule }) => rule)).toEqual(['unregistered-code']);
  });
});

describe('nothing-scanned', () => {
  it('finds that no file was read', async () => {
    const { files, findings } = await lintSources({ 'README.md': '', 'a.test.ts': `fail('NOPE_A');` });
    expect(files).toBe(0);
    expect(findings).toEqual([expect.objectContaining({ rule: 'nothing-scanned', file: '.', code: null })]);
  });

  it('reports nothing for one file, even an empty one', async () => {
    expect(await lintSources({ 'a.ts': '' })).toEqual({
      files: 1,
      codes: { declared: 0, produced: 0 },
      findings: [],
      notes: [],
    });
  });
});
