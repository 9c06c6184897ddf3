import { beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '@recourse/engine';
import { makeProject, sums } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

let server: Server;
let pipeline: Server;
beforeAll(() => {
  const project = makeProject(sums);
  server = serverOf(project);
  pipeline = serverOf(project, { mode: 'ci' });
});

describe('a timeout', () => {
  it.each(['10m', '1h30s', '1h', '999h', '999999h', '2562047h47m16s', '+10m', '9m45.001s'])(
    'of %s is cut to what the server allows, with a warning that names it',
    async (timeout) => {
      const { value, warnings } = await answerOf(server, 'check', { dryRun: true, timeout });
      expect(value.plan.timeoutMs).toBe(585_000);
      expect(warnings).toMatchObject([
        {
          code: 'OP_TIMEOUT_CAPPED',
          message: `timeout ${timeout} is longer than this server allows: tests are stopped after 585s`,
          details: { field: 'timeout', value: timeout, cap: '585s', timeout_ms: 585_000 },
        },
      ]);
    },
  );

  it.each([
    ['585s', 585_000],
    ['9m45s', 585_000],
    ['30s', 30_000],
    ['1.5ms', 2],
    ['1ns', 1],
  ])('of %s is used unchanged', async (timeout, timeoutMs) => {
    const { value, warnings } = await answerOf(server, 'check', { dryRun: true, timeout });
    expect(value.plan.timeoutMs).toBe(timeoutMs);
    expect(warnings).toEqual([]);
  });

  it('has the cap of the operator, and never more than two hours', async () => {
    const capOf = async (maxMs: number): Promise<unknown> => {
      const other = serverOf(makeProject(sums), { server: { timeouts: { maxMs } } });
      return (await answerOf(other, 'check', { dryRun: true, timeout: '100h' })).value.plan.timeoutMs;
    };
    expect(await capOf(75_000)).toBe(60_000);
    expect(await capOf(86_400_000)).toBe(7_200_000);
  });

  it.each(['5 minutes', '10', '0s', '-1s', '1d', '', '2562048h', '1e9s'])(
    'of %j is refused: not a Go duration',
    async (timeout) => {
      expect(await failureOf(server, 'check', { dryRun: true, timeout })).toMatchObject({
        code: 'INPUT_REJECTED_INVALID_TIMEOUT',
        hint: 'Use 30s, 10m, 1h30s, …',
      });
    },
  );

  it('is capped in record too, and the answer says so', async () => {
    const { warnings } = await answerOf(pipeline, 'record', { run: true, timeout: '1h30s' });
    expect(warnings).toMatchObject([{ code: 'OP_TIMEOUT_CAPPED' }]);
  });
});

describe('tags', () => {
  it('have no effect with a runner that has none, and the answer says so', async () => {
    const { value, warnings } = await answerOf(server, 'check', { tags: 'integration,slow' });
    expect(warnings).toMatchObject([
      { code: 'OP_ARGUMENT_IGNORED', message: 'tags has no effect: node-test has no tags', details: { field: 'tags' } },
    ]);
    // Nothing was left out of the run.
    expect(value.summary).not.toContain('partial');
    expect(value.provenance.skipped).not.toContain('tests excluded by the tags');
  });

  it('are judged anyway', async () => {
    expect(await failureOf(server, 'check', { tags: 'a; rm -rf /' })).toMatchObject({
      code: 'INPUT_REJECTED_INVALID_TAGS',
    });
  });
});
