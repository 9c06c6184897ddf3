import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForge } from './forge.ts';
import { GitRepository } from './git/repository.ts';
import { runProgram, type ProgramResult } from './testing/run-program.ts';
import { smallSeed } from './testing/small-seed.ts';
import { request, type Reply } from './testing/start-forge.ts';

const rounds = repetitions({ atLeast: 3, full: 25 });
const packageFolder = path.resolve(fileURLToPath(import.meta.url), '../..');
let folder: string;
let child: ChildProcess | undefined;
let recovered = { finished: 0, dropped: 0, locks: 0 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forge-crash-'));
  await writeFile(path.join(folder, 'seed.json'), JSON.stringify(smallSeed));
});

afterAll(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const main = path.join(packageFolder, 'dist/main.js');
  const flags = [
    '--port',
    '0',
    '--limits',
    'none',
    '--data',
    path.join(folder, 'data'),
    '--seed',
    path.join(folder, 'seed.json'),
  ];
  const started = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child = started;
  let [out, err] = ['', ''];
  started.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    started.on('exit', () => reject(new Error(`the forge ended: ${err}`)));
    started.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /is listening at (\S+)/.exec(out)?.[1];
      const [, finished, dropped, locks] =
        /(\d+) merges finished, (\d+) dropped, (\d+) locks/.exec(chunk.toString()) ?? [];
      recovered = {
        finished: recovered.finished + Number(finished ?? 0),
        dropped: recovered.dropped + Number(dropped ?? 0),
        locks: recovered.locks + Number(locks ?? 0),
      };
      if (url) resolve(url);
    });
  });
}

/** Waits until so many further writes are acknowledged: the moment then differs by round, not by the machine's speed. */
async function acknowledgements(known: Acknowledged, further: number): Promise<void> {
  const count = (): number =>
    known.commits.length + known.pulls.size + known.merges.size + known.statuses.length + known.pushes.size;
  const wanted = count() + further;
  for (let waited = 0; count() < wanted && waited < 3000; waited += 1) await sleep(10);
}

/** Kills the forge and every git that it had started, in the middle of what they do. */
async function kill(): Promise<void> {
  const victim = child;
  if (victim?.pid === undefined) return;
  const ended = new Promise((resolve) => victim.once('close', resolve));
  process.kill(-victim.pid, 'SIGKILL');
  await ended;
}

interface Acknowledged {
  readonly commits: string[];
  readonly pulls: Map<number, string>;
  readonly merges: Map<number, string>;
  readonly statuses: string[];
  readonly pushes: Map<string, string>;
}

/** Writes in every way, until the forge is gone, and notes what was acknowledged. */
async function write(url: string, round: number, known: Acknowledged): Promise<void> {
  const call = (method: string, address: string, body: unknown): Promise<Reply> =>
    request(`${url}/repos/ada/lab/${address}`, method, { token: 'wim', body });
  const worker = async (name: string): Promise<void> => {
    for (let index = 0; ; index += 1) {
      const file = `${name}-${round}-${index}`;
      const put = await call('PUT', `contents/${file}.txt`, { message: file, content: '' });
      if (put.status === 201) known.commits.push(put.data.commit.sha);
      const { data: ref } = await call('GET', 'git/ref/heads/main', undefined);
      const made = await call('POST', 'git/refs', { ref: `refs/heads/${file}`, sha: ref.object.sha });
      if (made.status !== 201) continue;
      const topic = await call('PUT', `contents/topics/${file}.txt`, { message: file, content: '', branch: file });
      const status = await call('POST', `statuses/${topic.data.commit.sha}`, { state: 'success', context: file });
      if (status.status === 201) known.statuses.push(topic.data.commit.sha);
      const pull = await call('POST', 'pulls', { title: file, head: file, base: 'main' });
      if (pull.status !== 201) continue;
      known.pulls.set(pull.data.number, topic.data.commit.sha);
      const method = ['merge', 'squash', 'rebase'][index % 3];
      const merged = await call('PUT', `pulls/${pull.data.number}/merge`, { merge_method: method });
      if (merged.status === 200) known.merges.set(pull.data.number, merged.data.sha);
    }
  };
  await Promise.allSettled([...['a', 'b', 'c'].map(worker), push(url, round, known)]);
}

