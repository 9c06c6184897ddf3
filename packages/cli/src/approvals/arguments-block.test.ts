import { expect, it } from 'vitest';
import { argumentsBlock } from './arguments-block.ts';

it('shows every argument, nested ones laid out, with the line breaks of strings', () => {
  expect(argumentsBlock({ id: 7, note: 'a\nb', deep: { list: [1, 'x'] }, name: '7' })).toEqual([
    'id    7',
    'note  │ a',
    '      │ b',
    'deep  {',
    '        "list": [',
    '          1,',
    '          "x"',
    '        ]',
    '      }',
    'name  "7"',
  ]);
});

it('escapes anything that could move, hide or forge the surrounding text', () => {
  expect(argumentsBlock({ 'a\u001b[1A': 'x\u202Ey', text: 'one\n\u001b[2Ktwo\r' })).toEqual([
    'a\\u{1b}[1A  "x\\u{202e}y"',
    'text        │ one',
    '            │ \\u{1b}[2Ktwo\\u{d}',
  ]);
});

it('reports an empty list', () => {
  expect(argumentsBlock({})).toEqual(['(none)']);
});
