import { describe, expect, it } from 'vitest';
import { findingsOf } from '../testing/lint-sources.ts';
import { createPlaceFinder } from './place-finder.ts';

describe('createPlaceFinder', () => {
  it('counts lines by every way to end one', () => {
    const place = createPlaceFinder('a.ts', 'a\nb\r\nc\rd');
    const at = (offset: number): string => `${place(offset).line}:${place(offset).column}`;
    expect([0, 1, 2, 3, 5, 7].map(at)).toEqual(['1:1', '1:2', '2:1', '2:2', '3:1', '4:1']);
  });

  it.each([
    ['a byte order mark', `\uFEFFfail('NOPE_A');`, 'a.ts:1:6 NOPE_A'],
    ['Windows line ends', `// one\r\n// two\r\n  fail('NOPE_A');\r\n`, 'a.ts:3:8 NOPE_A'],
    ['both', `\uFEFF// one\r\nfail('NOPE_A');`, 'a.ts:2:6 NOPE_A'],
    ['characters outside the basic plane', `/* 😀é */ fail('NOPE_A');`, 'a.ts:1:16 NOPE_A'],
    ['a first line for the shell', `#!/usr/bin/env node\nfail('NOPE_A');`, 'a.ts:2:6 NOPE_A'],
  ])('places a finding as an editor does, with %s', async (_, text, expected) => {
    expect(await findingsOf('unregistered-code', { 'a.ts': text })).toEqual([expected]);
  });

  it('locates a syntax error in the same way', async () => {
    expect(await findingsOf('parse-error', { 'a.ts': `\uFEFF/* 😀é */\r\n  const = 1;` })).toEqual(['a.ts:2:9']);
  });
});
