import type { JsonObject } from '@recourse/contract';
import { isFailure } from '@recourse/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adviceProblems } from './advice-problems.ts';
import { callTool, sampleTokens, startWorld } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const repo = 'mira/steps';
const { mira: token } = sampleTokens;

let world: World;
let main: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'steps',
        commits: [{ message: 'Begin', files: [{ path: 'README.md', content: '# Steps\n' }] }],
      },
    ],
  });
  main = (await world.api('GET', `/repos/${repo}/git/ref/heads/main`)).data.object.sha;
});
afterAll(() => world.close());

const makeBranch = async (): Promise<string> => {
  made += 1;
  const name = `branch-${made}`;
  await world.api('POST', `/repos/${repo}/git/refs`, { ref: `refs/heads/${name}`, sha: main });
  return name;
};

/** A pull request that can be merged, which is known. */
const makePull = async (): Promise<number> => {
  const [head, base] = [await makeBranch(), await makeBranch()];
  const change = { message: head, content: 'eA==', branch: head };
  await world.api('PUT', `/repos/${repo}/contents/${head}.txt`, change);
  const { data } = await world.api('POST', `/repos/${repo}/pulls`, { title: head, head, base });
  const isKnown = async (): Promise<boolean> =>
    (await world.api('GET', `/repos/${repo}/pulls/${data.number}`)).data.mergeable !== null;
  while (!(await isKnown()));
  return data.number;
};

/** Calls of tools that make several requests, each on something of its own. */
const calls: Readonly<Record<string, () => Promise<JsonObject>>> = {
  commit_files: async () => ({
    branch: await makeBranch(),
    message: 'Two files',
    files: [
      { path: 'a.bin', content: 'AAEC', encoding: 'base64' },
      { path: 'b.txt', content: 'b\n' },
    ],
  }),
  update_pull_request: async () => ({ prNumber: await makePull(), title: 'Another title', draft: true }),
  merge_pull_request: async () => ({ prNumber: await makePull(), delete_branch: true }),
};

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const lost = (code: string): Response => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
};
const faults: Readonly<Record<string, () => Response>> = {
  'is forbidden': () => json(403, { message: `No ${token}` }, { 'x-github-request-id': token }),
  'meets a limit': () => json(429, { message: 'Slow down' }, { 'retry-after': '33' }),
  'is invalid': () => json(422, { message: 'Validation Failed', errors: [{ code: 'already_exists' }, 'plain'] }),
  'is answered with too much': () => json(200, { text: 'x'.repeat(300_000) }),
  'loses its connection': () => lost('ECONNRESET'),
};

/** Whether a request changes what others see; git objects alone do not. */
const isEffect = (method: string, path: string): boolean =>
  method === 'PATCH' || method === 'PUT' || method === 'DELETE' || (method === 'POST' && path.endsWith('/graphql'));

interface Step {
  readonly where: string;
  readonly problems: readonly string[];
}

/** Makes a call one of whose requests fails; undefined if it makes fewer. */
const failAt = async (
  tool: string,
  args: JsonObject,
  step: number,
  fault: () => Response,
): Promise<Step | undefined> => {
  await world.control('limits', { token, bucket: 'core', remaining: 5000 });
  await world.control('limits', { token, bucket: 'graphql', remaining: 5000 });
  const sent: string[] = [];
  const effects: string[] = [];
  const server = world.server({
    github: {
      maxBytes: 200_000,
      retry: { attempts: 1 },
      fetch: async (input, init) => {
        const request = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
        sent.push(request);
        if (sent.length === step) return fault();
        const response = await fetch(input, init);
        const [method = '', path = ''] = request.split(' ');
        const query = typeof init?.body === 'string' ? init.body : '';
        if (response.ok && isEffect(method, path) && !query.includes('"query($')) effects.push(request);
        return response;
      },
    },
  });
  const outcome = await callTool(server, tool, { repo, ...args });
  if (sent.length < step) return undefined;
  const problems = JSON.stringify(outcome).includes(token) ? ['the token is shown'] : [];
  if (isFailure(outcome)) {
    if (outcome.code.startsWith('INTERNAL')) problems.push(`${outcome.code}: ${outcome.message}`);
    problems.push(...adviceProblems(outcome).map((problem) => `${outcome.code}: ${problem}`));
    if (effects.length > 0 && outcome.effect === 'none') problems.push(`${outcome.code} denies ${effects.join(', ')}`);
  }
  return { where: `request ${step}, ${sent[step - 1] ?? ''}`, problems };
};

describe.each(Object.entries(calls))(
  '%s tells the truth about its effect, and what to do, if any of its requests',
  (tool, make) => {
    it.each(Object.entries(faults))('%s', async (_how, fault) => {
      const problems: string[] = [];
      let steps = 0;
      for (;;) {
        const step = await failAt(tool, await make(), steps + 1, fault);
        if (!step) break;
        steps += 1;
        problems.push(...step.problems.map((problem) => `${step.where}: ${problem}`));
      }
      expect(problems).toEqual([]);
      expect(steps).toBeGreaterThan(1);
    });
  },
);
