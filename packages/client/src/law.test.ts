import { isJsonObject } from '@recourse/contract';
import { failureMetaKey } from '@recourse/contract/mcp';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ends } from './calling/end.ts';
import { createServerHealth } from './health/server-health.ts';
import { confirmationTokenMetaKey, confirmToolName, idempotencyKeyMetaKey } from './meta-keys.ts';
import type { Recovered } from './calling/recovered.ts';
import type { Step } from './calling/step.ts';
import type { ToolCall } from './recovering.ts';
import { answers, tools } from './testing/generated-answers.ts';
import type { Made } from './testing/generated-answers.ts';
import { createScripted } from './testing/scripted-client.ts';
import { tricks } from './testing/tricks.ts';

const runs = repetitions({ atLeast: 1_000, full: 20_000 });
const args = { amount: 5, titel: 'T', n: '5', state: 'closd' };

const worlds = fc.record({
  script: fc.array(answers, { minLength: 1, maxLength: 8 }),
  announced: fc.boolean(),
  pays: fc.boolean(),
  allow: fc.subarray([...tools]),
  says: fc.constantFrom(true, false, undefined),
  attempts: fc.integer({ min: 1, max: 7 }),
  seconds: fc.integer({ min: 1, max: 90 }),
  reconnects: fc.boolean(),
  /** Taken back while this answer of a call is on its way. */
  takenBackAt: fc.option(fc.nat(6), { freq: 4, nil: undefined }),
});
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

interface Given {
  readonly call: ToolCall;
  readonly made: Made;
}

/** A client in a world, what its server was sent and has answered, and how often its person said yes. */
const open = ({ script, announced, pays, allow, says, attempts, seconds, reconnects, takenBackAt }: World) => {
  const given: Given[] = [];
  let taking: { readonly abort: AbortController; readonly at: number } | undefined;
  const reads: Readonly<Record<string, boolean>> = { pay: !pays, find_payment: true, open_account: false };
  let confirmed = 0;
  const setup = createScripted(
    (call, index) => {
      const answer = script[index % script.length];
      if (!answer) throw new Error('There is always an answer');
      if (given.length === taking?.at) taking.abort.abort();
      given.push({ call, made: announced ? answer : asOrdinary(answer) });
      return typeof answer.scripted === 'function' ? answer.scripted() : answer.scripted;
    },
    {
      allow,
      trustAnnotations: true,
      budget: { attempts, seconds },
      health: createServerHealth({ faults: 1_000, retries: 1_000 }),
      ...(says !== undefined && {
        confirm: () => {
          confirmed += says ? 1 : 0;
          return says;
        },
      }),
      ...(reconnects && { reconnect: () => setup.raw }),
    },
    { announced, tools: reads },
  );
  const recover = (): Promise<Recovered> => {
    const abort = new AbortController();
    taking = takenBackAt === undefined ? undefined : { abort, at: given.length + takenBackAt };
    return setup.client.recover({ name: 'pay', arguments: args }, { signal: abort.signal });
  };
  return { clock: setup.clock, recover, given, reads, confirmed: () => confirmed };
};

/** A result that a server without the contract calls a success is one. */
const asOrdinary = (made: Made): Made => {
  const { result } = made.scripted as { readonly result?: unknown };
  if (!isJsonObject(result) || result['isError'] === true) return made;
  const { _meta: meta } = result;
  if (isJsonObject(meta) && meta[failureMetaKey] !== undefined) return made;
  return { ...made, saysNoEffect: true, leavesDoubt: false, maySettle: true, succeeds: true };
};

/** Whether an answer says when to come back: then the client does, four times a second at most. */
const namesTime = ({ scripted }: Made): boolean => {
  try {
    return /"(?:retry_after|resets_at|reopenable_at)/.test(JSON.stringify(scripted) ?? '"retry_after');
  } catch {
    return true;
  }
};

