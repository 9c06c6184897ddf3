import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import type { Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { createMarkdownParser } from '../../markdown/markdown-parser.ts';
import { createLinkResolver } from './product-links.ts';
import { writeBlocks } from './write-blocks.ts';

const links = {
  repository: 'https://github.com/acme/tally',
  ref: 'c0ffee',
  pageOf: (path: string) => (path === 'docs/guide.md' ? '../guide/' : undefined),
};

const write = (markdown: string, source = 'docs/a.md'): string =>
  writeBlocks(markdown, { level: 3, resolve: createLinkResolver(links, source), heading: (text) => text }).join('\n\n');

const parser = createMarkdownParser();
const tokensOf = (markdown: string): readonly Token[] =>
  parser.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);

describe('writeBlocks', () => {
  it.each([
    ['Text with `code`, **bold**, *more* and ~~less~~.', 'Text with `code`, **bold**, *more* and ~~less~~.'],
    ['* a\n* b\n  1. c\n  2. d', '- a\n- b\n  1. c\n  2. d'],
    ['> quote\n> more', '> quote\n> more'],
    ['| a | b |\n|---|---|\n| 1 |  |', '| a | b |\n| --- | --- |\n| 1 | |'],
    ['    indented', '```text\nindented\n```'],
    ['~~~js title="x"\na``` b\n~~~', '````js\na``` b\n````'],
    ['# One\n\n#### Two\n\n# Three', '### One\n\n#### Two\n\n### Three'],
    ['a  \nb', 'a\\\nb'],
    ['snake_case and _it_', 'snake_case and *it*'],
    ['https://a.example/x', '<https://a.example/x>'],
    ['- [A](#a)\n  - [B](#b)\n\ntext', 'text'],
    ['- [A](#a)\n- [B](https://b.example/)', '- A\n- [B](https://b.example/)'],
  ])('rewrites %j', (given, expected) => expect(write(given)).toBe(expected));

  it.each([
    ['HTML', '<script>alert(1)</script>\n\na <b onclick="x()">b</b> c', 'a b c'],
    ['comments', 'a <!-- hidden --> b\n\n<!--\n---\n-->', 'a  b'],
    ['encoded HTML', '&lt;script&gt; &#60;b&#62;', String.raw`\<script> \<b>`],
    ['images and badges', '[![badge](https://a.example/x.svg)](https://a.example) ![](x.png)', ''],
    [
      'shortcodes in text',
      '{{< evil >}} {{% evil %}} {{ evil }}',
      String.raw`\{\{\< evil >}} \{\{% evil %}} \{\{ evil }}`,
    ],
    [
      'shortcodes in code',
      '`{{< evil >}}`\n\n```\n{{% evil %}}\n```',
      '`{{</* evil */>}}`\n\n```text\n{{%/* evil */%}}\n```',
    ],
    ['half a shortcode in code', 'a\n\n```\n{{< evil\n```', 'a'],
    ['half a shortcode in a line', '`{{<`', String.raw`\{\{\<`],
    ['comments of shortcodes', '```\n{{</* */>}}{{< evil */>}}\n```', ''],
    ['template tokens', '__TOKEN__ a__TOKEN__b', String.raw`**TOKEN** a\_\_TOKEN\_\_b`],
    ['attributes', '# Title {onclick="x()"}', String.raw`### Title \{onclick="x()"}`],
    ['front matter', '---\ntitle: x\n---\n\n+++\nx\n+++', '### title: x\n\n\\+++\nx\n\\+++'],
    [
      'starts of lines',
      String.raw`\# a` + '\n' + String.raw`1\. b` + '\n' + String.raw`\- c` + '\n: d',
      '\\# a\n1\\. b\n\\- c\n\\: d',
    ],
    [
      'bidirectional and hidden characters',
      'a\u202Eb\u200Bc\u{E0041} `x\u2066y`\n\n```\nz\u202E\n```',
      'abc `xy`\n\n```text\nz\n```',
    ],
    ['encoded bidirectional characters', 'a&#x202E;b', 'ab'],
    ['entities', String.raw`\&copy; \&#8238;`, String.raw`\&copy; \&#8238;`],
  ])('disarms %s', (_, given, expected) => expect(write(given)).toBe(expected));

  it.each([
    ['[a](https://a.example/x?y=1#z)', '[a](https://a.example/x?y=1#z)'],
    ['[a](mailto:a@a.example)', '[a](mailto:a@a.example)'],
    ['[a](javascript:alert(1))', 'a'],
    ['[a](JaVaScRiPt:alert%281%29)', 'a'],
    ['[a](&#106;avascript:x)', 'a'],
    ['<javascript:x>', 'javascript:x'],
    ['[a](data:text/html,x)', 'a'],
    ['[a](//evil.example/x)', 'a'],
    ['[a](https://user:pw@a.example)', 'a'],
    ['[a](#section)', 'a'],
    ['[a](guide.md#x)', '[a](../guide/)'],
    ['[a](../src/a.ts#L3)', '[a](https://github.com/acme/tally/blob/c0ffee/src/a.ts#L3)'],
    ['[a](/src/a%20b.ts)', '[a](https://github.com/acme/tally/blob/c0ffee/src/a%20b.ts)'],
    ['[a](../../../etc/passwd)', 'a'],
    ['[a](..%2F..%2Fx)', 'a'],
    ['[a](x{{<evil>}})', '[a](https://github.com/acme/tally/blob/c0ffee/docs/x%7B%7B%3Cevil%3E%7D%7D)'],
    ['[a][r]\n\n[r]: https://a.example/', '[a](https://a.example/)'],
    ['[a](https://a.example "title {{< x >}}")', '[a](https://a.example/)'],
  ])('resolves the link %s', (given, expected) => expect(write(given)).toBe(expected));

  it('writes nothing active, whatever the product contains', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{{<',
        '{{%',
        '>}}',
        '%}}',
        '{{',
        '}}',
        '/*',
        '*/',
        '<script>',
        '<!--',
        '-->',
        '---',
        '+++',
        '```',
        '~~~',
        '`',
        '\n',
        '\n\n',
        '# ',
        '- ',
        '> ',
        '| a | b |\n|---|---|\n',
        '[a](',
        ')',
        'javascript:',
        '![',
        ']',
        '__A__',
        '\u202E',
        '\\',
        '&lt;',
        '&#60;',
        '{#id}',
        '    ',
        '1. ',
        '*',
        '_',
        '<a>',
        'x',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const written = write(pieces.join(''));
        const tokens = tokensOf(written);
        expect(tokens.filter(({ type }) => type.startsWith('html_'))).toEqual([]);
        expect(tokens.filter(({ type }) => type === 'image')).toEqual([]);
        for (const { type, tag } of tokens)
          if (type === 'heading_open') expect(Number(tag.slice(1))).toBeGreaterThanOrEqual(3);
        for (const token of tokens)
          if (token.type === 'link_open')
            expect(String(token.attrGet('href'))).toMatch(/^(?:https?:|mailto:|\.\.\/guide\/)/);
        const escaped = written.replaceAll(/\{\{(?:<\/\*(?:(?!\*\/).)*\*\/>|%\/\*(?:(?!\*\/).)*\*\/%)\}\}/g, '');
        expect(escaped).not.toMatch(/\{\{[<%]/);
        expect(hasHiddenCharacters(written.replaceAll('\n', ''))).toBe(false);
      }),
      { numRuns: repetitions({ atLeast: 300, full: 5000 }) },
    );
  });
});
