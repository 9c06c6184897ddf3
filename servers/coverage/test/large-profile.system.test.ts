import { isFailure } from '@recourse/contract';
import type { Progress } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import { serverOf } from './world.ts';

const names = Array.from({ length: 300 }, (_, index) => `src/part-${index % 7}/module-${index}.js`);
const profile = 'cover.info';
const project = makeProject({
  ...sums,
  ...Object.fromEntries(names.map((name) => [name, 'one;\ntwo;\n'])),
  [profile]: lcov(Object.fromEntries(names.map((name) => [name, [[1, 2], []]]))),
});

/** A clock that a second passes on every time that it is read. */
const fastClock = (): (() => number) => {
  let now = Date.now();
  return () => (now += 1000);
};

const call = (tool: string, options: { readonly signal?: AbortSignal; readonly now?: () => number } = {}) => {
  const told: Progress[] = [];
  const { signal, now } = options;
  const server = serverOf(project, { mode: 'ci', ...(now && { server: { now } }) });
  const outcome = server.call({
    tool,
    arguments: tool === 'check' ? { fromProfile: true, profile } : { profile },
    caller: { transport: 'in-process', local: true },
    onProgress: (progress) => told.push(progress),
    ...(signal && { signal }),
  });
  return { outcome, told };
};

describe('reading a large profile', () => {
  it.each(['check', 'debt', 'report', 'badge', 'suggest'])('reports progress to the caller of %s', async (tool) => {
    const { outcome, told } = call(tool, { now: fastClock() });
    expect((await outcome).ok).toBe(true);
    expect(told.map(({ message }) => message)).toContain(`Reading ${profile}`);
    expect(told.map(({ message }) => message)).toContain('Read 300 of 300 sources');
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect(new Set(values).size).toBe(values.length);
  });

  it('reports no progress if it takes less than a second', async () => {
    const now = Date.now();
    const { outcome, told } = call('check', { now: () => now });
    expect((await outcome).ok).toBe(true);
    expect(told).toEqual([]);
  });

  it('stops when the caller cancels it', async () => {
    const stop = new AbortController();
    const told: Progress[] = [];
    const outcome = await serverOf(project, { mode: 'ci', server: { now: fastClock() } }).call({
      tool: 'check',
      arguments: { fromProfile: true, profile },
      caller: { transport: 'in-process', local: true },
      signal: stop.signal,
      onProgress: (progress) => {
        told.push(progress);
        stop.abort();
      },
    });
    expect(isFailure(outcome) && outcome.code).toBe('CALL_CANCELLED');
  });
});
