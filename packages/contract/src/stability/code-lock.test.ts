import { describe, expect, it } from 'vitest';
import { coreCodes } from '../registries/core/codes.ts';
import { createLock, renderLock } from './code-lock.ts';
import { listCodes } from './list-codes.ts';
import { parseListing, parseLock } from './parse-stability.ts';

const coreListing = await listCodes([coreCodes]);

describe('a lock', () => {
  it('contains what callers rely on, sorted by name, and no sentences', () => {
    const { codes } = createLock(null, '0.1.0', coreListing.codes);
    expect(Object.keys(codes)).toEqual(Object.keys(codes).sort());
    expect(codes['BATCH_PARTIAL_FAILURE']).toMatchObject({
      kind: 'error',
      category: 'batch',
      http: 207,
      retryable: false,
      recovery: 'fix_input',
      since: '0.1.0',
    });
    expect(codes['BATCH_PARTIAL_FAILURE']?.details).toMatchObject({
      total: { required: true, type: 'integer' },
      'errors[].code': { required: true, type: 'string' },
      results: { required: false, type: 'object[]' },
    });
    expect(Object.values(codes).flatMap(Object.keys)).not.toContain('message');
  });

  it('round-trips through its file, which has one line per field and a final line break', () => {
    const lock = createLock('tickets', '1.0.0', coreListing.codes);
    const text = renderLock(lock);
    expect(parseLock(JSON.parse(text))).toEqual(lock);
    expect(text).toContain('"param_name": { "required": true, "type": "string" }');
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('does not depend on the order of the rows', () => {
    const reversed = createLock(null, '0.1.0', coreListing.codes.toReversed());
    expect(renderLock(reversed)).toBe(renderLock(createLock(null, '0.1.0', coreListing.codes)));
  });

  it('is rejected with the position of the problem', () => {
    expect(() => parseLock([])).toThrow(/^not a valid code lock file: /);
    expect(() => parseLock({ namespace: null, version: 'one', codes: {} })).toThrow(
      "not a valid code lock file: 'version': must be a version such as 1.2.0",
    );
    expect(() => parseLock({ namespace: null, version: '1.0.0', codes: { A: {} } })).toThrow(/: 'codes\.A\.kind': /);
  });
});

describe('a listing', () => {
  it('is read back from its JSON', () => {
    const read = parseListing(JSON.parse(JSON.stringify(coreListing)));
    expect(createLock(null, '0.1.0', read.codes)).toEqual(createLock(null, '0.1.0', coreListing.codes));
  });

  it('is rejected with the position of the problem', () => {
    expect(() => parseListing({ codes: [{ code: 'A' }] })).toThrow(
      /^not a valid code listing: 'codes\.0\.namespace': /,
    );
  });
});
