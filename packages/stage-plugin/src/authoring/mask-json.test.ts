import { describe, expect, it } from 'vitest';
import { maskJson } from './mask-json.ts';

const mask = (texts: readonly { readonly name: string; readonly text: string }[]) =>
  Promise.resolve(texts.map(({ name, text }) => (name === 'token' ? '***' : text.toUpperCase())));

describe('maskJson', () => {
  it('masks each string under its key, and does not change anything else', async () => {
    const value = { a: 'x', list: ['y', { token: 't', n: 1 }], token: ['u'], none: null, yes: true };
    expect(await maskJson({ mask }, 'record', value)).toEqual({
      a: 'X',
      list: ['Y', { token: '***', n: 1 }],
      token: ['***'],
      none: null,
      yes: true,
    });
  });

  it('uses the given name for a value that is itself a string', async () => {
    expect(await maskJson({ mask }, 'token', 'abc')).toBe('***');
    expect(await maskJson({ mask }, 'token', 5)).toBe(5);
  });
});
