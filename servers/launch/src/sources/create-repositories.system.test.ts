import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { RunError } from '@recourse/runs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRepositories } from './create-repositories.ts';
import type { RepositoriesOptions } from './create-repositories.ts';
import { createFolder, createSource, serveSources } from './testing/create-source.ts';
import { serveOldProtocol } from './testing/serve-old-protocol.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const signal = new AbortController().signal;
const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('utf8');

const serve = async (root: string, options: Partial<RepositoriesOptions> = {}) => {
  const forge = await serveSources([{ owner: 'ada', name: 'lab', git: path.join(root, '.git') }]);
  const folder = createFolder();
  const repositories = createRepositories({ folder, allowed: [forge.url], ...options });
  return { repositories, folder, url: `${forge.url}/ada/lab`, forge };
};

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof RunError ? error.failure : error;
};

/** Answers every request in the same way, in the place of a git server. */
const answer = async (status: number, headers: Record<string, string> = {}): Promise<string> => {
  const server = createServer((_, response) => response.writeHead(status, headers).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('createRepositories', () => {
  it('finds the head of the default branch and reads the files of a commit', async () => {
    const source = createSource({ 'README.md': '# Lab\n', 'src/a.ts': 'export {};\n' });
    const { repositories, url } = await serve(source.root);
    const head = await repositories.head(url, undefined, signal);
    expect(head).toEqual({ branch: 'main', sha: source.sha });
    await repositories.withTree({ url, sha: head.sha }, signal, async (tree) => {
      expect(tree).toMatchObject({ url, sha: source.sha, committedAt: '2024-05-06T07:08:09Z' });
      expect(tree.entries.map((entry) => entry.path)).toEqual(['README.md', 'src/a.ts']);
      const contents = await Promise.all(tree.entries.map((entry) => tree.read(entry.path)));
      expect(contents.map(text)).toEqual(['# Lab\n', 'export {};\n']);
      expect(await tree.read('absent')).toBeUndefined();
    });
  });

  it('reads a commit that is not the head of a branch', async () => {
    let first = '';
    const source = createSource({ a: '1' }, (root, git) => {
      git('commit', '--quiet', '--message', 'First');
      first = git('rev-parse', 'HEAD').trim();
      writeFileSync(path.join(root, 'a'), '2');
      git('add', '--all');
    });
    const { repositories, url } = await serve(source.root);
    const read = (sha: string) =>
      repositories.withTree({ url, sha }, signal, async (tree) => text(await tree.read('a')));
    expect([await read(first), await read(source.sha)]).toEqual(['1', '2']);
  });

  it('finds a commit through the branches of a server that serves only their heads', async () => {
    let first = '';
    const source = createSource({ a: '1' }, (root, git) => {
      git('commit', '--quiet', '--message', 'First');
      first = git('rev-parse', 'HEAD').trim();
      writeFileSync(path.join(root, 'a'), '2');
      git('add', '--all');
    });
    const server = await serveOldProtocol(path.join(source.root, '.git'));
    const repositories = createRepositories({ folder: createFolder(), allowed: [server] });
    const open = (sha: string) =>
      repositories.withTree({ url: `${server}/lab`, sha }, signal, async (tree) => text(await tree.read('a')));
    expect(await open(first)).toBe('1');
    expect(await failureOf(open('d'.repeat(40)))).toMatchObject({
      code: 'REPO_NOT_FOUND',
      details: { missing: 'commit' },
    });
  });

  it('serves a fetched commit without its server', async () => {
    const source = createSource({ a: '1' });
    const { repositories, folder, url, forge } = await serve(source.root);
    await repositories.withTree({ url, sha: source.sha }, signal, () => Promise.resolve());
    await forge.close();
    const other = createRepositories({ folder, allowed: [forge.url] });
    expect(await other.withTree({ url, sha: source.sha }, signal, (tree) => tree.read('a'))).toHaveLength(1);
  });

  it('lets several users of one folder fetch the same commit at once', async () => {
    const source = createSource(
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, `${index}`])),
    );
    const { folder, url, forge } = await serve(source.root);
    const contents = await Promise.all(
      Array.from({ length: 4 }, () =>
        createRepositories({ folder, allowed: [forge.url] }).withTree({ url, sha: source.sha }, signal, (tree) =>
          Promise.all(tree.entries.map(async (entry) => text(await tree.read(entry.path)))),
        ),
      ),
    );
    expect(new Set(contents.map((one) => one.join())).size).toBe(1);
    const [place = ''] = readdirSync(folder);
    expect(readdirSync(path.join(folder, place))).toEqual([source.sha]);
  });

  it('reads a private repository with the token of the operator and never shows it', async () => {
    const source = createSource({ a: '1' });
    const forge = await serveSources([
      { owner: 'ada', name: 'lab', private: true, git: path.join(source.root, '.git') },
    ]);
    const place = { url: `${forge.url}/ada/lab`, sha: source.sha };
    const open = (token: string | undefined, folder = createFolder()) =>
      createRepositories({ folder, allowed: [forge.url], credentials: () => token }).withTree(place, signal, (tree) =>
        tree.read('a'),
      );
    expect(await open('ada')).toHaveLength(1);
    expect(await failureOf(open(undefined))).toMatchObject({ code: 'REPO_NOT_FOUND', retryable: false });
    const refused = await failureOf(open('s3cret-token'));
    expect(refused).toMatchObject({ code: 'REPO_NOT_FOUND' });
    expect(JSON.stringify(refused)).not.toMatch(/s3cret|Basic/);
  });

  it('refuses repositories, branches and commits that do not exist with REPO_NOT_FOUND', async () => {
    const source = createSource({ a: '1' });
    const { repositories, url, forge } = await serve(source.root);
    const sha = 'd'.repeat(40);
    const open = (place: { url: string; sha: string }) => repositories.withTree(place, signal, () => Promise.resolve());
    expect(await failureOf(open({ url, sha }))).toMatchObject({
      code: 'REPO_NOT_FOUND',
      details: { missing: 'commit' },
    });
    expect(await failureOf(open({ url: `${forge.url}/ada/none`, sha }))).toMatchObject({
      code: 'REPO_NOT_FOUND',
      details: { missing: 'repository' },
    });
    for (const branch of ['none', '*', '--upload-pack=x', 'a..b'])
      expect(await failureOf(repositories.head(url, branch, signal))).toMatchObject({
        code: 'REPO_NOT_FOUND',
        details: { missing: 'branch', ref: branch },
      });
  });

  it('refuses a file that is not a commit', async () => {
    let blob = '';
    const source = createSource({ a: '1' }, (_, git) => (blob = git('rev-parse', ':a').trim()));
    const { repositories, url } = await serve(source.root);
    const opened = repositories.withTree({ url, sha: blob }, signal, () => Promise.resolve());
    expect(await failureOf(opened)).toMatchObject({ code: 'REPO_NOT_FOUND' });
  });

  it('answers REPO_EMPTY for a repository without commits', async () => {
    const forge = await serveSources([{ owner: 'ada', name: 'lab' }]);
    const repositories = createRepositories({ folder: createFolder(), allowed: [forge.url] });
    const failure = await failureOf(repositories.head(`${forge.url}/ada/lab`, undefined, signal));
    expect(failure).toMatchObject({ code: 'REPO_EMPTY' });
  });

  it('follows no redirect', async () => {
    const target = createSource({ a: '1' });
    const { url, forge } = await serve(target.root);
    const redirecting = await answer(302, { location: `${url}/info/refs?service=git-upload-pack` });
    const repositories = createRepositories({ folder: createFolder(), allowed: [redirecting, forge.url] });
    const failure = await failureOf(repositories.head(`${redirecting}/ada/lab`, undefined, signal));
    expect(failure).toMatchObject({ code: 'REPO_NOT_ALLOWED' });
  });

  it('calls failures of the server and the network CLONE_FAILED, which can be repeated', async () => {
    for (const status of [429, 500, 503]) {
      const url = await answer(status);
      const repositories = createRepositories({ folder: createFolder(), allowed: [url] });
      expect(await failureOf(repositories.head(`${url}/ada/lab`, undefined, signal))).toMatchObject({
        code: 'CLONE_FAILED',
        retryable: true,
        details: { http_status: status },
      });
    }
    const closed = createRepositories({ folder: createFolder(), allowed: ['http://127.0.0.1:1'] });
    expect(await failureOf(closed.head('http://127.0.0.1:1/ada/lab', undefined, signal))).toMatchObject({
      code: 'CLONE_FAILED',
      details: { reason: 'its server does not accept connections' },
    });
  });

  it('says which program is missing', async () => {
    const repositories = createRepositories({ folder: createFolder(), git: '/nonexistent/git' });
    expect(await failureOf(repositories.head('https://github.com/ada/lab', undefined, signal))).toMatchObject({
      code: 'TOOLCHAIN_MISSING',
      details: { tool: 'git' },
    });
  });

  it('stops when it is cancelled', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const controller = new AbortController();
    server.once('request', () => controller.abort(new Error('cancelled by the user')));
    const repositories = createRepositories({ folder: createFolder(), allowed: [url] });
    await expect(repositories.head(`${url}/ada/lab`, undefined, controller.signal)).rejects.toThrow(
      'cancelled by the user',
    );
  });

  it('refuses a commit with too many files or bytes with REPO_TOO_LARGE', async () => {
    const source = createSource({ a: 'x'.repeat(5000), b: 'y', c: 'z' });
    const { folder, url, forge } = await serve(source.root);
    const open = (limits: RepositoriesOptions['limits'] & object) =>
      createRepositories({ folder, allowed: [forge.url], limits }).withTree({ url, sha: source.sha }, signal, () =>
        Promise.resolve(),
      );
    expect(await failureOf(open({ files: 2 }))).toMatchObject({ code: 'REPO_TOO_LARGE', details: { unit: 'files' } });
    expect(await failureOf(open({ bytes: 4000 }))).toMatchObject({
      code: 'REPO_TOO_LARGE',
      details: { unit: 'bytes' },
    });
  });

  it('stops a download that exceeds the limit and leaves nothing behind', async () => {
    const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 256));
    const source = createSource({ noise: new Uint8Array(noise) });
    const { repositories, folder, url } = await serve(source.root, { limits: { bytes: 100 } });
    const opened = repositories.withTree({ url, sha: source.sha }, signal, () => Promise.resolve());
    expect(await failureOf(opened)).toMatchObject({ code: 'REPO_TOO_LARGE' });
    const [place = ''] = readdirSync(folder);
    expect(readdirSync(path.join(folder, place))).toEqual([]);
  });
});

