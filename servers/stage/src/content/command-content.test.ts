import { describe, expect, it } from 'vitest';
import { validateCommandContent } from './command-content.ts';

describe('validateCommandContent', () => {
  it.each([
    ['a bell in an address', 'url', { url: 'https://example.org/\u0007' }],
    ['a line end in an address', 'url', { url: 'https://example.org/\n' }],
    ['an override of the direction', 'url', { url: 'https://example.org/\u202Egpj.exe' }],
    ['a script address', 'url', { url: 'javascript:alert(1)' }],
    ['one behind a space', 'url', { url: '\u00A0JavaScript:alert(1)' }],
    ['one that a line end divides', 'args[0]', { args: ['java\nscript:alert(1)'] }],
    ['one in a switch', 'args[1]', { args: ['--flag', '--app=javascript:alert(1)'] }],
    ['one of another language', 'args[0]', { args: [' vbscript:msgbox'] }],
    ['a zero in an argument', 'args[0]', { args: ['a\u0000b'] }],
    ['a zero-width space in a path', 'main', { main: '/home/me/app\u200B' }],
    ['an escape in a variable', 'env.TOKEN', { env: { TOKEN: '\u001B[2J' } }],
    ['a zero in the name of a variable', 'env', { env: { 'A\u0000': 'x' } }],
    ['a long name of a variable', 'env', { env: { ['A'.repeat(201)]: 'x' } }],
    ['a bell in a text', 'text', { text: 'bell\u0007' }],
    ['half of a surrogate pair', 'text', { text: 'half \uD83D' }],
    ['a C1 control', 'name_contains', { name_contains: 'C1 \u0085' }],
    ['a delete character', 'selector', { selector: 'a\u007F' }],
    ['a long text', 'text', { text: 'x'.repeat(100_001) }],
    ['a long path', 'main', { main: `/${'x'.repeat(10_000)}` }],
    [
      'many long variables',
      'env.K51',
      { env: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`K${at + 1}`, 'x'.repeat(9990)])) },
    ],
    ['deep arguments', 'state.a.b.c.d.e.f.g', { state: { a: { b: { c: { d: { e: { f: { g: {} } } } } } } } }],
  ])('rejects %s and names %s', (_, argument, args) => {
    expect(validateCommandContent(args)).toMatchObject({ argument });
  });

  it.each([
    ['no arguments', {}],
    [
      'an address that mentions a script',
      { url: 'https://example.org/javascript:not-a-scheme?q=javascript:alert(1)#x' },
    ],
    ['an international address', { url: 'https://例え.jp/パス' }],
    ['several lines in an argument', { args: ['--title=Learn JavaScript: the good parts', 'two\nlines'] }],
    ['a program named after a language', { args: ['javascript-app', 'data:text/html,<h1>Hi</h1>'] }],
    ['paths in other scripts', { main: '/home/me/بسم الله/app', cwd: '/tmp/日本語' }],
    ['a certificate', { env: { CERT: '-----BEGIN-----\nabc\n-----END-----', LANG: 'fa_IR' } }],
    ['a text that looks like a script', { text: 'javascript:alert(1) is text here\n\tindented\r\n' }],
    ['emoji, joiners and marks', { text: '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301 می‌خواهم \u200Eleft' }],
    ['invisible characters of a page', { name_contains: 'soft\u00ADhyphen', selector: '[title="\u200B"]\n> b' }],
    ['the longest text', { text: 'x'.repeat(100_000) }],
    ['other values', { limit: 5, flag: true, nothing: null }],
  ])('accepts %s', (_, args) => {
    expect(validateCommandContent(args)).toBeUndefined();
  });

  it('describes the character and the rule without repeating the value', () => {
    expect(validateCommandContent({ text: 'my secret\u0007' })).toEqual({
      argument: 'text',
      reason: 'must not contain the character U+0007, found at offset 9',
    });
    expect(validateCommandContent({ main: 'x'.repeat(10_001) })?.reason).toBe(
      'must have at most 10000 characters, got 10001',
    );
  });
});
