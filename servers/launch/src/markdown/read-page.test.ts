import { describe, expect, it } from 'vitest';
import { mostPageCharacters, readPage } from './read-page.ts';

const page = [
  '---',
  'title: Page',
  '---',
  '# The `foo` method',
  '',
  'See [the guide](/docs/guide/#start "Guide") and ![a picture](img/a.png),',
  'also `[no](link)` and <https://example.org/a>, [named][n], [twice][n].',
  '',
  '[n]: ../named/',
  '',
  '- item',
  '  with [a link](b.md)',
  '',
  '| a | b |',
  '| - | - |',
  '| x | [cell](c.md) |',
  '',
  '```ts title="x"',
  'const a = "[no](link)";',
  '```',
  '',
  '[ref]({{< ref "a.md" >}}) https://example.org/bare',
].join('\n');

describe('readPage', () => {
  const read = readPage(page);

  it('finds links and images with their lines and places, and none in code or shortcodes', () => {
    const found = read.links.map(({ kind, url, line, start, end }) => [
      kind,
      url,
      line,
      page.slice(start ?? 0, end ?? 0),
    ]);
    expect(found).toEqual([
      ['link', '/docs/guide/#start', 6, '[the guide](/docs/guide/#start "Guide")'],
      ['image', 'img/a.png', 6, '![a picture](img/a.png)'],
      ['link', 'https://example.org/a', 7, '<https://example.org/a>'],
      ['link', '../named/', 7, '[named][n]'],
      ['link', '../named/', 7, '[twice][n]'],
      ['link', 'b.md', 12, '[a link](b.md)'],
      ['link', 'c.md', 16, '[cell](c.md)'],
      ['link', 'https://example.org/bare', 22, ''],
    ]);
  });

  it('finds headings and code blocks', () => {
    expect(read.headings).toEqual([
      { level: 1, text: 'The `foo` method', anchor: 'the-foo-method', line: 4, endLine: 5, top: true },
    ]);
    expect(read.codes).toEqual([{ language: 'ts', code: 'const a = "[no](link)";\n', line: 18, endLine: 21 }]);
    expect(read.codeRanges.map(([start, end]) => page.slice(start, end).split('\n')[0])).toEqual([
      '`foo`',
      '`[no](link)`',
      '```ts title="x"',
      '{{< ref "a.md" >}}',
    ]);
  });

  it('numbers repeated headings, takes over their own ids and keeps other letters', () => {
    const { headings } = readPage('## Dup\n\n## Dup\n\n## Own {#my-id}\n\n## Größe: 2 & mehr\n\n##\n\n> ## 見出し\n');
    expect(headings.map(({ anchor, top }) => [anchor, top])).toEqual([
      ['dup', true],
      ['dup-1', true],
      ['my-id', true],
      ['größe-2--mehr', true],
      ['heading', true],
      ['見出し', false],
    ]);
  });

  it('counts lines with carriage returns as one', () => {
    const { links } = readPage('---\r\ntitle: x\r\n---\r\n\r\ntext\r\n[a](b)\r\n');
    expect(links).toMatchObject([{ line: 6 }]);
  });

  it.each([
    ['brackets', '['],
    ['images', '!['],
    ['emphasis', '*a_ '],
    ['quotations', '> '],
    ['open links', '[a](b'],
    ['links', '[a](b)\n'],
    ['links on one line', '[a](b)'],
    ['definitions', '[a]: b\n'],
    ['cells', 'a|'],
    ['code', '`a` '],
    ['open code', '`a`` '],
    ['shortcodes', '{{<'],
    ['addresses', 'https://a.b '],
    ['tags', '<a '],
    ['entities', '&amp'],
  ])('reads the largest page of %s', (_what, part) => {
    const hostile = part.repeat(Math.floor(mostPageCharacters / part.length));
    expect(() => readPage(hostile)).not.toThrow();
  });

  it('refuses a larger page', () => {
    expect(() => readPage('a'.repeat(mostPageCharacters + 1))).toThrow(RangeError);
  });
});