/** A real git that pushes branch after branch, until it cannot any more. */
async function push(url: string, round: number, known: Acknowledged): Promise<void> {
  const clone = path.join(folder, `clone-${round}`);
  const git = (...gitArguments: string[]): Promise<ProgramResult> => runProgram('git', gitArguments, { cwd: folder });
  const origin = `${url.replace('//', '//x:wim@')}/ada/lab.git`;
  if ((await git('clone', '-q', origin, clone)).code !== 0) return;
  for (let index = 0; ; index += 1) {
    const branch = `pushed-${round}-${index}`;
    await git('-C', clone, 'commit', '-q', '--allow-empty', '-m', branch);
    const { code } = await git('-C', clone, 'push', '-q', 'origin', `HEAD:refs/heads/${branch}`);
    if (code !== 0) return;
    known.pushes.set(branch, (await git('-C', clone, 'rev-parse', 'HEAD')).stdout.trim());
  }
}

describe('kill -9 under writes, repeatedly', () => {
  it('leaves refs, objects and database that agree', { timeout: 600_000 }, async () => {
    const known: Acknowledged = { commits: [], pulls: new Map(), merges: new Map(), statuses: [], pushes: new Map() };
    for (let round = 0; round < rounds; round += 1) {
      const url = await start();
      const writing = write(url, round, known);
      await acknowledgements(known, 6 + ((round * 5) % 17));
      await kill();
      await writing;
    }
    const forge = await createForge({ dataDirectory: path.join(folder, 'data'), limits: 'none' });
    const git = new GitRepository(path.join(folder, 'data/repositories/1.git'));
    try {
      await git.history.check();
      const history = new Set(await git.history.log({ from: 'refs/heads/main', limit: 1_000_000 }));
      expect(known.commits.filter((sha) => !history.has(sha))).toEqual([]);
      expect([...known.merges.values()].filter((sha) => !history.has(sha))).toEqual([]);
      const call = (address: string): Promise<Reply> =>
        request(`${forge.url}/repos/ada/lab/${address}`, 'GET', { token: 'wim' });
      for (const [number, sha] of known.merges) {
        const { data } = await call(`pulls/${number}`);
        expect(data).toMatchObject({ merged: true, state: 'closed', merge_commit_sha: sha });
      }
      for (const sha of known.statuses) expect((await call(`commits/${sha}/status`)).data.total_count).toBe(1);
      for (const [branch, sha] of known.pushes) expect((await git.refs.get(`refs/heads/${branch}`))?.sha).toBe(sha);
      await agree(git, call);
      console.log(
        `${known.commits.length} commits, ${known.pulls.size} pulls, ${known.merges.size} merges, ${known.pushes.size} pushes acknowledged; recovered at the starts: ${JSON.stringify(recovered)}`,
      );
      expect(known.commits.length).toBeGreaterThan(0);
    } finally {
      git.close();
      await forge.close();
    }
  });
});

/** Every pull request, acknowledged or not: its head is what git says, and it is merged exactly if its work is in main. */
async function agree(git: GitRepository, call: (address: string) => Promise<Reply>): Promise<void> {
  const main = await git.refs.get('refs/heads/main');
  const files = new Set((await git.diff(undefined, main?.sha ?? '')).map((change) => change.path));
  for (let page = 1; ; page += 1) {
    const { data: pulls } = await call(`pulls?state=all&per_page=100&page=${page}`);
    if (pulls.length === 0) return;
    for (const pull of pulls) {
      const kept = await git.refs.get(`refs/pull/${pull.number}/head`);
      expect(kept?.sha, `head of ${pull.number}`).toBe(pull.head.sha);
      expect(pull.merged_at !== null, `merged ${pull.number}`).toBe(files.has(`topics/${pull.title}.txt`));
      expect(pull.state).toBe(pull.merged_at === null ? 'open' : 'closed');
    }
  }
}
