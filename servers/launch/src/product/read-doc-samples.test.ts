import { expect, it } from 'vitest';
import { readDocSamples } from './read-doc-samples.ts';

const symbol = (name: string, doc: string) => ({
  name,
  kind: 'function',
  signature: '',
  doc,
  source: { path: 'a.go', start_line: 5, end_line: 5 },
  doc_source: { path: 'a.go', start_line: 1, end_line: 4 },
});

it('reads the code of doc comments, and not their indented prose', async () => {
  const samples = await readDocSamples(
    [
      symbol('New', 'New creates one.\n\n    id := uuid.New()'),
      symbol('Random', 'A note:\n\n    the probability is (about) one = in a billion.'),
      symbol('Same', 'Like New.\n\n    id := uuid.New()'),
    ],
    'go',
  );
  expect(samples).toMatchObject([
    { language: 'go', title: 'New', code: 'id := uuid.New()', source: { path: 'a.go', start_line: 1, end_line: 4 } },
  ]);
  const scripts = await readDocSamples([symbol('a', '```js\na();\n```\n\n```\nplain\n```\n\n    b()')], 'typescript');
  expect(scripts.map(({ code }) => code)).toEqual(['a();']);
});
