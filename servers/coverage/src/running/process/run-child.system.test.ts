import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { RunPlan } from '../plan.ts';
import { cleanText, lastLines } from './clean-text.ts';
import { runChild } from './run-child.ts';

const planOf = (script: string, more: Partial<RunPlan> = {}): RunPlan => ({
  runner: 'node-test',
  version: undefined,
  command: process.execPath,
  arguments: ['-e', script],
  cwd: tmpdir(),
  folder: tmpdir(),
  environment: { PATH: process.env['PATH'] ?? '' },
  profile: { path: 'none', format: 'lcov' },
  timeoutMs: 50_000,
  warnings: [],
  ...more,
});

describe('a child', () => {
  it('has the environment of its plan, nothing to read, and no output of ours', async () => {
    const script =
      'const names = Object.keys(process.env).sort().join(); process.stdin.on("data", () => {}).on("end", () => console.log(names, process.stdout.isTTY))';
    const { output, exitCode, stopped } = await runChild(planOf(script));
    expect({ output, exitCode, stopped }).toEqual({
      output: 'PATH,RECOURSE_RUN undefined\n',
      exitCode: 0,
      stopped: undefined,
    });
  });

  it('is ended although it refuses to', async () => {
    const script = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    expect(await runChild(planOf(script, { timeoutMs: 300 }))).toMatchObject({ stopped: 'timeout', exitCode: null });
  });

  it('is not started where the call was cancelled before', async () => {
    const { stopped } = await runChild(planOf('setInterval(() => {}, 1000)'), { signal: AbortSignal.abort() });
    expect(stopped).toBe('cancelled');
  });

  it('that is not there is missing', async () => {
    expect(await runChild(planOf('', { command: '/not/there' }))).toMatchObject({ unstartable: true });
  });

  it('does not hold us by a child of its own that keeps its output', async () => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })`;
    const { output, exitCode } = await runChild(
      planOf(`const child = ${child}; console.log(child.pid); process.exit(0)`),
    );
    expect(exitCode).toBe(0);
    const status = await readFile(`/proc/${output.trim()}/stat`, 'utf8').catch(() => '0 (gone) Z');
    expect(status).toMatch(/\) [ZX]/);
  });

  it('is kept in bounded memory, with its last words', async () => {
    const script = 'for (let i = 0; i < 300; i += 1) console.log("x".repeat(100000)); console.log("the end")';
    const { output } = await runChild(planOf(script));
    expect(output.length).toBeLessThanOrEqual(65_536);
    expect(output.trimEnd().endsWith('the end')).toBe(true);
  });
});

describe('what a program wrote', () => {
  it('is shown without colours, control characters and characters that turn a line around', () => {
    const written = '\u001B[31mred\u001B[0m \u001B]8;;http://x\u0007link\u0007 a\u202Eb\u0000\r\nnext\rlast\t.\uD800';
    expect(cleanText(written)).toBe('red link ab\nnext\nlast\t.');
  });

  it('is shown without hidden characters', () => {
    expect(cleanText('a\u00ADb\u3164c\u034Fd\u{E0041}e\uFE0F')).toBe('abcde');
  });

  it('is shortened to its last lines', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    expect(lastLines(lines.join('\n')).split('\n')).toEqual(lines.slice(-60));
    expect(lastLines('y'.repeat(100_000)).length).toBeLessThan(600);
    expect(lastLines(Array.from({ length: 60 }, () => 'z'.repeat(500)).join('\n')).length).toBeLessThan(6100);
  });
});
