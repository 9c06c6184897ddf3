import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createEmbeddedExecutor, runStoreOf } from '@recourse/runs';
import { createDbosExecutor } from '@recourse/runs/dbos';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../packages/stores/src/testing/create-database.ts';
import { launchToken, openLaunchPlace } from './testing/launch-place.ts';
import type { LaunchPlace } from './testing/launch-place.ts';

const longMs = 60 * 60_000;
const leaseMs = 2000;
const database = await createDatabase();
afterAll(() => database?.remove());

interface Message {
  readonly state?: string;
  readonly points?: number;
  /** The signal that ended the process. */
  readonly signal?: string | null;
  /** The points before and after requests to a language model. */
  readonly modelPoints?: readonly number[];
}

/** The branches, pull requests and commits of a launch on the forge. */
interface Left {
  readonly branches: number;
  readonly pullRequests: number;
  readonly commits: number;
}

interface Kind {
  readonly name: string;
  readonly tried: number;
  /** Undefined for the embedded executor on SQLite. */
  readonly url?: string;
  /** The file with which a language model answers. */
  readonly answers?: string;
}

const kinds: readonly Kind[] = [
  { name: 'embedded on SQLite', tried: 3 },
  ...(database ? [{ name: 'dbos', tried: 2, url: database.url }] : []),
];

/** Starts a process that works on the run of a place and dies at a point. Resolves with what it said when it is gone. */
const work = async (place: LaunchPlace, { url }: Kind, at?: number): Promise<Message> => {
  const { settings, folder, config, forge } = place;
  const input = { settings, dbosUrl: url, folder, forge: forge.url, token: launchToken, config, at };
  const program = path.join(import.meta.dirname, 'testing', 'launch-worker.mjs');
  const child = fork(program, [JSON.stringify(input)], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let said: Message = {};
  child.on('message', (message: Message) => (said = { ...said, ...message }));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { ...said, signal };
};

const open = ({ url, answers }: Kind): Promise<LaunchPlace> =>
  openLaunchPlace({
    ...(answers !== undefined && { answers }),
    store: url ? { kind: 'postgres', url, schema: `launch_${randomBytes(6).toString('hex')}`, leaseMs } : { leaseMs },
  });

describe.each(kinds)('executor: $name', (kind) => {
  let points = 0;
  beforeAll(async () => {
    const place = await open(kind);
    try {
      const said = await work(place, kind);
      expect(said.state).toBe('DONE');
      points = said.points ?? 0;
    } finally {
      await place.close();
    }
  }, longMs);

  it(
    'finishes a launch whose process is killed: one branch, one commit, one pull request',
    async () => {
      expect(points).toBeGreaterThan(60);
      const tried = repetitions({ atLeast: kind.tried, full: points });
      // The writes to the forge are the last points. A short run tries more of them than of the others.
      const last = Array.from({ length: tried }, (_, index) => points - Math.floor((index * points) / (2 * tried)));
      const all = Array.from({ length: points }, (_, index) => index + 1);
      const places = tried === points ? all : last;
      const total = { points, kills: 0, branches: 0, pullRequests: 0, commits: 0 };
      for (const at of places) {
        const place = await open(kind);
        try {
          const { signal } = await work(place, kind, at);
          const left = await finish(place, kind);
          expect({ at, signal, ...left }).toEqual({ at, signal: 'SIGKILL', branches: 1, pullRequests: 1, commits: 1 });
          total.kills += 1;
          total.branches += left.branches;
          total.pullRequests += left.pullRequests;
          total.commits += left.commits;
        } finally {
          await place.close();
        }
      }
      console.info(`${kind.name}: ${JSON.stringify(total)}`);
    },
    longMs,
  );
});

describe.each(kinds)('executor: $name, with a language model', ({ tried, ...given }) => {
  const kind: Kind = { ...given, tried, answers: 'introduction' };

  it(
    'finishes a launch whose process is killed around a request: each prompt is asked at most once more',
    async () => {
      const learn = async (): Promise<{ readonly places: readonly number[]; readonly prompts: readonly string[] }> => {
        const place = await open(kind);
        try {
          const { state, modelPoints = [] } = await work(place, kind);
          expect(state).toBe('DONE');
          return { places: modelPoints, prompts: promptsOf(place) };
        } finally {
          await place.close();
        }
      };
      const { places, prompts } = await learn();
      expect(new Set(prompts).size).toBe(prompts.length);
      expect(places).toHaveLength(2 * prompts.length);
      const count = repetitions({ atLeast: tried - 1, full: places.length });
      for (let index = 0; index < count; index += 1) {
        const place = await open(kind);
        try {
          await work(place, kind, places[Math.floor((index * places.length) / count)]);
          const before = place.asked.length;
          expect(await finish(place, kind)).toEqual({ branches: 1, pullRequests: 1, commits: 1 });
          const asked = promptsOf(place);
          // Addresses of the forge are part of claims, so that prompts are compared within one place.
          expect(new Set(asked).size).toBe(prompts.length);
          for (const prompt of asked) expect(asked.filter((other) => other === prompt).length).toBeLessThanOrEqual(2);
          // Only requests that were under way in the process that died are repeated.
          expect(asked.length - prompts.length).toBeLessThanOrEqual(Math.min(mostAtOnce, before));
        } finally {
          await place.close();
        }
      }
    },
    longMs,
  );
});

/** How many requests a run has under way at a time: `llm.max_concurrency`. */
const mostAtOnce = 4;

const promptsOf = ({ asked }: LaunchPlace): readonly string[] => asked.map(({ body }) => JSON.stringify(body.messages));

/** Lets this process finish the run, and counts what the run has left on the forge. */
const finish = async (place: LaunchPlace, { url }: Kind): Promise<Left> => {
  const store = runStoreOf(place.stores);
  const executor =
    url === undefined ? createEmbeddedExecutor({ store, pollMs: 20 }) : createDbosExecutor({ store, url, pollMs: 20 });
  const runs = place.openRuns({ executor });
  await runs.work();
  const { run_id } = await runs.start('launch', place.config, { key: 'one' });
  const { state } = await runs.wait(run_id);
  if (state !== 'DONE') {
    await runs.request(run_id, 'publish');
    expect(await runs.wait(run_id)).toMatchObject({ state: 'DONE' });
  }
  expect(await runs.verify(run_id)).toMatchObject({ ok: true });
  const branch = `launch/${run_id}/tally`;
  const pulls = await place.ask<unknown[]>('/repos/ada/site/pulls?state=all');
  const branches = await place.ask<{ name: string }[]>('/repos/ada/site/branches');
  expect(branches.map(({ name }) => name).sort()).toEqual([branch, 'main']);
  const { commits } = await place.ask<{ commits: unknown[] }>(`/repos/ada/site/compare/main...${branch}`);
  return { branches: branches.length - 1, pullRequests: pulls.length, commits: commits.length };
};