describe('a hostile repository', () => {
  it('runs nothing, and no link leads out of it', async () => {
    const outside = createFolder();
    const secret = path.join(outside, 'secret');
    const trace = path.join(outside, 'trace');
    const program = path.join(outside, 'canary.sh');
    writeFileSync(secret, 'canary');
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\ncat\n`);
    chmodSync(program, 0o755);
    const source = createSource(
      {
        '.gitattributes': '* filter=evil diff=evil merge=evil\n',
        '.gitmodules': `[submodule "evil"]\n\tpath = sub\n\turl = ext::${program}\n\tupdate = !${program}\n`,
        '.lfsconfig': `[lfs]\n\turl = file://${outside}\n`,
        'hooks/post-checkout': `#!/bin/sh\ntouch '${trace}'\n`,
        'a.txt': 'one\n',
        'huge.bin': 'x'.repeat(5000),
        'line\nbreak.md': '1',
        'left\u202Eright.md': '2',
        '..name/...': '3',
      },
      (root, git) => {
        symlinkSync(secret, path.join(root, 'link'));
        symlinkSync('../../../../etc/passwd', path.join(root, 'relative'));
        symlinkSync(outside, path.join(root, 'folder'));
        git('add', '--all');
        git('update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},sub`);
      },
    );
    const { repositories, url } = await serve(source.root, { limits: { fileBytes: 4000 } });
    await repositories.withTree({ url, sha: source.sha }, signal, async (tree) => {
      const modes = Object.fromEntries(tree.entries.map((entry) => [entry.path, entry.mode]));
      expect(modes).toMatchObject({ link: '120000', relative: '120000', folder: '120000', sub: '160000' });
      for (const name of ['link', 'relative', 'folder', 'sub', 'folder/secret', 'huge.bin', '../secret'])
        expect(await tree.read(name)).toBeUndefined();
      expect(text(await tree.read('a.txt'))).toBe('one\n');
      for (const [name, content] of [
        ['line\nbreak.md', '1'],
        ['left\u202Eright.md', '2'],
        ['..name/...', '3'],
      ] as const)
        expect(text(await tree.read(name))).toBe(content);
    });
    expect(existsSync(trace)).toBe(false);
    expect(readdirSync(outside).toSorted()).toEqual(['canary.sh', 'secret']);
  });
});
