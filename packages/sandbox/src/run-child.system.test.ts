import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChildPlan, Containment } from './child-plan.ts';
import { runChild, strongestContainment } from './run-child.ts';

const planOf = (script: string, more: Partial<ChildPlan> = {}): ChildPlan => ({
  command: process.execPath,
  arguments: ['-e', script],
  cwd: tmpdir(),
  environment: { PATH: process.env['PATH'] ?? '' },
  timeoutMs: 50_000,
  ...more,
});

/** Starts a process that never ends by itself and has the mark in its arguments. */
const lingering = (mark: string, options: string): string =>
  `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${mark}'], ${options}).unref()`;

/** The processes of this machine with a mark among their arguments. */
const withMark = async (mark: string): Promise<readonly string[]> => {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, index) => lines[index]?.split('\0').includes(mark) && lines[index]?.includes('setInterval'));
};

const eventuallyGone = async (mark: string): Promise<readonly string[]> => {
  for (let round = 0; round < 500 && (await withMark(mark)).length > 0; round += 1) await pause(10);
  return withMark(mark);
};

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'recourse-sandbox-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// CI must run the real thing; a container of a user may not allow namespaces.
const containments: readonly Containment[] =
  process.env['CI'] === 'true' || (await strongestContainment()) === 'namespace'
    ? ['namespace', 'group', 'trusted']
    : ['group', 'trusted'];

describe.each(containments)('a child in a %s', (containment) => {
  const run = (plan: ChildPlan, options = {}) => runChild(plan, { containment, ...options });

  it('has the environment and the folder of its plan, nothing to read and no terminal', async () => {
    const script =
      'const names = Object.keys(process.env).filter((name) => name !== "RECOURSE_RUN").join(); process.stdin.on("data", () => {}).on("end", () => console.log(names, process.cwd(), process.stdout.isTTY))';
    const { output, exitCode, stopped } = await run(planOf(script, { cwd: folder }));
    expect({ output, exitCode, stopped }).toEqual({
      output: `PATH ${folder} undefined\n`,
      exitCode: 0,
      stopped: undefined,
    });
  });

  it('reads its input', async () => {
    const script = 'process.stdin.pipe(process.stdout)';
    expect((await run(planOf(script, { input: 'ahoy\n' }))).output).toBe('ahoy\n');
  });

  it('reports its exit code, and none after a signal', async () => {
    expect(await run(planOf('process.exit(7)'))).toMatchObject({ exitCode: 7, stopped: undefined, unstartable: false });
    expect(await run(planOf('process.kill(process.pid, "SIGKILL")'))).toMatchObject({
      exitCode: null,
      stopped: undefined,
    });
    expect(await run(planOf('process.abort()'))).toMatchObject({ exitCode: null, stopped: undefined });
  });

  it('is not the first process, so that its own children do not take themselves for orphans', async () => {
    const script = `require('child_process').spawn(process.execPath, ['-p', 'process.ppid === 1'], { stdio: 'inherit' })`;
    expect((await run(planOf(script))).output).toBe('false\n');
  });

  it('can exit by itself when it is stopped', async () => {
    const script =
      'process.on("SIGTERM", () => { console.log("saved"); process.exit(3) }); setInterval(() => {}, 1000); console.log("ready")';
    const stop = new AbortController();
    const end = await run(planOf(script), { signal: stop.signal, onLine: () => stop.abort() });
    expect(end).toMatchObject({ stopped: 'cancelled', exitCode: 3, output: 'ready\nsaved\n' });
  });

  it('is killed if it ignores the stop signal', async () => {
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    expect(await run(planOf(script, { timeoutMs: 300 }))).toMatchObject({ stopped: 'timeout', exitCode: null });
  });

  it('is not started after the call was cancelled', async () => {
    const { stopped } = await run(planOf('setInterval(() => {}, 1000)'), { signal: AbortSignal.abort() });
    expect(stopped).toBe('cancelled');
  });

  it('that does not exist is reported as unstartable', async () => {
    expect(await run(planOf('', { command: '/not/there' }))).toMatchObject({ unstartable: true, exitCode: null });
    expect(await run(planOf('', { cwd: '/not/there' }))).toMatchObject({ unstartable: true, exitCode: null });
  });

  // A trusted child never leaves its group.
  it.each(containment === 'trusted' ? [false] : [false, true])(
    'takes a descendant with it that keeps the output open (detached: %s)',
    async (detached) => {
      const mark = `mark-${containment}-${detached}`;
      const { exitCode } = await run(planOf(lingering(mark, `{ detached: ${detached}, stdio: 'inherit' }`)));
      expect(exitCode).toBe(0);
      expect(await eventuallyGone(mark)).toEqual([]);
    },
  );

  it('keeps the end of its output in bounded memory', async () => {
    const script = 'for (let i = 0; i < 300; i += 1) console.log("x".repeat(100000)); console.log("the end")';
    const { output } = await run(planOf(script));
    expect(output.length).toBeLessThanOrEqual(65_536);
    expect(output.trimEnd().endsWith('the end')).toBe(true);
  });

  it('is stopped when it prints more than is collected', async () => {
    const collected = await run(planOf('process.stdout.write("abc")'), { collect: { mostBytes: 3 } });
    expect(collected.stdout?.toString()).toBe('abc');
    const script = 'setInterval(() => process.stdout.write("x".repeat(1000)), 1)';
    const excess = await run(planOf(script), { collect: { mostBytes: 10_000 } });
    expect(excess.stopped).toBe('output');
    expect(excess.stdout?.length).toBeLessThanOrEqual(10_000);
  });
});

describe.runIf(containments.includes('namespace'))('a child in a namespace', () => {
  it('is the default', async () => {
    expect(await strongestContainment()).toBe('namespace');
  });

  it('takes a descendant with it that cleared its environment and started a new session', async () => {
    const mark = 'mark-cleared';
    const { exitCode } = await runChild(planOf(lingering(mark, `{ detached: true, stdio: 'ignore', env: {} }`)));
    expect(exitCode).toBe(0);
    expect(await eventuallyGone(mark)).toEqual([]);
  });

  it('ends with its descendants when it is stopped', async () => {
    const mark = 'mark-stopped';
    const stop = new AbortController();
    const script = `${lingering(mark, `{ detached: true, stdio: 'ignore', env: {} }`)}; process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`;
    const end = await runChild(planOf(script), { signal: stop.signal, onLine: () => stop.abort() });
    expect(end.stopped).toBe('cancelled');
    expect(await eventuallyGone(mark)).toEqual([]);
  });

  it('ends when the process that runs it is killed', async () => {
    const mark = 'mark-orphan';
    const source = new URL('../dist/index.js', import.meta.url).href;
    const script = `const { runChild } = await import(${JSON.stringify(source)});
      await runChild({ command: process.execPath, arguments: ['-e', ${JSON.stringify(`${lingering(mark, `{ detached: true, stdio: 'ignore', env: {} }`)}; setInterval(() => {}, 1000); console.log('ready')`)}], cwd: '/', environment: {}, timeoutMs: 60000 }, { onLine: () => console.log('ready') });`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => owner.stdout.once('data', resolve));
    expect(await withMark(mark)).not.toEqual([]);
    owner.kill('SIGKILL');
    expect(await eventuallyGone(mark)).toEqual([]);
  });
});
