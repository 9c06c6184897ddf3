import { describe, expect, it } from 'vitest';
import { readSentences } from './read-sentences.ts';

const textsOf = (page: string): readonly string[] => readSentences(page).map(({ text }) => text);

describe('readSentences', () => {
  it('reads front matter, headings, prose, lists and tables, and no code', () => {
    const page = [
      '---',
      'title: Widgets 2',
      'description: Small parts.',
      'weight: 1',
      '---',
      '',
      '## Install it',
      '',
      'Run `npm i x`. It takes *one* minute!',
      '',
      '- The first item.',
      '  Its second line.',
      '',
      '| a | b |',
      '|---|---|',
      '| c | 4 ms |',
      '',
      '```sh',
      'npm i x',
      '```',
      '',
    ].join('\n');
    expect(readSentences(page).map(({ kind, text, line }) => [kind, text, line])).toEqual([
      ['meta', 'Widgets 2', 1],
      ['meta', 'Small parts.', 1],
      ['heading', 'Install it', 7],
      ['prose', 'Run npm i x.', 9],
      ['prose', 'It takes one minute!', 9],
      ['prose', 'The first item.', 11],
      ['prose', 'Its second line.', 12],
      ['cell', 'a', 14],
      ['cell', 'b', 14],
      ['cell', 'c', 16],
      ['cell', '4 ms', 16],
    ]);
  });

  it.each([
    ['versions and names', 'Node 20.19 is needed. Call `a.b.c()`. Done.', 3],
    ['abbreviations', 'Use formats, e.g. JSON, i.e. text. See RFC 9110, etc. and more.', 2],
    ['addresses', 'See https://a.example/b.html?c=1. Or [this. page](https://b.example/x. "A. B") now.', 2],
    ['a lower-case continuation', 'The file. is one. Two.', 2],
    ['closing quotes', 'He said "stop." Then he went.', 2],
    ['no full stop', 'A list item without an end', 1],
  ])('splits text with %s', (_, text, count) => expect(textsOf(text)).toHaveLength(count));

  it('lists inline code and addresses', () => {
    expect(readSentences('Call `go(x)` as in [the docs](https://a.example/).')[0]).toMatchObject({
      text: 'Call go(x) as in the docs.',
      codes: ['go(x)'],
      urls: ['https://a.example/'],
    });
  });

  it('gives the place of a sentence, so that it can be cut out', () => {
    const page = '---\ntitle: T\n---\n\n- One is\n  short. Two is *long*. Three.\n';
    const two = readSentences(page).find(({ text }) => text.startsWith('Two'));
    expect(page.slice(two?.start, two?.end)).toBe('Two is *long*.');
  });

  it.each([
    ['full stops', '. '.repeat(30_000)],
    ['back ticks', '`'.repeat(60_000)],
    ['brackets', '](x'.repeat(20_000)],
    ['words', 'a. B '.repeat(20_000)],
  ])('reads a page with very many %s', (_, text) => {
    expect(readSentences(text).length).toBeGreaterThanOrEqual(0);
  });
});
