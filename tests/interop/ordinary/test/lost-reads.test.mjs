import { recovering } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { callOf, servers } from '../src/servers.mjs';
import { createWatch } from '../src/watch.mjs';

/** Long enough for an answer; where a machine is slower than that, a read is made once more. */
const timeout = 400;

describe.each(servers)('$name: a read whose answer is lost', (server) => {
  const reads = Object.entries(server.well)
    .filter(([tool]) => !server.writes.includes(tool))
    .map(([tool, args]) => ({ tool, arguments: args }));
  const watch = createWatch();
  let lab;
  let inner;
  let annotated;

  beforeAll(async () => {
    lab = await openLab(server);
    inner = await lab.connect();
    const { tools } = await inner.listTools();
    annotated = new Set(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name));
  });
  afterAll(() => lab?.close());

  const lose = async (client, read, faults, options) => {
    watch.clear();
    const before = lab.normalise(await lab.snapshot());
    const call = callOf(server, read, lab.world);
    const expected = await outcomeOf(lab, inner, call);
    const sent = lab.tape.calls.length;
    lab.tape.faults.push(...faults);
    const outcome = await outcomeOf(lab, client, call, options);
    lab.tape.faults.splice(0);
    if (server.name !== '@upstash/context7-mcp') expect(lab.normalise(await lab.snapshot())).toEqual(before);
    return { outcome, expected, sent: lab.tape.calls.length - sent };
  };

  it.each(reads)('$tool is called again where the server says that it only reads, and not else', async (read) => {
    const client = recovering(inner, watch.options);
    const { outcome, expected, sent } = await lose(client, read, ['swallow'], { timeout });
    if (annotated.has(read.tool)) {
      expect({ outcome, ends: watch.ends() }).toEqual({ outcome: expected, ends: ['succeeded'] });
      expect(sent).toBeGreaterThan(1);
    } else {
      expect(outcome.thrown).toMatchObject({ code: 'REQUEST_TIMEOUT' });
      expect({ sent, ends: watch.ends() }).toEqual({ sent: 1, ends: ['in_doubt'] });
    }
  });

  it.each(reads)('$tool is called again where the caller says that it only reads', async (read) => {
    const client = recovering(inner, { ...watch.options, trustAnnotations: false, reads: [read.tool] });
    const { outcome, expected, sent } = await lose(client, read, ['swallow'], { timeout });
    expect({ outcome, ends: watch.ends() }).toEqual({ outcome: expected, ends: ['succeeded'] });
    expect(sent).toBeGreaterThan(1);
  });

  it.each(reads)('$tool is not called again where the caller trusts no annotation', async (read) => {
    const client = recovering(inner, { ...watch.options, trustAnnotations: false });
    const { sent } = await lose(client, read, ['swallow'], { timeout });
    expect({ sent, ends: watch.ends() }).toEqual({ sent: 1, ends: ['in_doubt'] });
  });

  it('ends with the budget where no answer ever comes', async () => {
    const [read] = reads;
    const client = recovering(inner, { ...watch.options, reads: [read.tool] });
    const { outcome, sent } = await lose(client, read, Array(5).fill('swallow'), { timeout: 100 });
    expect(outcome.thrown).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect({ sent, ends: watch.ends() }).toEqual({ sent: 4, ends: ['gave_up_attempts'] });
  });

  it('because the server is killed is had from a new server, if the caller says how to start it', async () => {
    const [read] = reads;
    const client = recovering(inner, { ...watch.options, reads: [read.tool], reconnect: lab.connect });
    const { outcome, expected, sent } = await lose(client, read, ['kill before answer']);
    expect({ outcome, sent, ends: watch.ends() }).toEqual({ outcome: expected, sent: 2, ends: ['succeeded'] });
  });

  it('because the server is killed is shown as the client shows it, where the caller does not', async () => {
    const [read] = reads;
    const alone = await openLab(server);
    const client = recovering(await alone.connect(), { ...watch.options, reads: [read.tool] });
    watch.clear();
    alone.tape.faults.push('kill before answer');
    const { thrown } = await outcomeOf(alone, client, callOf(server, read, alone.world));
    expect(thrown).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect({ sent: alone.tape.calls.length, ends: watch.ends() }).toEqual({ sent: 1, ends: ['gave_up_server'] });
    await alone.close();
  });
});
