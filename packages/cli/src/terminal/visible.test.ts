import { expect, it } from 'vitest';
import { visible } from './visible.ts';

it.each([
  ['plain text, ümläut and 票', 'plain text, ümläut and 票'],
  ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['a\nb\tc\r', 'a\\u{a}b\\u{9}c\\u{d}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['safe\u202Egnp.exe', 'safe\\u{202e}gnp.exe'],
  ['zero\u200Bwidth', 'zero\\u{200b}width'],
  ['line\u2028end', 'line\\u{2028}end'],
  ['fil\u3164ler', 'fil\\u{3164}ler'],
  ['select\uFE0Eor', 'select\\u{fe0e}or'],
  ['tag \u{E0041}', 'tag \\u{e0041}'],
  ['half \uD800', 'half \\u{d800}'],
])('shows %j as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});
