import { createServerHealth } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { servers } from '../src/servers.mjs';
import { seed, sweepOf } from '../src/sweep.mjs';
import { createWatch } from '../src/watch.mjs';

const each = Number(process.env['RECOURSE_SWEEP'] ?? 12);
const eachLost = 3;
const timeout = 400;

describe.each(servers)('$name, swept with arguments out of its own schemas', (server) => {
  const watch = createWatch({ health: createServerHealth({ faults: 10_000, retries: 10_000 }) });
  let plain;
  let wrapped;
  let clients;
  let tools;
  const counts = { calls: 0, failures: 0, reads: 0 };

  beforeAll(async () => {
    plain = await openLab(server);
    wrapped = await openLab(server);
    clients = { plain: await plain.connect(), wrapped: await wrapped.connectWrapped(watch.options) };
    ({ tools } = await clients.plain.listTools());
  });
  afterAll(async () => {
    console.log(`${server.name}: ${JSON.stringify({ seed, tools: tools?.length, ...counts })}`);
    await Promise.all([plain?.close(), wrapped?.close()]);
  });

  const isAnnotatedRead = (name) => tools.some((tool) => tool.name === name && tool.annotations?.readOnlyHint === true);
  const worldOf = async (lab) => lab.normalise(await lab.snapshot());

  it('shows the same by the plain and the wrapped client, and ends in the same world', async () => {
    for (const call of sweepOf(server, tools, each)) {
      const before = await worldOf(wrapped);
      const expected = await outcomeOf(plain, clients.plain, call(plain.world));
      const outcome = await outcomeOf(wrapped, clients.wrapped, call(wrapped.world));
      const after = await worldOf(wrapped);
      const what = JSON.stringify(call(wrapped.world));
      expect(outcome, what).toEqual(expected);
      expect(after, what).toEqual(await worldOf(plain));
      counts.calls += 1;
      if (expected.thrown || expected.result.isError) counts.failures += 1;
      if (!isAnnotatedRead(call(wrapped.world).name)) continue;
      counts.reads += 1;
      // Requests to an API are all that a read of context7 leaves behind.
      if (server.writes.length > 0) expect(after, `${what} is said to read only`).toEqual(before);
    }
    expect(wrapped.normalise(wrapped.tape.calls)).toEqual(plain.normalise(plain.tape.calls));
    expect({ questions: watch.questions, waits: watch.waits }).toEqual({ questions: [], waits: [] });
  });

  it('ends in the same world though every first answer is lost', async () => {
    for (const call of sweepOf(server, tools, eachLost)) {
      watch.clear();
      const expected = await outcomeOf(plain, clients.plain, call(plain.world));
      const sent = wrapped.tape.calls.length;
      wrapped.tape.faults.push('swallow');
      const swallowed = wrapped.tape.nextSwallowed();
      const outcome = await outcomeOf(wrapped, clients.wrapped, call(wrapped.world), { timeout });
      await swallowed;
      const what = JSON.stringify(call(wrapped.world));
      const reads = isAnnotatedRead(call(wrapped.world).name);
      const made = wrapped.tape.calls.length - sent;
      if (reads) expect(made, what).toBeGreaterThan(1);
      else expect(made, what).toBe(1);
      const hasFailed = expected.thrown !== undefined || expected.result.isError === true;
      expect(watch.ends(), what).toEqual([reads ? (hasFailed ? 'handed_over' : 'succeeded') : 'in_doubt']);
      if (reads) expect(outcome, what).toEqual(expected);
      else expect(outcome.thrown, what).toMatchObject({ code: 'REQUEST_TIMEOUT' });
      if (server.writes.length > 0) expect(await worldOf(wrapped), what).toEqual(await worldOf(plain));
    }
  });
});
