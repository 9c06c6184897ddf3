import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources } from '../testing/lint-sources.ts';

const rule = 'parse-error';

describe(rule, () => {
  it('finds a file that does not parse, and reads the others', async () => {
    const sources = { 'a.ts': `export const a = 1;\n  const = 2;\n`, 'b.ts': `fail('NOPE_B');` };
    const { files, findings } = await lintSources(sources);
    expect(files).toBe(2);
    expect(findings.map((finding) => `${finding.rule} ${finding.file}:${finding.line}:${finding.column}`)).toEqual([
      'parse-error a.ts:2:9',
      'unregistered-code b.ts:1:6',
    ]);
  });

  it('finds a binary file', async () => {
    expect(await findingsOf(rule, { 'a.ts': 'G\u0000\u0001\uFFFD\u0002' })).toHaveLength(1);
  });

  it('parses each file type by its extension', async () => {
    const sources = {
      'a.ts': `const a = <string>b;`,
      'b.tsx': `const a = <T,>(b: T) => <i>{b}</i>;`,
      'c.js': `export const a = <i/>;`,
      'd.js': `if (!a) return; require('./x');`,
      'e.cjs': `#!/usr/bin/env node\nif (!a) return;`,
      'f.mjs': `await import('./x.js');`,
      'g.mts': `await import('./x.mjs'); export {};`,
      'h.cts': `import a = require('./a.cjs'); export = a;`,
      'i.jsx': `export const a = <i/>;`,
    };
    expect(await lintSources(sources)).toMatchObject({ files: 9, findings: [] });
  });
});
