import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { summarise } from '../bench/stage/report/summarise.mjs';
import { ordinalOf } from '../bench/stage/src/ordinal.mjs';
import { runTask } from '../bench/stage/src/run-task.mjs';
import { pick } from '../bench/stage/src/tree.mjs';
import { tasks } from '../bench/stage/tasks/index.mjs';

const save = { role: 'button', name: 'Save' };

/** A session whose driver answers every click with `ok`, and whose app changes as `effect` says. */
const sessionOf = async (ok: boolean, effect: Record<string, unknown>, shown = true) => {
  const facts: Record<string, unknown> = {};
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-bench-test-'));
  return {
    app: { folder, open: () => Promise.resolve(), facts: () => Promise.resolve({ ...facts }) },
    driver: {
      see: () => Promise.resolve([1]),
      click: () => {
        Object.assign(facts, effect);
        return Promise.resolve({ ok, text: 'an answer' });
      },
    },
    shown: () => shown,
    cut: () => ({ calls: 1, tokens: 2, ms: 3, answers: [] }),
  };
};

interface User {
  readonly see: (wanted: object) => Promise<void>;
  readonly click: (wanted: object, expected: object) => Promise<void>;
  readonly refused: (wanted: object) => Promise<void>;
}

const taskOf = (run: (user: User) => Promise<void>) => ({ name: 'save', page: 'home', request: 'Save.', run });
const click = taskOf(async (user) => {
  await user.see(save);
  await user.click(save, { saved: true });
});
const refused = taskOf(async (user) => {
  await user.see(save);
  await user.refused(save);
});
const run = async (task: unknown, session: unknown) => runTask(task as never, session as never);

describe('a task of the comparison', () => {
  it('is done when the app has changed as expected', async () => {
    expect(await run(click, await sessionOf(true, { saved: true }))).toMatchObject({ outcome: 'done', tokens: 2 });
  });

  it('counts a reported success without effect as a false success', async () => {
    const result = await run(click, await sessionOf(true, {}));
    expect(result).toMatchObject({ outcome: 'failed', false: [expect.stringContaining('reported as done')] });
  });

  it('counts any other effect as an action on a wrong element', async () => {
    const result = await run(click, await sessionOf(true, { deleted: true }));
    expect(result).toMatchObject({ outcome: 'failed', wrong: [expect.stringContaining('"deleted":true')] });
  });

  it('counts an effect of a refused action', async () => {
    expect((await run(click, await sessionOf(false, { deleted: true }))).wrong).toHaveLength(1);
  });

  it('counts an impossible action that was done, and one that was only reported', async () => {
    expect(await run(refused, await sessionOf(false, {}))).toMatchObject({ outcome: 'done' });
    expect((await run(refused, await sessionOf(true, { saved: true }))).wrong).toHaveLength(1);
    expect((await run(refused, await sessionOf(true, {}))).false).toHaveLength(1);
  });

  it('does not use an element that no answer has shown', async () => {
    const result = await run(click, await sessionOf(true, { saved: true }, false));
    expect(result).toMatchObject({ outcome: 'failed', reason: 'No answer has shown "Save"' });
  });
});

describe('the elements of a snapshot', () => {
  const lines = [
    { handle: 1, role: 'list', name: '', depth: 0 },
    { handle: 2, role: 'listitem', name: '', depth: 1 },
    { handle: 3, role: 'text', name: 'Desk', depth: 2 },
    { handle: 4, role: 'button', name: 'Cancel', depth: 2 },
    { handle: 5, role: 'listitem', name: '', depth: 1 },
    { handle: 6, role: 'text', name: 'Lamp', depth: 2 },
    { handle: 7, role: 'button', name: 'Cancel', depth: 2 },
  ];

  it('are told apart by their rows', () => {
    expect(pick(lines, { role: 'button', name: 'Cancel', row: 'Lamp' })).toMatchObject({ handle: 7 });
    expect(() => pick(lines, { role: 'button', name: 'Cancel' })).toThrow('2 elements');
    expect(() => pick(lines, { role: 'button', name: 'Cancel', row: 'Stool' })).toThrow('0 elements');
  });

  it('are counted in the text of a page, whole numbers only', () => {
    const text = 'Item 40 Order Item 4 Order';
    expect(ordinalOf(text, 'Item 4', 'Order')).toBe(1);
    expect(ordinalOf(text, 'Item 5', 'Order')).toBe(-1);
  });
});

describe('the summary of the comparison', () => {
  const result = (task: string, outcome: string, tokens: number) => ({
    task,
    outcome,
    tokens,
    calls: 1,
    ms: 10,
    wrong: [],
    false: [],
    answers: [],
  });
  const timing = (ms: number) => ({ ms: [ms], cpuMs: ms, calls: 1 });

  it('compares tokens on the tasks that a peer has done, and speed with peers that see covers', () => {
    const listing = { tools: 1, tokens: 5, launch: 0 };
    const summary = summarise({
      results: {
        recourse: [result('covered', 'done', 50), result('form', 'done', 30)],
        lean: [result('covered', 'done', 100), result('form', 'failed', 1)],
        fast: [result('covered', 'failed', 1), result('form', 'done', 10)],
      } as never,
      listings: { recourse: listing, lean: listing, fast: listing },
      speed: { recourse: { click: timing(30) }, lean: { click: timing(20) }, fast: { click: timing(1) } },
    });
    expect(summary.shared).toMatchObject([
      { name: 'lean', ratio: 0.5 },
      { name: 'fast', ratio: 3 },
    ]);
    expect(summary.timings).toMatchObject([{ what: 'click', fastest: 'lean', ratio: 1.5 }]);
    expect(summary.tasks).toMatchObject([{ ratio: 0.5 }, { ratio: 3 }]);
  });

  it('covers thirty different tasks', () => {
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(30);
  });
});
