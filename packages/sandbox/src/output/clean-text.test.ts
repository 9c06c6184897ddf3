import { describe, expect, it } from 'vitest';
import { cleanText, lastLines } from './clean-text.ts';

describe('the output of a program', () => {
  it('is shown without colours, control characters and characters that reverse a line', () => {
    const written = '\u001B[31mred\u001B[0m \u001B]8;;http://x\u0007link\u0007 a\u202Eb\u0000\r\nnext\rlast\t.\uD800';
    expect(cleanText(written)).toBe('red link ab\nnext\nlast\t.');
  });

  it('is shown without hidden characters', () => {
    expect(cleanText('a\u00ADb\u3164c\u034Fd\u{E0041}e\uFE0F')).toBe('abcde');
  });

  it('is shortened to its last lines', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    expect(lastLines(lines.join('\n')).split('\n')).toEqual(lines.slice(-60));
    expect(lastLines('y'.repeat(100_000)).length).toBeLessThan(600);
    expect(lastLines(Array.from({ length: 60 }, () => 'z'.repeat(500)).join('\n')).length).toBeLessThan(6100);
  });
});
