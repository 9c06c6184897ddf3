import { coreRegistry, effects, recoveries } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ends } from '../calling/end.ts';
import { createServerHealth } from '../health/server-health.ts';
import { startDoor } from '../testing/start-door.ts';
import { recoveringRest } from './recovering-rest.ts';

const runs = repetitions({ atLeast: 300, full: 20_000 });
const contract = { 'dev.recourse/contract': { version: 1, dialect: 'recourse' } };
const tools = [{ name: 'pay' }, { name: 'look', annotations: { readOnlyHint: true } }];

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether it says, in a way that is to be believed, that nothing happened. */
  readonly saysNoEffect: boolean;
}

const retryAfter = fc.constantFrom({}, { 'retry-after': '1' }, { 'retry-after': '99999' }, { 'retry-after': 'soon' });
const types = fc.constantFrom('application/json', 'application/problem+json', 'text/html', '');
const json = { 'content-type': 'application/json' };

/** Failures of the contract, as envelopes and as problems, with any effect and any recovery. */
const envelopes = fc
  .record({
    code: fc.constantFrom(...coreRegistry.list().map(({ code }) => code)),
    status: fc.integer({ min: 400, max: 599 }),
    effect: fc.constantFrom(...effects),
    recovery: fc.constantFrom(...recoveries),
    retryable: fc.boolean(),
    isProblem: fc.boolean(),
    token: fc.constantFrom(undefined, 'a-token', 'x\r\ny: z'),
    action: fc.constantFrom(undefined, 'look', 'pay', '../x', 'delete_everything'),
    headers: retryAfter,
  })
  .map(({ code, status, effect, recovery, retryable, isProblem, token, action, headers }): Said => {
    const facts = {
      hint: '',
      retryable,
      recovery,
      effect,
      ...(token !== undefined && { details: { confirmation_token: token } }),
      ...(action !== undefined && {
        next_actions: [{ tool: action, arguments: {}, why: '', applied_when: { pointer: '/paid', equals: true } }],
      }),
    };
    const body = isProblem
      ? { type: `urn:recourse:code:${code}`, title: 'x', status, detail: 'x', code, ...facts }
      : { ok: false, code, error: 'x', http: status, correlation_id: 'c', ...facts };
    return { status, headers: { ...json, ...headers }, body: JSON.stringify(body), saysNoEffect: effect === 'none' };
  });

/** Anything at all. Of a status alone it is believed that a refusal is one. */
const garbage = fc
  .record({
    status: fc.integer({ min: 200, max: 599 }),
    type: types,
    headers: retryAfter,
    body: fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"ok":true}', '{"ok":false}', '{"paid":true}', '[')),
  })
  .map(({ status, type, headers, body }): Said => ({
    status,
    headers: { ...(type !== '' && { 'content-type': type }), ...headers },
    body: status === 204 || status === 304 ? '' : body,
    saysNoEffect: status >= 300 && status < 500,
  }));

let script: readonly Said[] = [];
let announced = false;
let given: { readonly path: string; readonly said: Said }[] = [];
/** The keys of the payments. */
let keys: unknown[] = [];
const door = await startDoor((request, response) => {
  const list = JSON.stringify({ tools, ...(announced && { _meta: contract }) });
  if (request.method === 'GET') return void response.writeHead(200, json).end(list);
  const said = script[given.length % script.length] as Said;
  given.push({ path: request.url ?? '', said });
  if (request.url === '/x/tools/pay') keys.push(request.headers['idempotency-key']);
  request.resume();
  request.on('end', () => response.writeHead(said.status, said.headers).end(said.body));
});
afterAll(() => door.close());

it('whatever a door answers, a call ends within its budget, and repeats nothing that may have been done', async () => {
  const worlds = fc.record({
    script: fc.array(fc.oneof(envelopes, garbage), { minLength: 1, maxLength: 6 }),
    announced: fc.boolean(),
    attempts: fc.integer({ min: 1, max: 6 }),
    yes: fc.constantFrom(true, false, undefined),
    allow: fc.subarray(['look', 'pay', '../x']),
  });
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      ({ script, announced } = world);
      given = [];
      keys = [];
      let time = 0;
      const { attempts, yes, allow } = world;
      const client = recoveringRest(`${door.url}/x`, {
        allow,
        budget: { attempts, seconds: 60 },
        health: createServerHealth({ faults: 1_000, retries: 1_000 }),
        now: () => time,
        sleep: (ms) => {
          time += ms;
          return Promise.resolve();
        },
        ...(yes !== undefined && { confirm: () => yes }),
      });
      try {
        const { end } = await client.recover({ name: 'pay', arguments: {} });
        expect(ends).toContain(end);
        const others = given.filter(({ path }) => path !== '/x/tools/pay');
        expect(others.length).toBeLessThanOrEqual(attempts);
        // Asking for an outcome is not counted, and has to take its time: four a second if the door names a time.
        const namesTime = /retry.after|resets_at|reopenable_at/i.test(JSON.stringify(script));
        expect(given.length).toBeLessThanOrEqual(attempts + (announced ? (namesTime ? 240 : 32) : 0));
        expect(new Set(keys).size).toBeLessThanOrEqual(1);
        expect(time).toBeLessThan(60_000);
        const called = new Set(given.map(({ path }) => path));
        for (const path of called) expect(['/x/tools/pay', '/x/tools/look', '/x/tools/..%2Fx']).toContain(path);
        const payments = given.filter(({ path }) => path === '/x/tools/pay');
        if (!world.announced)
          for (const { said } of payments.slice(0, -1)) expect(said).toMatchObject({ saysNoEffect: true });
      } finally {
        client.close();
      }
    }),
    { numRuns: runs },
  );
}, 600_000);
