/**
 * A separate process on the stores of a test. It answers each task that its parent sends; `work` never ends and
 * reports every step that the store has confirmed, until the process is killed.
 */
import { randomUUID } from 'node:crypto';
import { succeed } from '@recourse/contract';
import { openStores } from '@recourse/stores';
import { answerTasks, atOnce } from './answer-tasks.mjs';

const stores = await openStores(JSON.parse(process.argv[2] ?? '{}'));
const whose = { principal: 'ada', operation: 'close_ticket', digest: 'd' };
const claim = { ...whose, retentionMs: 3_600_000, idempotent: false };
const boundMs = 3_600_000;
const rule = { metric: 'closes', count: 'attempts', windowMs: 3_600_000 };

const quotaOf = (more) => ({ principal: 'ada', operation: 'close_ticket', key: '', rule: { ...rule, ...more } });
const confirmationOf = (token) => ({ ...whose, token, required: true, source: 'token', grade: 'any' });
const admit = (request) => stores.admissions.admit({ quotas: [], boundMs, ...request });

const tasks = {
  redeem: ({ tokens, times }) =>
    forEach(tokens, times, async (token) => {
      const { state, refusal } = await admit({ confirmation: confirmationOf(token) });
      return state === 'refused' ? refusal.state : state;
    }),
  claim: ({ keys, times }) =>
    forEach(keys, times, async (key) => {
      const { state, key: known } = await admit({ claim: { ...claim, key } });
      return state === 'key' ? known.state : state;
    }),
  reserve: ({ stop, times }) => atOnce(times, async () => (await admit({ quotas: [quotaOf({ stop })] })).state),
  reserveFor: async ({ windowMs, stop, lanes, forMs }) => {
    const ends = Date.now() + forMs;
    const answer = { let: 0, stopped: 0 };
    await atOnce(lanes, async () => {
      while (Date.now() < ends) {
        const { state } = await admit({ quotas: [quotaOf({ windowMs, stop })] });
        answer[state === 'stopped' ? 'stopped' : 'let'] += 1;
      }
    });
    return answer;
  },
  hold: async ({ key, blockMs }) => {
    const { claim: id } = await admit({ claim: { ...claim, key } });
    say('begun', id);
    // Let the parent hear it before the event loop stops.
    await new Promise((resolve) => setTimeout(resolve, 50));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
    const { settled } = await stores.admissions.end({ claim: id, outcome: succeed({ name: key }), giveBack: [] });
    say('settled', String(settled));
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

/**
 * One confirmed call with all that is written for it, and a message to the parent after each transaction. Half of them
 * have a key. Each has a quota of its own and two events.
 */
async function step() {
  const name = randomUUID();
  const expires_at = Date.now() + 3_600_000;
  const { token } = await stores.tokens.ask({ ...whose, prefix: 'conf', reasons: [], expires_at, shared: false });
  say('issued', token);
  const isKeyed = Math.random() < 0.5;
  say('asked', JSON.stringify({ token, name, isKeyed }));
  const admission = await admit({
    ...(isKeyed && { claim: { ...claim, key: name } }),
    quotas: [{ ...quotaOf({}), key: name }],
    confirmation: confirmationOf(token),
    events: [eventOf(`${name} began`)],
  });
  if (admission.state !== 'admitted') say('broken', `${token} is ${admission.state} at its first admission`);
  say('begun', name);
  // Time for a handler: kills should hit calls that have begun.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  const { claim: id, confirmation } = admission;
  const outcome = succeed({ name });
  await stores.admissions.end({ claim: id, confirmation, outcome, giveBack: [], events: [eventOf(name)] });
  say('ended', name);
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
