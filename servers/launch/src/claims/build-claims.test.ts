import { describe, expect, it } from 'vitest';
import type { ProductFacts } from '../artifacts.ts';
import { draftSite, sampleConfig } from '../testing/draft-site.ts';
import { memoryTree } from '../testing/memory-tree.ts';
import { buildClaims } from './build-claims.ts';

const source = { path: 'README.md', start_line: 3, end_line: 3 };
const factsOf = (text: string): ProductFacts => ({
  schema_version: '1.0',
  ref: '0'.repeat(40),
  name: 'widgets',
  description: null,
  version: null,
  license: null,
  language: null,
  install: [],
  topics: [{ title: 'Widgets', text, source }],
  symbols: [],
  releases: [],
});
const draftedEvidence = async (files: Readonly<Record<string, string>>) =>
  (await draftSite(files, { config: sampleConfig({ target_platform: 'python', product_name: 'widgets' }) })).evidence;
const build = (readme: string, text: string) =>
  buildClaims(memoryTree({ 'README.md': readme }), {
    facts: factsOf(text),
    snippets: { schema_version: '1.0', snippets: [] },
  });

describe('buildClaims', () => {
  it('makes one claim of each sentence, with the hash of its lines', async () => {
    const { claims } = await build('# Widgets\n\nOne is small. Two is large.\n', 'One is small. Two is large.');
    expect(claims.map(({ kind, text }) => [kind, text])).toEqual([
      ['prose', 'Widgets.'],
      ['prose', 'One is small.'],
      ['prose', 'Two is large.'],
    ]);
    expect(claims[1]).toMatchObject({ id: expect.stringMatching(/^claim_/), source });
  });

  it('keeps the id of a claim where only its line has changed', async () => {
    const [before, after] = await Promise.all([
      build('# Widgets\n\nOne is small.\n', 'One is small.'),
      build('# Widgets\n\nNew.\n\nOne is small.\n', 'One is small.'),
    ]);
    expect(after.claims[1]?.id).toBe(before.claims[1]?.id);
    expect(after.claims[1]?.sha256).not.toBe(before.claims[1]?.sha256);
  });

  it('cites the lines of each sentence, not of the whole text', async () => {
    const { claims } = await draftedEvidence({
      'README.md': `# Widgets

One is
small. Two [is](http://x.test/a) large.

- Three
- Two [is](http://x.test/a) large.
`,
      'package.json': '{\n  "name": "widgets",\n  "version": "1.2.3",\n  "license": "MIT"\n}\n',
      'CHANGELOG.md': '# Changes\n\n## 1.2.3\n\nNew shape.\n',
      'mod.py': "'''Makes widgets.\n\nThey last.\n'''\n",
    });
    const linesOf = (text: string) => {
      const found = claims.find((claim) => claim.text === text);
      return found && [found.kind, found.source.path, found.source.start_line, found.source.end_line];
    };
    expect(linesOf('Widgets.')).toEqual(['prose', 'README.md', 1, 1]);
    expect(linesOf('One is small.')).toEqual(['manifest', 'README.md', 3, 4]);
    expect(linesOf('Two is large.')).toEqual(['prose', 'README.md', 4, 4]);
    expect(linesOf('Three')).toEqual(['prose', 'README.md', 6, 6]);
    expect(linesOf('1.2.3')).toEqual(['manifest', 'package.json', 3, 3]);
    expect(linesOf('MIT')).toEqual(['manifest', 'package.json', 4, 4]);
    expect(linesOf('New shape.')).toEqual(['release', 'CHANGELOG.md', 5, 5]);
    expect(linesOf('npm install widgets')).toEqual(['command', 'package.json', 2, 2]);
    expect(linesOf('They last.')).toEqual(['symbol', 'mod.py', 3, 3]);
  });
});
