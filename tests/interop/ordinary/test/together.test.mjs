import { recovering } from '@recourse/client';
import { afterEach, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { callOf, servers } from '../src/servers.mjs';
import { memory } from '../src/servers/memory.mjs';
import { sqlite } from '../src/servers/sqlite.mjs';
import { createWatch } from '../src/watch.mjs';

const visit = { name: 'create_record', arguments: { table: 'visit', data: { who: 'Wim' } } };
const graph = { name: 'read_graph', arguments: {} };
const sings = { name: 'add_observations', arguments: { observations: [{ entityName: 'Ada', contents: ['sings'] }] } };

let lab;
afterEach(() => lab.close());
const times = (count, make) => Promise.all(Array.from({ length: count }, make));

describe('several calls at the same time', () => {
  it('that are equal take effect once each', async () => {
    lab = await openLab(sqlite);
    const client = await lab.connectWrapped();
    await times(5, () => client.callTool(visit));
    expect(lab.tape.calls).toHaveLength(5);
    expect((await lab.snapshot()).visits).toHaveLength(5);
  });

  it('in which the server is killed: no write is made again, every read is, and the server is started once', async () => {
    lab = await openLab(memory);
    const starts = [];
    const watch = createWatch();
    const reconnect = () => {
      starts.push('start');
      return lab.connect();
    };
    const client = recovering(await lab.connect(), { ...watch.options, reconnect });
    await client.listTools();
    lab.tape.faults.push('swallow', 'swallow', 'swallow', 'swallow', 'kill before answer');
    const calls = [sings, graph, sings, graph, graph];
    const outcomes = await Promise.all(calls.map((call) => outcomeOf(lab, client, call)));
    expect(outcomes.map(({ thrown }) => thrown?.code)).toEqual([
      'CONNECTION_CLOSED',
      undefined,
      'CONNECTION_CLOSED',
      undefined,
      undefined,
    ]);
    expect(lab.tape.calls.map(({ name }) => name).sort()).toEqual([
      ...Array(2).fill(sings.name),
      ...Array(6).fill(graph.name),
    ]);
    expect(watch.ends().sort()).toEqual(['in_doubt', 'in_doubt', 'succeeded', 'succeeded', 'succeeded']);
    expect(starts).toEqual(['start']);
  });
});

describe('a write that waits for a lock longer than its caller waits for it', () => {
  it('is in doubt, and has taken effect once at most when the lock is gone', async () => {
    const { before } = sqlite.badly.find(({ case: name }) => name === 'a database that somebody else writes to');
    lab = await openLab(sqlite, { before });
    const watch = createWatch();
    const client = await lab.connectWrapped(watch.options);
    const { thrown } = await outcomeOf(lab, client, visit, { timeout: 100 });
    expect(thrown).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(watch.ends()).toEqual(['in_doubt']);
    await lab.world.unlock();
    // Answers come in the order of the calls, so that the write is over when this one is answered.
    await client.callTool({ name: 'list_tables', arguments: {} });
    expect(lab.tape.calls.map(({ name }) => name)).toEqual([visit.name, 'list_tables']);
    // None if the lock outlasts the server's own patience.
    expect((await lab.snapshot()).visits.length).toBeLessThanOrEqual(1);
  });
});

describe.each(servers)('$name, when it hangs', (server) => {
  it('is asked once what it was asked, and for its tools no more than once', async () => {
    lab = await openLab(server);
    const watch = createWatch({ budget: { seconds: 0.5 } });
    const client = await lab.connectWrapped(watch.options);
    process.kill(lab.lastPid(), 'SIGSTOP');
    const [tool, args] = Object.entries(server.well)[0];
    const call = callOf(server, { tool, arguments: args }, lab.world);
    const { thrown } = await outcomeOf(lab, client, call, { timeout: 100 });
    expect(thrown).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(lab.tape.calls).toEqual([call]);
    expect(lab.tape.methods.filter((method) => method === 'tools/list').length).toBeLessThanOrEqual(1);
    // Which tools read is not known of it, so that even a read is in doubt.
    expect(watch.ends()).toEqual(['in_doubt']);
  });
});
