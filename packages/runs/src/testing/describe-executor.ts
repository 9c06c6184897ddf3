import type { Stores } from '@recourse/stores';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Executor } from '../executor/executor.ts';
import { text } from '../pipeline/artifact-kinds.ts';
import { definePipeline } from '../pipeline/define-pipeline.ts';
import { step } from '../pipeline/definitions.ts';
import type { WorkContext } from '../pipeline/work-context.ts';
import { createRuns } from '../service/create-runs.ts';
import type { Runs } from '../service/create-runs.ts';

/** A store on which several executors can work, and how to create one. */
export interface ExecutorPlace {
  readonly stores: Stores;
  createExecutor(options: { readonly concurrency: number }): Executor;
  close(): Promise<void>;
}

const config = z.strictObject({ name: z.string() });
type Config = z.output<typeof config>;

/** Two steps whose work the test decides about. */
const twoSteps = (name: string, first: (context: WorkContext<Config>) => Promise<void>, second = first) =>
  definePipeline({
    name,
    config,
    artifacts: { one: text(), two: text() },
    steps: [
      step<Config>('first', { enters: 'FIRST', makes: ['one'] }, async (context) => {
        await first(context);
        return { one: context.config.name };
      }),
      step<Config>('second', { enters: 'SECOND', needs: ['one'], makes: ['two'] }, async (context) => {
        await second(context);
        return { two: context.config.name };
      }),
    ],
  });

/** The suite that every executor passes. */
export const describeExecutor = (name: string, open: () => Promise<ExecutorPlace>): void => {
  describe(`executor: ${name}`, () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });
    const start = async () => {
      const place = await open();
      closing.push(() => place.close());
      const worker = (pipelines: readonly ReturnType<typeof twoSteps>[], concurrency = 4): Runs => {
        const executor = place.createExecutor({ concurrency });
        const runs = createRuns({ stores: place.stores, pipelines, executor, pollMs: 5, retryPauseMs: 1 });
        closing.push(() => runs.close());
        return runs;
      };
      return { ...place, worker };
    };
    const free = (): Promise<void> => Promise.resolve();

    it('works on runs that wait and on runs that are started later', async () => {
      const { worker } = await start();
      const runs = worker([twoSteps('plain', free)]);
      const early = await runs.start('plain', { name: 'early' });
      await runs.work();
      const late = await runs.start('plain', { name: 'late' });
      expect(await runs.wait(early.run_id)).toMatchObject({ state: 'DONE' });
      expect(await runs.wait(late.run_id)).toMatchObject({ state: 'DONE' });
    });

    it('gives its runs back when it stops, and another one finishes them without repeating a step', async () => {
      const { worker } = await start();
      const executed: string[] = [];
      const reached = createSignal();
      const first = (): Promise<void> => Promise.resolve(void executed.push('first'));
      const hanging = twoSteps('handed_over', first, () => {
        executed.push('second');
        reached.resolve();
        return new Promise(() => undefined);
      });
      const runs = worker([hanging]);
      await runs.work();
      const { run_id } = await runs.start('handed_over', { name: 'x' });
      await reached.promise;
      await runs.close();
      const others = worker([twoSteps('handed_over', first, () => Promise.resolve(void executed.push('second')))]);
      await others.work();
      expect(await others.wait(run_id)).toMatchObject({ state: 'DONE' });
      expect(executed).toEqual(['first', 'second', 'second']);
    });

    it('aborts the step of a run that is cancelled here or elsewhere, and discards its result', async () => {
      const { worker } = await start();
      for (const where of ['here', 'elsewhere'] as const) {
        const reached = createSignal();
        const aborted = createSignal();
        const pipeline = twoSteps(`cancelled_${where}`, async ({ signal }) => {
          signal.addEventListener('abort', () => aborted.resolve(), { once: true });
          reached.resolve();
          await aborted.promise;
        });
        const runs = worker([pipeline]);
        await runs.work();
        const { run_id } = await runs.start(pipeline.name, { name: 'x' });
        await reached.promise;
        const canceller = where === 'here' ? runs : worker([]);
        expect(await canceller.cancel(run_id)).toMatchObject({ state: 'CANCELLED', operation: null });
        await aborted.promise;
        await runs.close();
        expect(await canceller.status(run_id)).toMatchObject({ state: 'CANCELLED', artifacts: [] });
        expect(await canceller.verify(run_id)).toMatchObject({ ok: true });
      }
    });

    it('works on no more runs at a time than it may', async () => {
      const { worker } = await start();
      let atWork = 0;
      let most = 0;
      const pipeline = twoSteps('bounded', async () => {
        most = Math.max(most, (atWork += 1));
        await new Promise((resolve) => setImmediate(resolve));
        atWork -= 1;
      });
      const runs = worker([pipeline], 2);
      const started = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => runs.start('bounded', { name: one })),
      );
      await runs.work();
      for (const { run_id } of started) expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
      expect(most).toBeLessThanOrEqual(2);
    });

    it('lets pipelines take turns, however many runs one of them has', async () => {
      const { worker } = await start();
      const order: string[] = [];
      const noted = ({ config: { name: one } }: WorkContext<Config>): Promise<void> =>
        Promise.resolve(void order.push(one));
      const runs = worker([twoSteps('many', noted, free), twoSteps('few', noted, free)], 1);
      const names = Array.from({ length: 8 }, (_, index) => `many ${index}`);
      const started = [];
      for (const one of names) started.push(await runs.start('many', { name: one }));
      started.push(await runs.start('few', { name: 'few' }));
      await runs.work();
      for (const { run_id } of started) await runs.wait(run_id);
      expect(order).toHaveLength(9);
      expect(order.indexOf('few')).toBeLessThan(3);
    });

    it('executes each step once if two executors share the store', async () => {
      const { worker } = await start();
      const executed: string[] = [];
      const pipeline = twoSteps('shared', ({ config: { name: one } }) => Promise.resolve(void executed.push(one)));
      const workers = [worker([pipeline]), worker([pipeline])] as const;
      for (const one of workers) await one.work();
      const names = Array.from({ length: 12 }, (_, index) => String(index));
      const started = await Promise.all(
        names.map((one, index) => workers[index % 2 ? 1 : 0].start('shared', { name: one })),
      );
      for (const { run_id } of started) expect(await workers[0].wait(run_id)).toMatchObject({ state: 'DONE' });
      expect(executed.sort()).toEqual([...names, ...names].sort());
    });
  });
};

const createSignal = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};
