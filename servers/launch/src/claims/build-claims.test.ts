import { describe, expect, it } from 'vitest';
import type { ProductFacts } from '../artifacts.ts';
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
const build = (readme: string, text: string) =>
  buildClaims(memoryTree({ 'README.md': readme }), {
    facts: factsOf(text),
    snippets: { schema_version: '1.0', snippets: [] },
  });

describe('buildClaims', () => {
  it('makes one claim of each sentence, with the hash of its lines', async () => {
    const { claims } = await build('# Widgets\n\nOne is small. Two is large.\n', 'One is small. Two is large.');
    expect(claims.map(({ kind, text }) => [kind, text])).toEqual([
      ['prose', 'One is small.'],
      ['prose', 'Two is large.'],
    ]);
    expect(claims[0]).toMatchObject({ id: expect.stringMatching(/^claim_/), source });
  });

  it('keeps the id of a claim where only its line has changed', async () => {
    const [before, after] = await Promise.all([
      build('# Widgets\n\nOne is small.\n', 'One is small.'),
      build('# Widgets\n\nNew.\n\nOne is small.\n', 'One is small.'),
    ]);
    expect(after.claims[0]?.id).toBe(before.claims[0]?.id);
    expect(after.claims[0]?.sha256).not.toBe(before.claims[0]?.sha256);
  });
});
