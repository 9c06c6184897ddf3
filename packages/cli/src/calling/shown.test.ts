import { fail } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import type { Io } from '../command.ts';
import { createAskPerson } from './ask-person.ts';
import { safeJson, tokensIn } from './hidden.ts';
import { resultText } from './result-text.ts';

describe('a result', () => {
  const terminal = { columns: 80 };

  it('is laid out once, with its other blocks below', () => {
    const body = { ok: true, n: 1 };
    const content = [
      { type: 'text', text: JSON.stringify(body) },
      { type: 'text', text: 'more' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'desk://rules', text: 'Be tidy.' } },
    ];
    expect(resultText({ structuredContent: body, content }, terminal)).toBe(
      `${JSON.stringify(body, null, 2)}\nmore\n[image image/png, 3 bytes]\n[resource_link desk://rules]\nBe tidy.`,
    );
  });

  it('is plain text if all blocks are text: escaped on a terminal, unchanged in a pipe', () => {
    const content = [{ type: 'text', text: 'a\tb\n\u001b[31mred\u202e' }];
    expect(resultText({ content }, terminal)).toBe('a    b\n\\u{1b}[31mred\\u{202e}');
    expect(resultText({ content }, {})).toBe('a\tb\n\u001b[31mred\u202e');
  });

  it('shows nothing if it is invalid', () => {
    expect(resultText(undefined, terminal)).toBe('');
    expect(resultText({ content: 7 }, terminal)).toBe('');
  });
});

describe('JSON', () => {
  it('stays the same JSON, with nothing in it that a terminal would obey', () => {
    const value = { a: '\u001b[2J\u202e\u009b1m\u2028\u{e0001}\u3164\u034f\ufe0f' };
    const text = safeJson(value);
    expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Default_Ignorable_Code_Point}\u0080-\u009f\u001b]/u);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('has no token in it, however deep it is quoted', () => {
    const token = 'tok"en\\1234';
    const failure = fail('CONFIRMATION_REQUIRED', {
      operation: 'x',
      danger_level: 'destructive',
      confirmation_token: token,
      expires_at: '2026-01-01T00:00:00Z',
      confirmation_message: 'Sure?',
    });
    const shown = safeJson({ token, text: JSON.stringify({ token }), words: `It is ${token}.` }, tokensIn(failure));
    expect(JSON.parse(shown)).toEqual({
      token: '(not shown)',
      text: '{"token":"(not shown)"}',
      words: 'It is (not shown).',
    });
  });

  it('stays valid if a token occurs in every string', () => {
    for (const token of ['"', 'e', ':', '\\']) {
      const value = { [token]: token, other: `${token}x` };
      expect(JSON.parse(safeJson(value, [token]))).toEqual({ [token]: '(not shown)', other: `${token}x` });
    }
  });

  it('reports that it is nested too deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(safeJson(deep)).toContain('too deep');
  });
});

describe('a question', () => {
  const asking = (answer: string | undefined) => {
    const shown: string[] = [];
    const io: Io = {
      out: () => undefined,
      err: (text) => void shown.push(text),
      cwd: '.',
      colours: false,
      environment: {},
      ask: (question) => {
        shown.push(question);
        return Promise.resolve(answer);
      },
    };
    return { shown, ask: createAskPerson(io, new AbortController().signal) };
  };
  const question = {
    tool: 'close',
    arguments: { name: 'old\u001b[1A' },
    message: 'Close?\u202e',
    reasons: ['For good'],
    danger: 'destructive',
    expiresAt: Date.now() + 60_000,
  };

  it.each(['y', 'Y', ' yes '])('is answered with yes by %j', async (answer) => {
    expect(await asking(answer).ask(question)).toBe(true);
  });

  it.each(['', 'n', 'yy', 'yes please', 'true', '1', undefined])('is not answered with yes by %j', async (answer) => {
    expect(await asking(answer).ask(question)).toBe(false);
  });

  it('shows what would be done, and nothing that could hide it', async () => {
    const { shown, ask } = asking('n');
    await ask(question);
    expect(shown).toEqual([
      [
        'The server asks: Close?\\u{202e}',
        '  why        For good',
        '  danger     destructive',
        '  tool       close',
        '  arguments  name  "old\\u001b[1A"',
      ].join('\n'),
      'Do this? [y/N] ',
    ]);
  });
});
