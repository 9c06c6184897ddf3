import { describe, expect, it } from 'vitest';
import { additions, breakingChanges, compareCodes } from './compare-codes.ts';
import type { Change } from './compare-codes.ts';
import type { LockedCode } from './locked-code.ts';

const row: LockedCode = {
  kind: 'error',
  category: 'conflict',
  http: 409,
  retryable: false,
  recovery: 'change_state',
  details: { ticket: { required: true, type: 'string' }, closed_at: { required: false, type: 'string' } },
  since: '0.1.0',
};
const reserved: LockedCode = { ...row, reserved: true };

const changesOf = (before: LockedCode | undefined, after: LockedCode | undefined): readonly Change[] =>
  compareCodes(before ? { A: before } : {}, after ? { A: after } : {}).map(({ change }) => change);

describe('compareCodes', () => {
  it('finds nothing if nothing changed', () => {
    expect(changesOf(row, row)).toEqual([]);
  });

  it.each<[Change, LockedCode | undefined]>([
    ['removed', undefined],
    ['repurposed', { ...row, kind: 'warning' }],
    ['repurposed', { ...row, category: 'internal' }],
    ['http-changed', { ...row, http: 410 }],
    ['http-changed', { ...row, http: null }],
    ['retryable-changed', { ...row, retryable: true }],
    ['recovery-changed', { ...row, recovery: 'report' }],
    ['details-lost', { ...row, details: { ticket: { required: true, type: 'string' } } }],
    ['details-required', { ...row, details: { ...row.details, who: { required: true, type: 'string' } } }],
    ['details-required', { ...row, details: { ...row.details, closed_at: { required: true, type: 'string' } } }],
    ['details-optional', { ...row, details: { ...row.details, ticket: { required: false, type: 'string' } } }],
    ['details-type-changed', { ...row, details: { ...row.details, ticket: { required: true, type: 'integer' } } }],
    ['reserved-again', reserved],
  ])('reports a break: %s', (change, after) => {
    expect(breakingChanges as readonly Change[]).toContain(change);
    expect(changesOf(row, after)).toEqual([change]);
  });

  it.each<[Change, LockedCode | undefined, LockedCode]>([
    ['added', undefined, row],
    ['added', undefined, reserved],
    ['bound', reserved, row],
    ['details-added', row, { ...row, details: { ...row.details, who: { required: false, type: 'string' } } }],
    ['deprecated', row, { ...row, deprecated: { since: '0.2.0', why: 'tickets stay open' } }],
  ])('reports an addition: %s', (change, before, after) => {
    expect(additions as readonly Change[]).toContain(change);
    expect(changesOf(before, after)).toEqual([change]);
  });

  it('allows any change to a reserved row', () => {
    expect(changesOf(reserved, undefined)).toEqual([]);
    expect(changesOf(reserved, { ...reserved, category: 'internal', http: 500, details: {} })).toEqual([]);
    expect(changesOf(reserved, { ...row, category: 'internal', http: 500, details: {} })).toEqual(['bound']);
  });

  it('reports nested fields together with a new or lost field', () => {
    const nested = {
      ...row.details,
      errors: { required: false, type: 'object[]' },
      'errors[].at': { required: true, type: 'string' },
    };
    expect(changesOf(row, { ...row, details: nested })).toEqual(['details-added']);
    expect(changesOf({ ...row, details: nested }, row)).toEqual(['details-lost']);
    const { 'errors[].at': _, ...without } = nested;
    expect(changesOf({ ...row, details: nested }, { ...row, details: without })).toEqual(['details-lost']);
    expect(changesOf({ ...row, details: without }, { ...row, details: nested })).toEqual(['details-required']);
  });

  it('reports the change with the old and the new value', () => {
    expect(compareCodes({ A: row }, { A: { ...row, http: 410 } })).toEqual([
      {
        severity: 'break',
        code: 'A',
        change: 'http-changed',
        field: 'http',
        before: 409,
        after: 410,
        message: 'A changed http from 409 to 410',
      },
    ]);
  });

  it('orders findings by code', () => {
    const findings = compareCodes({ C: row, A: row }, { B: row });
    expect(findings.map(({ code }) => code)).toEqual(['A', 'B', 'C']);
  });

  it('accepts a code that has the name of an object member', () => {
    expect(compareCodes({}, { constructor: row })).toMatchObject([{ change: 'added' }]);
  });
});

describe('a break', () => {
  const after = { ...row, http: 410 };

  it('contains the version that would allow it', () => {
    const [early] = compareCodes({ A: row }, { A: after }, { before: '0.1.0', after: '0.9.0' });
    expect(early).toMatchObject({ severity: 'break', needs: '1.0.0' });
    const [late] = compareCodes({ A: row }, { A: after }, { before: '3.2.1', after: '3.2.1' });
    expect(late).toMatchObject({ severity: 'break', needs: '4.0.0' });
  });

  it('is allowed once the major version has moved', () => {
    const [finding] = compareCodes({ A: row }, { A: after }, { before: '0.1.0', after: '1.0.0-beta.1' });
    expect(finding).toMatchObject({ severity: 'allowed', change: 'http-changed' });
    expect(finding).not.toHaveProperty('needs');
  });
});
