import { describe, expect, it } from 'vitest';
import { readChangelog } from './read-changelog.ts';
import { readDocument } from './read-document.ts';
import { readExample, titleOfPath } from './read-examples.ts';
import { rstToMarkdown } from './rst-to-markdown.ts';

const document = [
  '# Title',
  '',
  'Intro with [a link][ref].',
  '',
  '## One',
  '',
  '```ts',
  '# not a heading',
  '```',
  '',
  'Two',
  '---',
  '',
  'text',
  '',
  '[ref]: https://example.org/',
].join('\n');

describe('readDocument', () => {
  it('cuts a document at its headings and cites their lines', () => {
    const { topics } = readDocument('README.md', document, 'Product');
    expect(topics.map(({ title, source }) => [title, source.start_line, source.end_line])).toEqual([
      ['Title', 1, 4],
      ['One', 5, 10],
      ['Two', 11, 16],
    ]);
    expect(topics[0]?.text).toBe('Intro with [a link][ref].\n\n[REF]: <https://example.org/>');
  });

  it('lists code blocks with their language, heading and lines', () => {
    const { snippets } = readDocument('README.md', document, 'Product');
    expect(snippets).toMatchObject([
      { language: 'ts', title: 'One', code: '# not a heading', source: { start_line: 8, end_line: 8 } },
    ]);
  });

  it('names text before the first heading after the product', () => {
    expect(readDocument('a.md', 'Hello\n\n# H\n\nx', 'Product').topics[0]).toMatchObject({
      title: 'Product',
      text: 'Hello',
    });
  });

  it('ignores front matter and keeps the numbers of lines', () => {
    const { topics } = readDocument('a.md', '---\ntitle: x\n---\n\n# H\n\ntext\n', 'Product');
    expect(topics).toMatchObject([{ title: 'H', source: { start_line: 5 } }]);
  });

  it.each([
    ['quotations', '>'.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['lists', '- '.repeat(20_000)],
    ['cells', '|a'.repeat(20_000)],
    ['stars', `# ${'*'.repeat(50_000)}`],
    ['tags', '<a '.repeat(20_000)],
  ])('reads a document with very many %s', (_, text) => {
    expect(readDocument('a.md', text, 'P').topics.length).toBeLessThanOrEqual(1);
  });
});

describe('rstToMarkdown', () => {
  it('keeps the number of lines and turns headings, code and links into Markdown', () => {
    const rst = [
      '=====',
      'Title',
      '=====',
      '',
      'See `docs <https://a.example/>`_ and ``x``.',
      '',
      'Use',
      '---',
      '',
      '.. code-block:: python',
      '',
      '    a = 1',
      '',
      'Literal::',
      '',
      '    $ run',
      '',
      '.. note:: hidden',
      '   more',
      '',
      'End',
    ].join('\n');
    const markdown = rstToMarkdown(rst).split('\n');
    expect(markdown).toHaveLength(rst.split('\n').length);
    expect(markdown).toEqual([
      '',
      '# Title',
      '',
      '',
      'See [docs](https://a.example/) and `x`.',
      '',
      '## Use',
      '',
      '',
      '```python',
      '',
      'a = 1',
      '```',
      'Literal:',
      '```',
      '$ run',
      '```',
      '',
      '',
      '',
      'End',
    ]);
  });
});

describe('readChangelog', () => {
  it('finds releases by their headings', () => {
    const text = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2024-01-02\n\n- New\n\n## v1.1.0\n\n- Old\n';
    expect(readChangelog('CHANGELOG.md', text).map(({ version, text: notes }) => [version, notes])).toEqual([
      ['1.2.0', '- New'],
      ['1.1.0', '- Old'],
    ]);
  });
});

describe('readExample', () => {
  it('takes its title from the first comment', () => {
    expect(readExample('examples/a.ts', '// Send a mail.\nsend();\n', 'typescript')).toMatchObject({
      title: 'Send a mail',
    });
    expect(readExample('examples/a.py', '"""Send a mail"""\nsend()\n', 'python')).toMatchObject({
      title: 'Send a mail',
    });
    expect(readExample('examples/send_mail.go', '// Copyright 2020\npackage main\n', 'go')).toMatchObject({
      title: 'Send mail',
    });
  });

  it.each([
    ['examples/retry_on-error.ts', 'Retry on error'],
    ['examples/sendMail.ts', 'Send Mail'],
    ['examples/mail/index.ts', 'Mail'],
  ])('names %s after its file: %s', (path, title) => expect(titleOfPath(path)).toBe(title));

  it('ignores long and empty files', () => {
    expect(readExample('examples/a.ts', 'x\n'.repeat(300), 'typescript')).toBeUndefined();
    expect(readExample('examples/a.ts', '\n', 'typescript')).toBeUndefined();
  });
});
