import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findGit, GitUnusable } from './git/git-program.ts';
import { runForge } from './run-forge.ts';
import { runProgram } from './testing/run-program.ts';
import { request } from './testing/start-forge.ts';
import { testCertificate } from './testing/certificate.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forge-run-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command; `visit` sees what it printed when it answers, and then it is stopped. */
async function run(
  argv: readonly string[],
  visit?: (url: string, out: string) => Promise<void>,
): Promise<{ out: string; err: string; exitCode: number }> {
  const stop = new AbortController();
  let [out, err] = ['', ''];
  let visiting: Promise<void> | undefined;
  const exitCode = await runForge(argv, {
    out: (text) => {
      out += text;
      const url = /is listening at (\S+)/.exec(out)?.[1];
      // Everything that a start prints, it prints in one go.
      if (url && visit)
        visiting ??= nextTurn()
          .then(() => visit(url, out))
          .finally(() => stop.abort());
    },
    err: (text) => (err += text),
    cwd: folder,
    signal: stop.signal,
  });
  await visiting;
  return { out, err, exitCode };
}

describe('recourse forge', () => {
  it('prints its help, and rejects unknown options', async () => {
    expect((await run(['--help'])).out).toContain('--sample');
    expect(await run(['--bogus'])).toMatchObject({ exitCode: 2 });
    expect(await run(['--limits', 'some'])).toMatchObject({
      exitCode: 2,
      err: "Unknown value 'some' for --limits: choose github, primary or none.\nTry --help.\n",
    });
    expect(await run(['--port', 'x'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("'x' is not a valid port"),
    });
  });

  describe('with a certificate', () => {
    const files = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    const writeFiles = async (cert: string, key: string): Promise<void> => {
      await writeFile(path.join(folder, 'cert.pem'), cert);
      await writeFile(path.join(folder, 'key.pem'), key);
    };

    it('answers over HTTPS to clients that trust it, and to no others', async () => {
      await writeFiles(testCertificate.cert, testCertificate.key);
      const ask = (url: string, ca?: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const asked = https.get(
            `${url}/api/v3/repos/mira/tidewater`,
            { ca, agent: false, headers: { 'user-agent': 'test' } },
            (response) => {
              response.setEncoding('utf8');
              let text = '';
              response.on('data', (part: string) => (text += part)).on('end', () => resolve(text));
            },
          );
          asked.on('error', reject);
        });
      const { exitCode } = await run(['--sample', '--temporary', '--port', '0', ...files], async (url) => {
        expect(url).toMatch(/^https:/);
        expect(JSON.parse(await ask(url, testCertificate.cert))).toMatchObject({ full_name: 'mira/tidewater' });
        await expect(ask(url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      });
      expect(exitCode).toBe(0);
    });

    it('refuses a certificate without its key, and files that are neither', async () => {
      expect(await run(['--tls-cert', 'cert.pem'])).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('--tls-cert and --tls-key must be used together'),
      });
      await writeFiles('x', 'y');
      expect(await run(['--temporary', ...files])).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('are not a PEM certificate and its private key'),
      });
    });
  });

  it('passes errors to a caller that tells them itself', async () => {
    const failed: Error[] = [];
    const fail = (error: Error): number => failed.push(error) + 10;
    const io = { out: () => undefined, err: () => undefined, cwd: folder, fail };
    expect(await runForge(['--port', 'x'], io)).toBe(11);
    expect(await runForge(['--seed', 'none.json', '--temporary'], io)).toBe(12);
    expect(failed).toMatchObject([{ name: 'ForgeUsageError' }, { code: 'ENOENT' }]);
  });

  it('starts with the sample world and prints how to get in', async () => {
    const result = await run(['--sample', '--temporary', '--port', '0', '--control'], async (url, out) => {
      const token = /token for mira: (\S+)/.exec(out)?.[1] ?? '';
      expect((await request(`${url}/repos/mira/harbour`, 'GET', { token })).status).toBe(200);
      expect(out).toContain('x-forge-key');
    });
    expect(result.exitCode).toBe(0);
  });

  it('copies an existing git directory, and keeps it for the next start', async () => {
    const source = path.join(folder, 'project');
    const git = (...rest: string[]) => runProgram('git', ['-C', source, ...rest], { cwd: folder });
    await runProgram('git', ['init', '-q', '-b', 'main', source], { cwd: folder });
    await writeFile(path.join(source, 'a.txt'), 'a\n');
    await git('add', '.');
    await git('commit', '-qm', 'First');
    await git('tag', 'v1');
    let token = '';
    await run(['--git', 'project', '--port', '0'], async (url, out) => {
      token = /token for forge: (\S+)/.exec(out)?.[1] ?? '';
      const { data } = await request(`${url}/repos/forge/project/commits`, 'GET', { token });
      expect(data[0].commit.message).toBe('First');
      expect((await request(`${url}/repos/forge/project/tags`, 'GET', { token })).data[0].name).toBe('v1');
    });
    const again = await run(['--git', 'project', '--port', '0'], async (url) => {
      expect((await request(`${url}/repos/forge/project`, 'GET', { token })).status).toBe(200);
    });
    expect(again.err).toContain('not new');
  });

  it('reads a seed, and says what is wrong with a bad one', async () => {
    const seed = async (content: unknown): Promise<string> => {
      const file = path.join(folder, 'seed.json');
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    };
    const users = [{ login: 'ada', tokens: [{ token: 't' }] }];
    const good = await seed({ users, repositories: [{ owner: 'ada', name: 'lab' }] });
    await run(['--seed', good, '--temporary', '--port', '0'], async (url) => {
      expect((await request(`${url}/repos/ada/lab`, 'GET', { token: 't' })).status).toBe(200);
    });
    const problem = async (content: unknown): Promise<string> =>
      (await run(['--seed', await seed(content), '--temporary', '--port', '0'])).err;
    expect(await problem('{')).toContain('not a JSON object');
    expect(await problem({ users: [{}] })).toContain('"login" wasn\'t supplied');
    expect(await problem({ repositories: [{ owner: 'nobody', name: 'x' }] })).toContain('nobody');
    expect(await problem({ users: [{ login: '../x' }] })).toContain('is not a valid user name');
  });
});

it('says clearly when git is missing', async () => {
  const before = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    await expect(findGit()).rejects.toThrow(GitUnusable);
    await expect(findGit()).rejects.toThrow('Install git');
  } finally {
    process.env['PATH'] = before;
  }
});
