import { effects, fail, recoveries } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey } from '../keys/derive-key.ts';
import { failAsClient } from '../reading/client-codes.ts';
import type { Reading, Source } from '../reading/reading.ts';
import type { Repeat, ToolRequest } from '../strategies/strategy.ts';
import { ends } from './end.ts';
import type { End } from './end.ts';
import { startState } from './state.ts';
import type { Facts, State, StateEvent } from './state.ts';
import { transition } from './transition.ts';

const runs = repetitions({ atLeast: 5_000, full: 200_000 });
const sources: readonly Source[] = [
  'contract',
  'dialect',
  'listed',
  'disguised',
  'protocol',
  'transport',
  'prose',
  'unreadable',
];
const requests: readonly ToolRequest[] = [
  { name: 'pay', arguments: { items: [1, 2] } },
  { name: 'pay', arguments: { items: [2] } },
  { name: 'play', arguments: {} },
];
const request = fc.constantFrom(...requests);

const failures = [
  fail('CONFLICT_IN_FLIGHT', { retry_after_seconds: 1 }),
  fail('CONFLICT_OUTCOME_UNKNOWN', { operation: 'pay' }),
  fail('CONFLICT_ALREADY_APPLIED', { operation: 'pay' }),
  fail('INTERNAL_TIMEOUT', { operation: 'pay', timeout_ms: 1 }),
  fail('UPSTREAM_UNAVAILABLE', {}),
  fail('RATE_LIMIT_EXCEEDED', {}),
  fail('PERMISSION_DENIED', {}),
  failAsClient('ANSWER_LOST', {}),
  failAsClient('TOOL_ERROR', {}),
];
const reading: fc.Arbitrary<Reading> = fc
  .record({
    failure: fc.constantFrom(...failures),
    effect: fc.constantFrom(...effects),
    recovery: fc.constantFrom(...recoveries),
    retryable: fc.boolean(),
    source: fc.constantFrom(...sources),
    replayed: fc.boolean(),
  })
  .map(({ failure, effect, recovery, retryable, source, replayed }) => ({
    failure: { ...failure, effect, recovery, retryable },
    source,
    replayed,
  }));

const move: fc.Arbitrary<Repeat> = fc.record(
  {
    kind: fc.constant('repeat' as const),
    afterMs: fc.nat(),
    why: fc.constant('why'),
    request,
    instead: request,
    token: fc.constant('token'),
    remaining: fc.constant(true as const),
    costsRetry: fc.constant(true as const),
  },
  { requiredKeys: ['kind', 'afterMs', 'why'] },
);
/** The ends that strategies and guards ask for. They claim no success. */
const stops = ends.filter((end) => end !== 'succeeded' && end !== 'verified');

const event: fc.Arbitrary<StateEvent> = fc.oneof(
  fc.constant({ kind: 'succeeded' as const }),
  fc.record({
    kind: fc.constant('failed' as const),
    repeatable: fc.constant(false),
    reading,
    reads: fc.constant(false),
    keyed: fc.boolean(),
    announced: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('repeated' as const), move, content: fc.constant([{ type: 'text' }]) }),
  fc.record({
    kind: fc.constant('looked' as const),
    shows: fc.constantFrom('effect' as const, 'nothing' as const),
    why: fc.constant('why'),
  }),
  fc.constant({ kind: 'waited' as const }),
  fc.record({ kind: fc.constant('stopped' as const), end: fc.constantFrom(...stops), why: fc.constant('why') }),
);

const facts: fc.Arbitrary<Facts & { readonly last: Reading }> = fc.record({
  outgoing: fc.record({ request }),
  firstKey: fc.constant('first'),
  key: fc.constantFrom('first', 'derived'),
  inDoubt: fc.boolean(),
  partly: fc.boolean(),
  parts: fc.constantFrom([], [{ type: 'text' }]),
  asks: fc.nat(9),
  told: fc.boolean(),
  last: reading,
});
const otherwise = fc.constantFrom(
  { kind: 'ask' as const, notBeforeMs: undefined },
  { kind: 'stop' as const, why: 'nobody knows' },
);
const state: fc.Arbitrary<State> = facts.chain((known) =>
  fc.oneof(
    fc.boolean().map((isAsk): State => ({ ...known, kind: 'sending', isAsk })),
    fc.boolean().map((keyed): State => ({ ...known, kind: 'deciding', keyed })),
    // These two exist only in doubt.
    otherwise.map((after): State => ({ ...known, inDoubt: true, kind: 'looking', otherwise: after })),
    fc.constant<State>({ ...known, inDoubt: true, kind: 'asking', notBeforeMs: undefined }),
  ),
);

