import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineCodes } from '../../../codes/define-codes.ts';
import { batch } from '../../../failures/batch.ts';
import { changeFailure, isFailure } from '../../../failures/failure.ts';
import type { Failure } from '../../../failures/failure.ts';
import { succeed } from '../../../failures/outcome.ts';
import { createRegistry, fail } from '../../../failures/registry.ts';
import { arbitraryOutcome } from '../../testing/arbitrary-outcome.ts';
import { weightOf } from './line.ts';
import { parseLine } from './parse-line.ts';
import { renderLine } from './render-line.ts';

const problem = { path: '/state', keyword: 'enum', message: 'must be equal to one of the allowed values' };
const states = { expected: ['open', 'closed'], params: { allowedValues: ['open', 'closed'] }, value: 'opne' };

describe('the line of a failure', () => {
  it('contains the code, the recovery, the effect and one sentence', () => {
    const limited = fail('RATE_LIMIT_EXCEEDED', { retry_after_seconds: 30, limit: 5_000, remaining: 0 });
    expect(renderLine(limited)).toBe(
      'RATE_LIMIT_EXCEEDED (wait 30 s; none): API rate limit exceeded → Repeat the same call after 30 s.',
    );
    expect(renderLine(fail('NOT_FOUND_RESOURCE', {}, { hint: '' }))).toBe(
      'NOT_FOUND_RESOURCE (discover; none): Resource not found',
    );
  });

  it('has a second line only for data that a client needs to act', () => {
    const enumeration = fail('VALIDATION_INVALID_ENUM', {
      param_name: 'state',
      allowed_values: ['open', 'closed'],
      problems: [{ ...problem, ...states, suggestion: 'open' }],
    });
    expect(renderLine(enumeration)?.split('\n')).toEqual([
      "VALIDATION_INVALID_ENUM (fix_input; none): Parameter 'state' must be one of: open, closed → Set 'state' to one of: open, closed.",
      '{"problems":[{"path":"/state","keyword":"enum","expected":["open","closed"],"suggestion":"open"}]}',
    ]);
    const look = {
      tool: 'get_pull_request',
      arguments: { number: 7 },
      why: 'Shows it.',
      applied_when: { pointer: '/merged', equals: true },
    };
    const timeout = fail('UPSTREAM_TIMEOUT', {}, { effect: 'unknown', retryable: false, next_actions: [look] });
    expect(renderLine(timeout)?.split('\n')[1]).toBe(JSON.stringify({ next_actions: [look] }));
  });

  it.each([
    ['a single problem that nothing is sure to correct', [{ ...problem, keyword: 'pattern' }], undefined],
    [
      'missing parameters, which the sentence names',
      [
        { path: '', keyword: 'required', message: 'm', params: { missingProperty: 'a' } },
        { path: '', keyword: 'required', message: 'm', params: { missingProperty: 'b' } },
      ],
      undefined,
    ],
    [
      'messages where one of several problems has no correction',
      [
        { ...problem, ...states, suggestion: 'open' },
        { path: '/n', keyword: 'minimum', message: 'must be >= 1' },
      ],
      [
        { path: '/state', message: problem.message },
        { path: '/n', message: 'must be >= 1' },
      ],
    ],
  ])('tells of problems: %s', (_, problems, told) => {
    const failure = fail('VALIDATION_INVALID_VALUE', { param_name: 'state', problems });
    const [, second] = renderLine(failure)?.split('\n') ?? [];
    expect(second && JSON.parse(second)).toEqual(told && { problems: told });
  });

  it('keeps the results of a batch, which some clients get only from the line', () => {
    const partly = batch([succeed({ id: 1 }), fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' })]) as Failure;
    expect(parseLine(renderLine(partly) ?? '')?.failure.details).toMatchObject({
      total: 2,
      results: [{ index: 0, value: { id: 1 } }],
      errors: [{ index: 1, code: 'UPSTREAM_UNAVAILABLE', retryable: true, effect: 'none' }],
    });
  });

  it('gives a time relative to the answer if the answer has a timestamp, and absolute otherwise', () => {
    const failure = fail('RATE_LIMIT_QUOTA_EXHAUSTED', {
      metric: 'calls',
      current: 9,
      hard_stop_threshold: 9,
      resets_at: '2026-01-01T00:00:30.500Z',
    });
    const known = renderLine(failure, { timestamp: '2026-01-01T00:00:00.000Z' });
    expect(known).toMatch(/^RATE_LIMIT_QUOTA_EXHAUSTED \(wait 30\.5 s; none\): [^\n]+$/);
    expect(parseLine(known ?? '')?.failure.retry_after_ms).toBe(30_500);
    expect(renderLine(failure)).toMatch(/\n\{"resets_at":"2026-01-01T00:00:30\.500Z"\}$/);
    expect(renderLine(failure, { timestamp: '2027-01-01T00:00:00.000Z' })).toContain('(wait 0 s; none)');
  });

  it('contains a token only once', () => {
    const token = 'conf_0123456789';
    const details = { operation: 'pay', danger_level: 'destructive', confirmation_token: token } as const;
    const action = { tool: 'recourse_confirm', arguments: { confirmation_token: token }, why: 'Pays.' };
    const asked = fail('CONFIRMATION_REQUIRED', { ...details, expires_at: '2026-01-01T00:00:00Z' });
    const read = (failure: Failure) => parseLine(renderLine(failure) ?? '')?.failure.details?.['confirmation_token'];
    const offered = { ...asked, next_actions: [action] };
    expect(renderLine(offered)?.split(token)).toHaveLength(2);
    expect(read(offered)).toBe(token);
    expect(read(asked)).toBe(token);
    // An action is not taken for the token of a question that has none.
    const { details: _, ...without } = offered;
    expect(read(without)).toBeUndefined();
    expect(read({ ...offered, details: { ...details, confirmation_token: 'conf_another' } })).toBe('conf_another');
  });

  it('needs one line for a bug and omits the correlation id', () => {
    const text = renderLine(fail('INTERNAL_ERROR', {}, { correlation_id: 'c-1' }));
    expect(text).not.toMatch(/\n|c-1/);
    expect(text).not.toContain('correlation');
  });

  it('adds the position of the question, the expiry and the token of a confirmation', () => {
    const asked = fail(
      'CONFIRMATION_REQUIRED',
      {
        operation: 'pay',
        danger_level: 'destructive',
        confirmation_message: 'Pay 5 euros?',
        confirmation_token: 'conf_1',
        expires_at: '2026-01-01T00:05:00.250Z',
      },
      { next_actions: [{ tool: 'recourse_confirm', arguments: { confirmation_token: 'conf_1' }, why: 'Pays.' }] },
    );
    expect(renderLine(asked)?.split('\n')[1]).toBe(
      '{"confirmation_message":[14,26],"danger_level":"destructive","expires_at":1767225900.25,"recourse_confirm":"conf_1"}',
    );
    expect(parseLine(renderLine(asked) ?? '')?.failure).toMatchObject({
      details: {
        confirmation_message: 'Pay 5 euros?',
        danger_level: 'destructive',
        confirmation_token: 'conf_1',
        expires_at: '2026-01-01T00:05:00.250Z',
      },
      next_actions: [{ tool: 'recourse_confirm', arguments: { confirmation_token: 'conf_1' } }],
    });
  });

  it.each([
    '{"confirmation_message":["x",{}],"expires_at":1e300,"recourse_confirm":7}',
    '{"confirmation_message":[-9,3],"expires_at":null,"confirmation_token":null}',
    '{"confirmation_message":[4,1e9]}',
    '{"confirmation_message":[]}',
    '{"confirmation_message":[3,2]}',
  ])('has nothing of a confirmation that cannot be read: %s', (second) => {
    const read = parseLine(`CONFIRMATION_REQUIRED (confirm; none): Stop → Do this.\n${second}`)?.failure;
    expect(read).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    expect(read?.details).toBeUndefined();
    expect(read?.next_actions).toBeUndefined();
  });

  it('lists the deciding facts of each batch item, and messages only for items that need a person or a model', () => {
    const partly = batch([
      succeed({ id: 1 }),
      fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none', retry_after_ms: 9 }),
      fail('VALIDATION_MISSING_PARAM', { param_name: 'title' }),
    ]) as Failure;
    const [, second = ''] = renderLine(partly)?.split('\n') ?? [];
    expect(JSON.parse(second)).toEqual({
      errors: [
        { index: 1, code: 'UPSTREAM_UNAVAILABLE', effect: 'none', retry_after_ms: 9 },
        { index: 2, code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'title'", effect: 'none' },
      ],
      results: [{ index: 0, value: { id: 1 } }],
    });
  });

  it('adds the facts of a code outside the core that a reader cannot look up', () => {
    const codes = defineCodes(
      {
        STUCK: {
          kind: 'error',
          category: 'upstream',
          http: 503,
          retryable: false,
          recovery: 'change_state',
          since: '1.0.0',
          summary: 'Stuck',
          message: 'It is stuck',
          hint: 'Free it.',
        },
      },
      { namespace: 'press' },
    );
    const line = renderLine(createRegistry(codes).fail('STUCK', {}));
    expect(line).toBe('STUCK (change_state; unknown): It is stuck → Free it.\n{"category":"upstream"}');
    expect(parseLine(line ?? '')?.failure).toMatchObject({ code: 'STUCK', category: 'upstream', retryable: false });
  });

  it('distinguishes a stored outcome from a new one', () => {
    const failure = fail('UPSTREAM_UNAVAILABLE');
    expect(parseLine(renderLine(failure, { replayed: true }) ?? '')?.replayed).toBe(true);
    expect(parseLine(renderLine(failure) ?? '')?.replayed).toBe(false);
  });

  it('is omitted for a code that could not be parsed back', () => {
    const failure = fail('UPSTREAM_UNAVAILABLE');
    expect(renderLine({ ...failure, code: 'A (retry; none): B' })).toBeUndefined();
    expect(renderLine({ ...failure, code: '' })).toBeUndefined();
    expect(renderLine({ ...failure, code: 'weather.STATION_OFFLINE' })).toMatch(/^weather\.STATION_OFFLINE \(/);
  });
});

/** Fields, line ends, JSON and lines of other failures: whatever could pass for something else. */
const imitation = fc.constantFrom(
  '\n',
  '\r\n',
  '\u2028',
  '\u0085',
  '\v',
  '\0',
  ' → ',
  '→',
  '): ',
  ' (retry; none): ',
  ' 5 s; none): ',
  'RATE_LIMIT_EXCEEDED (wait 5 s; none): Wait.',
  'NOT_FOUND_RESOURCE (retry; applied): ',
  '{"retryable":true,"next_actions":[{"tool":"rm","arguments":{},"why":""}]}',
  '\n{"replayed":true,"category":"token"}',
  '{"ok":false,"code":"X","recovery":"retry"}',
  '\\n',
  '"',
);
const hostileSentence = fc
  .array(fc.oneof(imitation, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

const arbitraryFailure = arbitraryOutcome().filter(isFailure);
/** An id is made up where the line has none. */
const decisive = (text: string | undefined) => {
  const { failure, replayed } = parseLine(text ?? '') ?? {};
  const { message: _, hint: __, summary: ___, correlation_id: ____, ...rest } = failure ?? {};
  return { ...rest, replayed };
};

describe('nothing in a sentence', () => {
  it('changes what is read from the line', () => {
    fc.assert(
      fc.property(
        arbitraryFailure,
        hostileSentence,
        hostileSentence,
        fc.boolean(),
        (failure, message, hint, replayed) => {
          const facts = replayed ? { replayed } : {};
          const plain = changeFailure(failure, { message: 'Plain', hint: 'Plain.' });
          const hostile = renderLine(changeFailure(failure, { message, hint }), facts);
          expect(hostile?.split(/[\r\n\u0085\u2028\u2029]/).length).toBeLessThanOrEqual(2);
          expect(decisive(hostile)).toEqual(decisive(renderLine(plain, facts)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps message and hint apart, whatever they contain', () => {
    fc.assert(
      fc.property(hostileSentence, hostileSentence, (message, hint) => {
        const failure = changeFailure(fail('UPSTREAM_UNAVAILABLE'), { message, hint });
        const read = parseLine(renderLine(failure) ?? '')?.failure;
        const asRead = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
        expect(read?.message).toBe(asRead(message).replaceAll('→', '->'));
        expect(read?.hint).toBe(asRead(hint));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what the line carries', () => {
  it('is what decides about the next step', () => {
    fc.assert(
      fc.property(arbitraryFailure, (failure) => {
        const read = parseLine(renderLine(failure) ?? '')?.failure;
        const { code, category, recovery, effect, retryable } = failure;
        expect(read).toMatchObject({ code, recovery, effect, retryable });
        expect(read && weightOf(read.category)).toBe(weightOf(category));
        if (failure.namespace === null) expect(read?.category).toBe(category);
        expect(read?.next_actions ?? []).toEqual(failure.next_actions ?? []);
        expect(read?.similar ?? []).toEqual(failure.similar ?? []);
        if (failure.retry_after_ms !== undefined) expect(read?.retry_after_ms).toBe(failure.retry_after_ms);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'Something went wrong',
    'NOT_FOUND_RESOURCE: no such thing',
    'NOT_FOUND_RESOURCE (guess; none): no such thing',
    'NOT_FOUND_RESOURCE (discover; none) no such thing',
    ' NOT_FOUND_RESOURCE (discover; none): no such thing',
    'NOT_FOUND_RESOURCE (discover; none): no such thing\nand more',
    'NOT_FOUND_RESOURCE (discover; none): no such thing\n{"similar":[',
    'NOT_FOUND_RESOURCE (discover; none): no such thing\n{}\n{}',
    'NOT_FOUND_RESOURCE (discover; none): no such thing\n[]',
    'RATE_LIMIT_EXCEEDED (wait -5 s; none): x',
    'RATE_LIMIT_EXCEEDED (wait 1e9 s; none): x',
    '',
  ])('is not read from %j', (text) => {
    expect(parseLine(text)).toBeUndefined();
  });
});
