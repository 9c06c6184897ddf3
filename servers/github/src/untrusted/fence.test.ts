import { expect, it } from 'vitest';
import { fence } from './fence.ts';

const hiddenIn = (text: string) => fence('octocat/hello', { body: text }, ['/body']).hidden_characters;

it.each([
  ['a tag', 'fine \u{E0041}'],
  ['a direction override', 'fine \u202E'],
  ['a zero-width space', 'fi\u200Bne'],
  ['a filler', 'fine \u3164'],
  ['a run of variation selectors', '😀\u{E0121}\u{E0122}'],
  ['an escape of a terminal', '\u001B[8mfine'],
])('reports a field with %s', (_, text) => {
  expect(hiddenIn(text)).toEqual(['/body']);
});

it.each(['several\r\n\tlines', 'emoji 👩\u200D💻 ❤\uFE0F', 'می\u200Cشود'])('reports nothing in %j', (text) => {
  expect(hiddenIn(text)).toBeUndefined();
});
