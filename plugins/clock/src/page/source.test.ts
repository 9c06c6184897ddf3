import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { librarySource, removeSource, stateSource } from './source.ts';

/** A document with real timers, as far as the clock uses them. */
const open = () => {
  const context = createContext({ setTimeout, clearTimeout, setInterval, clearInterval, performance, console });
  runInContext('globalThis.window = globalThis; globalThis.top = globalThis', context);
  return (code: string): unknown => runInContext(code, context);
};
const state = { time: 1_000_000, realTime: 0, isPaused: true };
const controller = `globalThis[Symbol.for('recourse.clock')].controller`;

describe('the scripts of the clock', () => {
  it.each([
    ['the library', [librarySource(), stateSource(state)]],
    ['the state', [stateSource(state), librarySource()]],
  ])('install it whichever runs first: %s', (_, scripts) => {
    const run = open();
    for (const script of scripts) run(script);
    expect(run('Date.now()')).toBe(1_000_000);
    run(removeSource);
    expect(run('Date.now()')).toBeGreaterThan(1_000_000);
    expect(run(`Symbol.for('recourse.clock') in globalThis`)).toBe(false);
  });

  it('fire every timer in a run, and each timer once in a jump', async () => {
    const run = open();
    run(librarySource());
    run(stateSource(state));
    run('globalThis.fired = []; setInterval(() => fired.push(Date.now()), 100)');
    await run(`${controller}.runFor(300)`);
    expect(run('fired.join()')).toBe('1000100,1000200,1000300');
    run(`${controller}.jump(1000)`);
    expect(run('fired.length')).toBe(4);
    expect(run('Date.now()')).toBe(1_001_300);
    run(`${controller}.setSystemTime(5)`);
    expect(run('[new Date().getTime(), fired.length].join()')).toBe('5,4');
    run(removeSource);
  });

  it('let time pass after resuming, and continue from the time of an earlier document', async () => {
    const run = open();
    run(librarySource());
    run(stateSource({ time: 1_000_000, realTime: Date.now() - 60_000, isPaused: false }));
    expect(run('Date.now()')).toBeGreaterThanOrEqual(1_060_000);
    expect(run('Date.now()')).toBeLessThan(2_000_000);
    await run('new Promise((resolve) => setTimeout(resolve, 30))');
    expect(run(`${controller}.pause().isPaused`)).toBe(true);
    run(removeSource);
  });
});
