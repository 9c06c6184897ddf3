/**
 * A process of its own on the stores of a test. It answers each task that its parent sends; `work` never ends and
 * reports every step once the store has confirmed it, until somebody kills the process.
 */
import { randomUUID } from 'node:crypto';
import { succeed } from '@recourse/contract';
import { openStores } from '@recourse/stores';
import { answerTasks, atOnce } from './answer-tasks.mjs';

const stores = await openStores(JSON.parse(process.argv[2] ?? '{}'));
const redemption = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  source: 'token',
  grade: 'any',
  begin: { boundMs: 3_600_000 },
};
const claim = {
  principal: 'ada',
  operation: 'close_ticket',
  digest: 'd',
  retentionMs: 3_600_000,
  boundMs: 3_600_000,
  idempotent: false,
};
const rule = { metric: 'closes', count: 'attempts', windowMs: 3_600_000 };

const tasks = {
  redeem: ({ tokens, times }) =>
    forEach(tokens, times, async (token) => (await stores.tokens.redeem({ ...redemption, token })).state),
  claim: ({ keys, times }) =>
    forEach(keys, times, async (key) => (await stores.replays.claim({ ...claim, key })).state),
  reserve: ({ stop, times }) =>
    atOnce(times, async () => {
      const request = { principal: 'ada', operation: 'close_ticket', key: '', rule: { ...rule, stop } };
      return (await stores.quotas.reserve(request)).over;
    }),
  reserveFor: async ({ windowMs, stop, lanes, forMs }) => {
    const request = { principal: 'ada', operation: 'close_ticket', key: '', rule: { ...rule, windowMs, stop } };
    const ends = Date.now() + forMs;
    const answer = { let: 0, stopped: 0 };
    await atOnce(lanes, async () => {
      while (Date.now() < ends) {
        const { over } = await stores.quotas.reserve(request);
        answer[over === 'stop' ? 'stopped' : 'let'] += 1;
      }
    });
    return answer;
  },
  hold: async ({ key, blockMs }) => {
    const { id } = await stores.replays.claim({ ...claim, key });
    await stores.replays.begin(id);
    say('begun', id);
    // Let the parent hear it before the event loop stops.
    await new Promise((resolve) => setTimeout(resolve, 50));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
    say('settled', String(await stores.replays.settle(id, succeed({ name: key }))));
  },
  record: async ({ lanes }) => {
    await atOnce(lanes, async () => {
      for (;;) {
        const name = randomUUID();
        await stores.events.deliver([eventOf(name), eventOf(`${name}, again`)]);
        say('recorded', name);
      }
    });
  },
  work: async ({ lanes }) => {
    await atOnce(lanes, async () => {
      for (;;) await step();
    });
  },
};

/** One confirmed call with all that is written for it, and a message to the parent after each thing that is on record. */
async function step() {
  const name = randomUUID();
  const expires_at = Date.now() + 3_600_000;
  const issue = { prefix: 'conf', principal: 'ada', operation: 'close_ticket', digest: 'd', reasons: [], expires_at };
  const { token } = await stores.tokens.ask({ ...issue, shared: false, begin: redemption.begin });
  say('issued', token);
  const isKeyed = Math.random() < 0.5;
  const claimed = isKeyed ? await stores.replays.claim({ ...claim, key: name }) : undefined;
  if (claimed) say('claimed', name);
  const request = { principal: 'ada', operation: 'close_ticket', key: name, rule };
  await stores.quotas.reserve(request);
  say('reserved', name);
  const begin = { ...redemption.begin, ...(claimed && { claim: claimed.id }) };
  const { state, id } = await stores.tokens.redeem({ ...redemption, token, begin });
  if (state !== 'redeemed') say('broken', `${token} is ${state} at its first redemption`);
  say('redeemed', token);
  if (claimed) say('begun', name);
  // Time for a handler: kills should hit calls that have begun.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  if (claimed) {
    await stores.replays.settle(claimed.id, succeed({ name }));
    say('settled', name);
  }
  await stores.tokens.end(id, succeed({ name }));
  say('ended', token);
  await stores.events.deliver([eventOf(name)]);
  say('recorded', name);
}

function eventOf(name) {
  const ids = { event_id: name, trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) };
  const about = { type: 'TOOL_CALL_FINISHED', ts: new Date().toISOString(), tool: 'close_ticket', principal: 'ada' };
  return { ...ids, ...about, subject: null, code: null, effect: 'applied', elapsed_ms: 1, data: {} };
}

function say(what, which) {
  process.send({ what, which });
}

async function forEach(items, times, attempt) {
  const states = [];
  for (const item of items) states.push(await atOnce(times, () => attempt(item)));
  return states;
}

answerTasks(tasks);
