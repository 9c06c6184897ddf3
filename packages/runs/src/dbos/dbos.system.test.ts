import { createDatabase } from '../../../stores/src/testing/create-database.ts';
import { openPostgresForTest } from '../../../stores/src/testing/open-postgres-for-test.ts';
import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createEmbeddedExecutor } from '../executor/embedded.ts';
import { createRuns, runStoreOf } from '../service/create-runs.ts';
import type { Pipeline } from '../pipeline/define-pipeline.ts';
import { describeExecutor } from '../testing/describe-executor.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';
import { createDbosExecutor } from './create-dbos-executor.ts';

const database = await createDatabase();
afterAll(() => database?.remove());

describe.runIf(database)('a real server', () => {
  const url = database?.url ?? '';
  const open = async () => {
    const { stores, close } = await openPostgresForTest(database, { sweepEveryMs: 0 });
    return { stores, store: runStoreOf(stores), close };
  };

  describeExecutor('embedded on PostgreSQL', async () => {
    const { stores, store, close } = await open();
    return {
      stores,
      createExecutor: ({ concurrency }) => createEmbeddedExecutor({ store, concurrency, pollMs: 20 }),
      close,
    };
  });

  describeExecutor('dbos', async () => {
    const { stores, store, close } = await open();
    return {
      stores,
      createExecutor: ({ concurrency }) => createDbosExecutor({ store, url, concurrency, pollMs: 20 }),
      close,
    };
  });

  describe('an execution in DBOS', () => {
    /** DBOS records the end of a workflow after the run has ended, if the process still works. */
    const patient = { timeout: 30_000 };
    const work = async (pipeline: Pipeline) => {
      const { stores, store, close } = await open();
      const executor = createDbosExecutor({ store, url, pollMs: 20 });
      const runs = createRuns({ stores, executor, pipelines: [pipeline], pollMs: 5, retryPauseMs: 1 });
      const client = await DBOSClient.create({ systemDatabaseUrl: url });
      return {
        runs,
        client,
        executionsOf: (id: string) => client.listWorkflows({ workflow_id_prefix: `${id}:` }),
        close: async (): Promise<void> => {
          await runs.close();
          await client.destroy();
          await close();
        },
      };
    };

    it('has a step for each work item, without results, errors or configuration', async () => {
      let hasFailed = false;
      const pipeline = smallPipeline(
        () => {
          if (hasFailed) return good();
          hasFailed = true;
          throw new Error('the secret-9 was refused');
        },
        { options: { retries: 1 } },
      );
      const { runs, client, executionsOf, close } = await work(pipeline);
      await runs.work();
      const { run_id } = await runs.start('small', { note: 'secret-8' });
      const { work_items } = await runs.wait(run_id);
      const ended = { workflowID: `${run_id}:1`, status: 'SUCCESS', output: 'ended' };
      await vi.waitFor(async () => expect(await executionsOf(run_id)).toMatchObject([ended]), patient);
      await runs.close();
      const [execution] = await executionsOf(run_id);
      const steps = (await client.listWorkflowSteps(`${run_id}:1`)) ?? [];
      expect(steps.map(({ name, output }) => [name, output])).toEqual(
        work_items.map(({ id, status }) => [id, status === 'finished' ? 'finished' : 'failed']),
      );
      expect(JSON.stringify([execution, steps])).not.toMatch(/secret-/);
      await close();
    });

    it('cancels its run when it is cancelled with the means of DBOS', async () => {
      let reach: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const pipeline = smallPipeline(() => {
        reach();
        return new Promise(() => undefined);
      });
      const { runs, client, close } = await work(pipeline);
      await runs.work();
      const { run_id } = await runs.start('small', {});
      await reached;
      await client.cancelWorkflow(`${run_id}:1`);
      expect(await runs.wait(run_id)).toMatchObject({ state: 'CANCELLED', operation: null });
      const event = (await runs.events(run_id)).find(({ type }) => type === 'RUN_CANCELLED');
      expect(event?.payload).toEqual({ by: 'dbos' });
      await close();
    });

    it.each(['recourse_run', 'another_workflow'])(
      'is not mistaken for workflow %s with its id: the run is given back and executed under the next fence',
      async (workflowName) => {
        const { runs, client, executionsOf, close } = await work(smallPipeline(good));
        const { run_id } = await runs.start('small', {});
        await client.enqueue({ workflowName, queueName: 'nowhere', workflowID: `${run_id}:1` }, 'another hash');
        await client.cancelWorkflow(`${run_id}:1`);
        await runs.work();
        expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
        await vi.waitFor(
          async () =>
            expect((await executionsOf(run_id)).map(({ workflowID, status }) => [workflowID, status])).toEqual([
              [`${run_id}:1`, 'CANCELLED'],
              [`${run_id}:3`, 'SUCCESS'],
            ]),
          patient,
        );
        await close();
      },
    );
  });
});
