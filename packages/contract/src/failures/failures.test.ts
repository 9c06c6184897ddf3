import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batch } from './batch.ts';
import { causeOf, isFailure } from './failure.ts';
import { fromUnknown } from './from-unknown.ts';
import { succeed } from './outcome.ts';
import { readOutcome } from './read-outcome.ts';
import { fail } from './registry.ts';
import { findSimilar } from './similar.ts';

describe('isFailure', () => {
  it('recognises a failure, but not a value that only looks like one', () => {
    const failure = fail('PERMISSION_DENIED');
    expect(isFailure(failure)).toBe(true);
    expect(isFailure({ ...failure })).toBe(true);
    expect(isFailure(JSON.parse(JSON.stringify(failure)))).toBe(false);
    expect(isFailure(succeed({}))).toBe(false);
    expect([null, undefined, 0, '', 'x', [], Symbol.iterator].some(isFailure)).toBe(false);
  });
});

describe('a failure', () => {
  it('is a plain object', () => {
    const failure = fail('PERMISSION_DENIED');
    expect(Object.getPrototypeOf(failure)).toBe(Object.prototype);
    expect(failure.constructor).toBe(Object);
  });

  it('has its fields in one order', () => {
    expect(Object.keys(fail('NOT_FOUND_OPERATION', { operation: 'x', available: [] })).join(' ')).toBe(
      'ok namespace code category message summary hint http retryable recovery effect correlation_id details',
    );
  });
});

describe('fromUnknown', () => {
  it('leaves a failure as it is', () => {
    const failure = fail('PERMISSION_DENIED');
    expect(fromUnknown(failure)).toBe(failure);
  });

  it('shows the class of an error, not its message', () => {
    const error = new RangeError('password=hunter2 in /home/user/app.js');
    const failure = fromUnknown(error);
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', cause_class: 'RangeError', effect: 'unknown' });
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|home/);
    expect(causeOf(failure)).toBe(error);
  });

  it('trusts no name that an error gives itself', () => {
    const error = Object.assign(new Error('x'), { name: 'Evil\nname: <script>', code: '/etc/passwd' });
    expect(fromUnknown(error).cause_class).toBe('Error');
  });

  it('accepts any thrown value', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        const failure = fromUnknown(thrown);
        expect(failure.code).toBe('INTERNAL_ERROR');
        expect(typeof failure.cause_class).toBe('string');
      }),
    );
    expect(fromUnknown(null).cause_class).toBe('null');
    expect(fromUnknown('text').cause_class).toBe('string');
  });
});

describe('batch', () => {
  it('is a success when all items are', () => {
    expect(batch([succeed({ id: 1 }), succeed({ id: 2 })])).toEqual(
      succeed({
        total: 2,
        succeeded: 2,
        failed: 0,
        results: [
          { index: 0, value: { id: 1 } },
          { index: 1, value: { id: 2 } },
        ],
      }),
    );
  });

  it('names the operation of each result when it knows the operations', () => {
    const outcome = batch([succeed(1), succeed(null)], { operations: ['get_item', 'delete_item'] });
    expect(outcome).toEqual({
      ...succeed({
        total: 2,
        succeeded: 2,
        failed: 0,
        results: [
          { index: 0, operation: 'get_item', value: 1 },
          { index: 1, operation: 'delete_item', value: null },
        ],
      }),
      batch: true,
    });
    expect(readOutcome(outcome)).toMatchObject({ ok: true, outcome });
  });

  it('says of each failed item what its failure said, and keeps every result', () => {
    const outcome = batch([succeed({ id: 1 }), fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 2 })]);
    expect(outcome).toMatchObject({
      ok: false,
      code: 'BATCH_PARTIAL_FAILURE',
      message: '1 of 2 operations failed',
      effect: 'partial',
      details: {
        total: 2,
        succeeded: 1,
        failed: 1,
        errors: [
          {
            index: 1,
            code: 'RATE_LIMIT_EXCEEDED',
            retryable: true,
            recovery: 'wait',
            effect: 'none',
            retry_after_ms: 2000,
            details: { retry_after_seconds: 2 },
          },
        ],
        results: [{ index: 0, value: { id: 1 } }],
      },
    });
  });

  it('reports the effect of a failed batch', () => {
    const refused = fail('PERMISSION_DENIED');
    const unknown = fail('UPSTREAM_TIMEOUT');
    expect(batch([refused])).toMatchObject({ effect: 'none' });
    expect(batch([refused, succeed({})])).toMatchObject({ effect: 'partial' });
    expect(batch([succeed({}), unknown])).toMatchObject({ effect: 'unknown' });
  });
});

describe('findSimilar', () => {
  const tools = ['get_user', 'get_users', 'list_repositories', 'merge_pull_request', 'search'];

  it.each([
    ['get_usr', ['get_user', 'get_users']],
    ['getUser', ['get_user', 'get_users']],
    ['GET-USERS', ['get_users', 'get_user']],
    ['merge_pull_reqeust', ['merge_pull_request']],
    ['repositories', ['list_repositories']],
    ['serach', ['search']],
    ['completely_else', []],
    ['', []],
  ])('finds what %j may have meant', (wanted, expected) => {
    expect(findSimilar(wanted, tools).map(({ ref }) => ref)).toEqual(expected);
  });

  it('prefers the same role among things that are spelt as closely', () => {
    const elements = [
      { ref: 4, role: 'link', name: 'Save' },
      { ref: 9, role: 'button', name: 'Save' },
      { ref: 2, role: 'button', name: 'Delete' },
    ];
    expect(findSimilar('save', elements, { role: 'button' })).toEqual([elements[1], elements[0]]);
  });

  it('compares values as well as names', () => {
    expect(findSimilar('opne', ['open', 'closed', 'all'], { role: 'value' })).toEqual([{ ref: 'open', role: 'value' }]);
    expect(findSimilar(1001, [1010, 7])).toEqual([{ ref: 1010 }]);
  });

  it('returns as many names as requested', () => {
    expect(findSimilar('item_1', ['item_2', 'item_3', 'item_4'], { most: 2 })).toHaveLength(2);
  });

  it('finds every name that is one typo away', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,12}(?:_[a-z]{2,8}){0,2}$/), fc.nat(), (name, position) => {
        const at = position % name.length;
        const slip = name.slice(0, at) + name.slice(at + 1);
        expect(findSimilar(slip, [name]).map(({ ref }) => ref)).toEqual([name]);
      }),
    );
  });

  it('returns the same names as an exhaustive search', () => {
    const name = fc.stringMatching(/^[ab_1]{1,10}$/);
    const candidate = fc.oneof(name, fc.record({ ref: name, role: fc.constantFrom('tool', 'value'), name }));
    fc.assert(
      fc.property(name, fc.array(candidate, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (wanted, all, most) => {
        const role = 'tool';
        const every = findSimilar(wanted, all, { role, most: all.length + 1 });
        expect(findSimilar(wanted, all, { role, most })).toEqual(every.slice(0, most));
      }),
      { numRuns: 1000 },
    );
  });

  it('stays fast with many long candidates', () => {
    const long = 'x'.repeat(100_000);
    expect(
      findSimilar(
        long,
        Array.from({ length: 20_000 }, (_, index) => `${long}${index}`),
      ),
    ).toHaveLength(3);
  });
});
