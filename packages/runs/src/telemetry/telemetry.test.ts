import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { opener } from '../testing/open-runs.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';

const open = opener();

let statuses: number[];
let received: { run_id: string; number: number; event_id: string }[];
let url: string;
let close: () => Promise<unknown>;
beforeEach(async () => {
  statuses = [];
  received = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 200;
      const lines = Buffer.concat(chunks).toString().trim().split('\n');
      if (status === 200) received.push(...lines.map((line) => JSON.parse(line) as never));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => close());

describe('telemetry of runs', () => {
  it('sends every event of a run once and in order, also after the service was away', async () => {
    statuses = [503, 500, 429];
    const { runs } = await open({
      pipelines: [smallPipeline(good)],
      telemetry: { url, pollMs: 5, longestPauseMs: 10 },
    });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    const { last_event, state } = await runs.wait(run_id);
    expect(state).toBe('DONE');
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(last_event);
    expect(received.map(({ number }) => number)).toEqual(Array.from({ length: last_event }, (_, index) => index + 1));
    expect(new Set(received.map(({ event_id }) => event_id)).size).toBe(last_event);
  });

  it('continues in the next process where the last one stopped', async () => {
    const first = await open({ pipelines: [smallPipeline(good)] });
    await first.runs.work();
    const { run_id } = await first.runs.start('small', {});
    const { last_event } = await first.runs.wait(run_id);
    const sending = async () => {
      const { runs } = await open({ file: first.file, telemetry: { url, pollMs: 5 } });
      await runs.work();
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(last_event);
      await runs.close();
    };
    await sending();
    await sending();
    expect(received).toHaveLength(last_event);
  });

  it('drops a batch that the service refuses, says so, and never fails a run', async () => {
    statuses = Array.from({ length: 50 }, () => 422);
    const lost: number[] = [];
    const telemetry = { url, pollMs: 5, onLost: (count: number) => void lost.push(count) };
    const { runs } = await open({ pipelines: [smallPipeline(good)], telemetry });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    const { last_event, state } = await runs.wait(run_id);
    expect(state).toBe('DONE');
    await expect.poll(() => lost.reduce((sum, count) => sum + count, 0), { timeout: 30_000 }).toBe(last_event);
    expect(received).toEqual([]);
  });

  it('does not hold up a run or its end if there is no service', async () => {
    await close();
    close = () => Promise.resolve();
    const { runs } = await open({ pipelines: [smallPipeline(good)], telemetry: { url, pollMs: 5 } });
    await runs.work();
    const { run_id } = await runs.start('small', {});
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
    await runs.close();
  });
});
