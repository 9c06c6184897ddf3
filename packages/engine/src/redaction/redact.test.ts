import { anything, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactText } from './redact.ts';
import { looksSecret } from './secret-keys.ts';
import { looksLikeSecret } from './secret-texts.ts';
import { sensitiveValues } from './sensitive-fields.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAAA\n-----END RSA PRIVATE KEY-----';

describe('keys that look like secrets', () => {
  it.each([
    'password',
    'PASSWORD',
    'userPassword',
    'userpassword',
    'token',
    'access_token',
    'accessToken',
    'confirmation_token',
    'X-Auth-Token',
    'clientSecret',
    'authorization',
    'Proxy-Authorization',
    'api_key',
    'apiKey',
    'API-KEY',
    'apikey',
    'Set-Cookie',
    'private_key',
    'privateKeyPem',
    'aws.secret.access.key',
    'credential',
  ])('%s is one', (key) => {
    expect(looksSecret(key)).toBe('secret');
  });

  it.each(['tokens', 'secrets', 'credentials', 'estimated_tokens'])('%s is one unless it is a number', (key) => {
    expect(looksSecret(key)).toBe('secrets');
    expect(redact({ [key]: 512 })).toEqual({ [key]: 512 });
    expect(redact({ [key]: ['s3cret'] })).toEqual({ [key]: '[redacted]' });
  });

  it.each(['path', 'key', 'monkey', 'tokenizer', 'author', 'passenger', 'spin', 'repository', 'secretary', ''])(
    '%s is not a secret',
    (key) => {
      expect(looksSecret(key)).toBeUndefined();
    },
  );
});

describe('strings that look like secrets', () => {
  it.each([
    ['sent Bearer abcdef1234567890', 'sent Bearer [redacted]'],
    ['Basic dXNlcjpwYXNz', 'Basic [redacted]'],
    ['Authorization: Digest username="x"\nnext', 'Authorization: [redacted]\nnext'],
    ['cookie: a=1; b=2', 'cookie: [redacted]'],
    ['ghp_0123456789abcdefABCDEF0123456789abcd failed', '[redacted] failed'],
    ['github_pat_11AAAAAAA0abcdefghijkl_0123456789', '[redacted]'],
    [`token is ${jwt}.`, 'token is [redacted]'],
    [`key:\n${pem}\nend`, 'key:\n[redacted]\nend'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow and never ended', '[redacted]'],
    ['https://user:pass@example.org/x', 'https://[redacted]@example.org/x'],
    ['https://ghtoken@example.org/x', 'https://[redacted]@example.org/x'],
    ['GET /x?api_key=12345&page=2', 'GET /x?api_key=[redacted]&page=2'],
    ['{"password":"hunter2","a":1}', '{"password":[redacted],"a":1}'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['sk-proj-abcdefghijklmnop0123', '[redacted]'],
  ])('%j is masked', (text, expected) => {
    expect(redactText(text)).toBe(expected);
    expect(looksLikeSecret(text)).toBe(true);
  });

  it.each([
    'The branch main has no token',
    'Unknown parameter: ownr',
    'https://example.org/a?page=2',
    'basic training and bearer bonds',
    'user@example.org',
    'sha256:0123456789abcdef',
  ])('%j stays', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('masks a secret that the cut would have taken apart', () => {
    const text = `${'x'.repeat(1010)} ghp_0123456789abcdefABCDEF0123456789abcd`;
    expect(redactText(text)).toBe(`${'x'.repeat(1010)} [redacted]`);
    expect(redactText(`${text}${' and so on'.repeat(100)}`)).not.toContain('ghp_');
    const shrinking = `${pem.replace('AAAA', 'A'.repeat(500))}${'x'.repeat(950)} ghp_0123456789abcdefABCD`;
    expect(redactText(`${shrinking}${'y'.repeat(1000)}`)).not.toContain('ghp_');
  });
});

describe('redact', () => {
  it('masks sensitive fields by pointer, items of lists included', () => {
    const value = { user: { pan: '4111', name: 'Ann' }, cards: [{ cvc: 1, ok: true }, { cvc: 2 }], 'a/b': 'x' };
    expect(redact(value, { sensitive: ['/user/pan', '/cards/*/cvc', '/a~1b'] })).toEqual({
      user: { pan: '[redacted]', name: 'Ann' },
      cards: [{ cvc: '[redacted]', ok: true }, { cvc: '[redacted]' }],
      'a/b': '[redacted]',
    });
  });

  it('masks given values wherever they are repeated', () => {
    const values = sensitiveValues({ login: { code: 'open sesame', n: 1234 }, note: 'fine' }, ['/login']);
    expect(values).toEqual(['open sesame', '1234']);
    expect(redact({ message: 'no door for open sesame (1234)' }, { values })).toEqual({
      message: 'no door for [redacted] ([redacted])',
    });
  });

  it('says no more than that a secret is absent or switched off', () => {
    expect(redact({ token: null, secret: false, password: { a: 1 } })).toEqual({
      token: null,
      secret: false,
      password: '[redacted]',
    });
  });

  it('bounds strings, lists, objects and depth', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : { in: deep(levels - 1) });
    expect(JSON.stringify(redact(deep(30)))).toContain('[…]');
    expect(redact(Array.from({ length: 60 }, () => 1))).toHaveLength(51);
    expect(redact(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, 1])))).toMatchObject({
      '…': '10 more',
    });
    expect(redact('y'.repeat(5000))).toBe(`${'y'.repeat(1024)}…`);
  });

  it('copies what JSON cannot carry as words, and a prototype key as a plain one', () => {
    expect(redact({ big: 1n, nan: Number.NaN, run: () => 1, none: undefined })).toEqual({
      big: '[bigint]',
      nan: 'NaN',
      run: '[function]',
    });
    const shown = redact(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"admin":true}}');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('stays small whatever it is given', () => {
    assert(
      property(anything({ maxDepth: 6 }), string({ maxLength: 3000 }), (value, text) => {
        const shown = JSON.stringify(redact({ value, text, more: Array.from({ length: 100 }, () => [value, text]) }));
        expect(shown.length).toBeLessThan(100_000);
      }),
    );
  });
});
