import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '@recourse/stores';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../stores/src/testing/create-database.ts';
import { createRuns } from './service/create-runs.ts';
import { crowdPipelines } from './testing/crowd-pipelines.mjs';

const command = path.resolve(import.meta.dirname, '../../cli/dist/main.js');
const pipelineModule = path.resolve(import.meta.dirname, 'testing/crowd-pipelines.mjs');
const concurrency = 4;
const longMs = 30 * 60_000;

const database = await createDatabase();
afterAll(() => database?.remove());

/** Starts `recourse worker` and waits until it works. */
const startWorker = async (cwd: string, url: string) => {
  const child = spawn(
    process.execPath,
    [command, 'worker', pipelineModule, '--store', url, '--concurrency', String(concurrency)],
    { cwd, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(child.stderr, 'data');
  return {
    stop: async (): Promise<unknown> => {
      child.kill('SIGTERM');
      return once(child, 'exit');
    },
  };
};

describe.runIf(database)('many runs on four worker processes', () => {
  it(
    'are all done, none of their steps is executed twice, and a large pipeline does not hold up small ones',
    async () => {
      const url = database?.url ?? '';
      const count = repetitions({ atLeast: 60, full: 1000 });
      const small = Math.floor(count / 10);
      const folder = mkdtempSync(path.join(tmpdir(), 'recourse-crowd-'));
      const config = { log: path.join(folder, 'executions.log') };
      const stores = await openStores({ kind: 'postgres', url }, {});
      const runs = createRuns({ stores, pipelines: crowdPipelines, pollMs: 100 });
      const ids: { readonly id: string; readonly pipeline: string }[] = [];
      // The large pipeline comes first: without turns the small ones would be last.
      for (let index = 0; index < count; index += 1) {
        const left = count - index;
        const pipeline = left <= small ? 'fewer' : left <= 2 * small ? 'few' : 'crowd';
        ids.push({ id: (await runs.start(pipeline, config)).run_id, pipeline });
      }
      const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(folder, url)));
      for (const { id } of ids) expect(await runs.wait(id)).toMatchObject({ state: 'DONE' });
      expect(await Promise.all(workers.map((worker) => worker.stop()))).toEqual(workers.map(() => [0, null]));

      const executions = readFileSync(config.log, 'utf8').trim().split('\n');
      const expected = ids.flatMap(({ id }) => [`${id} first`, `${id} second`]);
      expect(executions.toSorted()).toEqual(expected.toSorted());
      const order = executions.filter((line) => line.endsWith('first'));
      const isSmall = new Set(ids.filter(({ pipeline }) => pipeline !== 'crowd').map(({ id }) => `${id} first`));
      // One run of each pipeline in turn, give or take those that four workers have at the same time.
      expect(order.findLastIndex((line) => isSmall.has(line))).toBeLessThan(3 * small + 2 * 4 * concurrency);
      await runs.close();
      await stores.close();
      rmSync(folder, { recursive: true });
    },
    longMs,
  );
});
