import { describe, expect, it } from 'vitest';
import { readEvents } from '../record/load-run.ts';
import { opener } from '../testing/open-runs.ts';
import { good, smallPipeline } from '../testing/small-pipeline.ts';
import { runStoreOf } from './create-runs.ts';

const open = opener();
const failed = { call_id: 'c1', latency_ms: 3, error_class: 'timeout', error_summary: 'no answer', retryable: true };

const runOf = async (pipeline: ReturnType<typeof smallPipeline>) => {
  const opened = await open({ pipelines: [pipeline] });
  await opened.runs.work();
  const { run_id } = await opened.runs.start('small', {});
  return { ...opened, run_id, status: await opened.runs.wait(run_id) };
};

describe('an event that a step adds', () => {
  it('is stored between the start and the end of its work item, and changes nothing', async () => {
    const { runs, run_id, status, stores } = await runOf(
      smallPipeline(async ({ note }) => {
        await note('LLM_CALL_FAILED', failed);
        return good();
      }),
    );
    expect(status.state).toBe('DONE');
    const events = await readEvents(runStoreOf(stores), run_id);
    const at = events.findIndex(({ type }) => type === 'LLM_CALL_FAILED');
    expect(events[at]?.payload).toEqual(failed);
    expect(events.slice(at - 1, at + 3).map(({ type }) => type)).toEqual([
      'WORK_ITEM_STARTED',
      'LLM_CALL_FAILED',
      'ARTIFACT_WRITTEN',
      'WORK_ITEM_FINISHED',
    ]);
    expect(events[at]?.span_id).toBe(events[at - 1]?.span_id);
    expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  });
});

describe('a budget', () => {
  it.each(['llm_calls', 'external_calls'] as const)('of %s is shared by scopes that run together', async (budget) => {
    let reached: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (reached = resolve));
    let done = 0;
    const { status } = await runOf(
      smallPipeline(
        async ({ spend, once, effectKey, scope }) => {
          // The second scope asks while the first one has not ended.
          if (scope === 'b') await both;
          const effect = async () => {
            done += 1;
            reached();
            return Promise.resolve(1);
          };
          if (budget === 'external_calls') await once(effectKey('x'), effect, { idempotent: true });
          else {
            spend(budget);
            await effect();
          }
          return good();
        },
        { budgets: { [budget]: 1 }, options: { each: () => ['a', 'b'] } },
      ),
    );
    expect(status).toMatchObject({ state: 'FAILED', failure: { code: 'BUDGET_EXCEEDED' } });
    expect(done).toBe(1);
    expect(status.spent).toMatchObject({ [budget]: 1 });
  });
});

describe('the budgets of language models', () => {
  it.each(['llm_calls', 'llm_tokens'] as const)('of %s stop the run and name the field to raise', async (budget) => {
    const { status } = await runOf(
      smallPipeline(
        ({ spend }) => {
          spend(budget, 2);
          spend(budget, 2);
          return good();
        },
        { budgets: { [budget]: { limit: 3, setting: `max_${budget}` } } },
      ),
    );
    expect(status).toMatchObject({
      state: 'FAILED',
      failure: { code: 'BUDGET_EXCEEDED', details: { budget: `max_${budget}`, limit: 3, used: 4 } },
    });
  });

  it('are absent from the record of a run that spends nothing of them', async () => {
    const spent = async (amount: number) =>
      (
        await runOf(
          smallPipeline(({ spend }) => {
            if (amount > 0) spend('llm_tokens', amount);
            return good();
          }),
        )
      ).status.spent;
    expect(await spent(0)).not.toHaveProperty('llm_tokens');
    expect(await spent(7)).toMatchObject({ llm_tokens: 7 });
  });
});