const nothingDone: ReadonlySet<End> = new Set(
  ends.filter((end) => !['succeeded', 'verified', 'in_doubt', 'handed_over', 'needs_person'].includes(end)),
);

/** Whether an event makes the effect known. */
const settles = (given: StateEvent): boolean => {
  if (given.kind === 'succeeded') return true;
  if (given.kind === 'looked') return given.shows === 'effect';
  if (given.kind !== 'failed') return false;
  const { failure, replayed } = given.reading;
  return replayed || failure.effect === 'partial' || failure.effect === 'applied';
};

const holds = (before: State, given: StateEvent, after: State): void => {
  // The key.
  expect(after.firstKey).toBe(before.firstKey);
  if (after.key !== before.key) {
    const { name, arguments: args } = after.outgoing.request;
    expect(given).toMatchObject({ kind: 'repeated', move: { remaining: true } });
    expect(before.inDoubt).toBe(false);
    expect(after.key).toBe(deriveKey('first', name, args));
  }
  // The doubt.
  if (before.inDoubt && !after.inDoubt) expect(settles(given)).toBe(true);
  if (before.inDoubt && after.kind !== 'ended') expect(after.outgoing.request).toBe(before.outgoing.request);
  if (before.kind === 'sending' && given.kind === 'failed') {
    if (given.reading.failure.effect === 'unknown') expect(after.inDoubt).toBe(true);
    // A write is not repeated to a server without keys.
    if (after.inDoubt && !given.keyed)
      expect(after).toMatchObject(after.kind === 'ended' ? { end: 'in_doubt' } : { otherwise: { kind: 'stop' } });
  }
  // The ends.
  if (after.kind !== 'ended') return;
  if (after.inDoubt) expect(after.end).toBe('in_doubt');
  if (after.end === 'succeeded') expect(given.kind).toBe('succeeded');
  // The look shows the effect, or the server had said so before.
  if (after.end === 'verified' && before.kind === 'looking' && before.otherwise.kind !== 'applied')
    expect(given).toMatchObject({ kind: 'looked', shows: 'effect' });
  if (after.end === 'verified') expect(given.kind).toBe('looked');
  if (nothingDone.has(after.end)) expect([after.inDoubt, after.partly]).toEqual([false, false]);
};

describe('transition', () => {
  it('keeps the key, the doubt and the meaning of the ends, from any state by any event', () => {
    fc.assert(
      fc.property(state, event, (before, given) => holds(before, given, transition(before, given))),
      { numRuns: runs },
    );
  });

  it('sends nothing but the same call under the same key once a call is in doubt, on any path', () => {
    const paths = fc.record({ events: fc.array(event, { maxLength: 30 }), isOpen: fc.boolean() });
    let asked = 0;
    fc.assert(
      fc.property(paths, ({ events, isOpen }) => {
        let current = startState(requests[0] as ToolRequest, 'first', isOpen);
        for (const given of events) {
          if (current.kind === 'ended') return;
          const next = transition(current, given);
          holds(current, given, next);
          if (current.inDoubt && next.kind === 'sending' && next !== current) {
            asked += 1;
            expect([next.key, next.outgoing.request]).toEqual([current.key, current.outgoing.request]);
          }
          current = next;
        }
      }),
      { numRuns: runs },
    );
    expect(asked).toBeGreaterThan(0);
  });

  it('is verified once the server has established that it took effect, whatever the look shows', () => {
    const failure = fail('CONFLICT_ALREADY_APPLIED', { operation: 'pay' }, { effect: 'applied' });
    const known: Reading = { failure, source: 'contract', replayed: true };
    const sending = startState(requests[0] ?? { name: 'pay', arguments: {} }, 'k', true);
    const answered = {
      kind: 'failed',
      reading: known,
      reads: false,
      keyed: true,
      announced: true,
      repeatable: false,
    } as const;
    const looking = transition(sending, answered);
    expect(looking.kind).toBe('looking');
    const shows = { kind: 'looked', shows: 'nothing', why: 'no call shows it' } as const;
    expect(transition(looking, shows)).toMatchObject({ kind: 'ended', end: 'verified' });
  });

  it('does not leave an end', () => {
    const ended = transition(startState(requests[0] as ToolRequest, 'first', false), { kind: 'succeeded' });
    fc.assert(fc.property(event, (given) => transition(ended, given) === ended));
  });
});