/** The law, for one call and what was sent for it. */
const hold = (
  world: World,
  { reads, confirmed }: ReturnType<typeof open>,
  given: readonly Given[],
  { end, steps, wasOpen }: Pick<Recovered, 'end' | 'steps'> & { readonly wasOpen: boolean },
) => {
  const { announced, pays, allow, says, attempts, seconds, takenBackAt = Infinity } = world;
  expect(ends).toContain(end);
  expect(given.length).toBeLessThanOrEqual(takenBackAt + 1);
  const payments = given.filter(({ call }) => call.name === 'pay');
  const doubtAt = pays ? payments.findIndex(({ made }) => made.leavesDoubt) : -1;
  // Only asking for an outcome is not counted, and it has to take its time.
  const readAt = wasOpen ? 0 : steps.findIndex(isDoubt);
  const asks = readAt === -1 ? 0 : steps.slice(readAt).filter(({ kind }) => kind === 'call').length;
  expect(given.length - asks).toBeLessThanOrEqual(attempts);
  expect(asks).toBeLessThanOrEqual(attempts + 8 + seconds / (world.script.some(namesTime) ? 0.25 : 2.5));
  const others = given.filter(({ call }) => call.name !== 'pay' && call.name !== confirmToolName);
  for (const { call } of others) expect(allow.includes(call.name as never) || reads[call.name] === true).toBe(true);
  const tokens = given.filter(({ call }) => call.name === confirmToolName || call._meta?.[confirmationTokenMetaKey]);
  expect(tokens.length === 0 || confirmed() > 0).toBe(true);
  if (says !== true) expect(tokens).toEqual([]);
  if (end === 'succeeded') expect(given.at(-1)?.made.succeeds).toBe(true);
  if (!pays) return;
  // Nothing is sent again that may have been done: only under a key that the server keeps to, or for a read.
  given.forEach(({ call, made }, index) => {
    if (call.name !== 'pay' || made.saysNoEffect) return;
    const again = given.slice(index + 1).filter((later) => later.call.name === 'pay');
    if (!announced) expect(again).toEqual([]);
    for (const later of again) expect(later.call._meta?.[idempotencyKeyMetaKey]).toBeDefined();
  });
  // One key for the whole call, whatever looks have shown.
  expect(new Set(payments.map(keyOf)).size).toBeLessThanOrEqual(1);
  // A call that may have taken effect ends as known or in doubt.
  const settled = payments.slice(Math.max(0, doubtAt)).some(({ made }) => made.maySettle);
  if ((doubtAt !== -1 || wasOpen) && !settled) expect(['in_doubt', 'verified']).toContain(end);
};

/** A failure after which the client may ask for the outcome. It may read one into an answer that says less. */
const isDoubt = (step: Step): boolean =>
  step.kind === 'failure' &&
  (step.effect === 'unknown' || step.code === 'CONFLICT_IN_FLIGHT' || step.code === 'CONFLICT_OUTCOME_UNKNOWN');

const isEffectKnown = (steps: readonly Step[]): boolean =>
  (steps.findLast((step) => step.kind === 'failure')?.effect ?? 'unknown') !== 'unknown';

const keyOf = ({ call }: Given): unknown => call._meta?.[idempotencyKeyMetaKey];

describe('whatever a server answers', () => {
  it('every call ends within its budget, in a named end, and does nothing twice', { timeout: 1_200_000 }, async () => {
    const seen = new Map<string, number>();
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const opened = open(world);
        let openKey: unknown;
        for (let turn = 0; turn < 3; turn += 1) {
          const before = opened.given.length;
          const startedAt = opened.clock.now();
          const recovered = await opened.recover();
          expect(opened.clock.now() - startedAt).toBeLessThan(world.seconds * 1_000);
          expect(recovered.explain()).not.toContain('\u001b');
          expect(JSON.stringify(recovered.steps).length).toBeLessThan(50_000);
          const given = opened.given.slice(before);
          hold(world, opened, given, { ...recovered, wasOpen: openKey !== undefined });
          if (recovered.end === 'in_doubt') expect(recovered.failure?.effect).not.toBe('none');
          // The key of a call in doubt is that of the next equal call.
          const key = given.filter(({ call }) => call.name === 'pay').map(keyOf)[0];
          if (openKey !== undefined && key !== undefined) expect(key).toBe(openKey);
          const isOpen = world.announced && recovered.end === 'in_doubt';
          openKey = isOpen ? (key ?? openKey) : undefined;
          seen.set(recovered.end, (seen.get(recovered.end) ?? 0) + 1);
          // The call or one that its failure suggested may be in doubt: the steps do not tell which.
          if (recovered.end === 'in_doubt' && isEffectKnown(recovered.steps)) break;
        }
        answered += opened.given.length;
        expect({}).not.toHaveProperty('polluted');
      }),
      { numRuns: runs },
    );
    console.log(`${runs} worlds, ${answered} answers; ${JSON.stringify(Object.fromEntries(seen))}`);
    // A law that never reaches these ends would prove nothing about them.
    expect(seen.size).toBeGreaterThanOrEqual(runs > 10_000 ? ends.length : 8);
  });

  it.each(Object.entries(tricks))('survives %s', async (_, trick) => {
    for (const announced of [true, false]) {
      const options = { allow: () => true, confirm: () => true, budget: { attempts: 20 } };
      const { client, sent } = createScripted(() => trick(), options, { announced, tools: { pay: false } });
      const { end } = await client.recover({ name: 'pay', arguments: args });
      expect(ends).toContain(end);
      expect(['succeeded', 'verified']).not.toContain(end);
      expect(sent.length).toBeLessThanOrEqual(announced ? 20 : 4);
      expect({}).not.toHaveProperty('polluted');
    }
  });
});
