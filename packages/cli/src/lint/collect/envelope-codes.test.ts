import { describe, expect, it } from 'vitest';
import { lintSources } from '../testing/lint-sources.ts';

const codesIn = async (text: string): Promise<readonly (string | null)[]> =>
  (await lintSources({ 'a.ts': text })).findings.map(({ code }) => code);

describe('codes of envelopes', () => {
  it.each([
    [`answer({ ok: false, code: 'X_A' })`],
    [`answer({ success: false, code: 'X_A' as const })`],
    [`answer({ passed: false, error_code: 'X_A' })`],
    [`answer({ code: 'X_A', error: text })`],
    [`answer({ code: 'X_A', message: text })`],
    [`answer({ code: 'X_A', retryable: false })`],
    [`answer({ code: 'X_A', hint })`],
    [`answer({ code: 'X_A', details: {} })`],
    [`answer({ code: 'X_A', summary: '' })`],
    [`answer({ 'code': 'X_A', 'ok': false })`],
    [`answer({ error: { code: 'X_A' } })`],
    [`const code = 'X_A'; answer({ ok: false, code })`],
    [`answer({ ...base, ok: false, code: 'X_A' })`],
  ])('%s', async (text) => {
    expect(await codesIn(text)).toEqual(['X_A']);
  });

  it('reads both branches', async () => {
    expect(await codesIn(`answer({ ok: false, code: late ? 'X_A' : 'X_B' })`)).toEqual(['X_A', 'X_B']);
  });

  it.each([
    [`const options = { code: 'X_A' }`],
    [`const country = { code: 'DE', name: 'Germany' }`],
    [`throw Object.assign(error, { code: 'ENOENT', message: '' })`],
    [`throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE', message: '' })`],
    [`answer({ ok: false, code: 404 })`],
    [`answer({ ok: false, code: 'not a code' })`],
    [`answer({ ok: false, code: failure.code })`],
    [`const schema = { code: { const: 'X_A' }, ok: { const: false } }`],
    [`interface Answer { ok: false; code: 'X_A' }`],
    [`const { ok, code = 'X_A' } = answer`],
  ])('nothing in %s', async (text) => {
    expect(await codesIn(text)).toEqual([]);
  });

  it('finds the name of a system error in an answer', async () => {
    expect(await codesIn(`answer({ ok: false, code: 'ENOENT' })`)).toEqual(['ENOENT']);
  });
});
