import { connect } from 'node:net';
import { writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProgram } from './testing/run-program.ts';
import { smallSeed } from './testing/small-seed.ts';
import { startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const maxBodyBytes = 1024 * 1024;
let forge: TestForge;
let tip: string;

beforeAll(async () => {
  forge = await startForge(smallSeed, { maxBodyBytes });
  tip = (await call('GET', 'git/ref/heads/main')).data.object.sha;
});

afterAll(async () => {
  expect(forge.errors).toEqual([]);
  await forge.close();
});

const call = (method: string, address: string, body?: unknown): Promise<Reply> =>
  forge.call(method, `/repos/ada/lab/${address}`, { token: 'wim', body });

describe('names of refs', () => {
  it.each([
    'refs/heads/../../config',
    'refs/heads/a..b',
    'refs/heads/.git',
    'refs/heads/a.lock',
    'refs/heads/a\nb',
    'refs/heads/a\u0000b',
    'refs/heads/ space',
    'refs/heads/--upload-pack=x',
    'refs/heads/$(touch x)',
    'refs/heads/`id`',
    'refs/heads/a~1',
    'refs/heads/a^{tree}',
    `refs/heads/${'a'.repeat(300)}`,
    `refs/heads/${'f'.repeat(40)}`,
    'refs/heads/HEAD',
    'refs/pull/1/head',
    'refs/heads/main/below',
    'HEAD',
    'main',
    '',
    '../refs/heads/x',
  ])('%j is refused with 422, or is an ordinary name', async (ref) => {
    const { status } = await call('POST', 'git/refs', { ref, sha: tip });
    // Without a shell, `$(touch x)` would only be a strange name; the space in it is what git refuses.
    expect(status).toBe(ref === 'refs/heads/`id`' ? 201 : 422);
  });

  it.each([
    'heads/%2e%2e/x',
    'heads/a%0Ab',
    'heads/a%00b',
    'heads/main%5E%7Btree%7D',
    'heads/main:README.md',
    'heads/*',
  ])('%j in an address names nothing', async (ref) =>
    expect([404, 409]).toContain((await call('GET', `git/ref/${ref}`)).status),
  );

  it.each(['../../etc', 'main:README.md', 'main~0', '--all', '@{u}', 'a\nb', '--output=x'])(
    '%j as a revision is not passed on to git',
    async (name) => {
      const escaped = encodeURIComponent(name);
      expect((await call('GET', `commits?sha=${escaped}`)).status).toBe(404);
      expect((await call('GET', `commits/${escaped}`)).status).toBe(422);
      expect((await call('GET', `compare/main...${escaped}`)).status).toBe(404);
      expect((await call('GET', `contents/README.md?ref=${escaped}`)).status).toBe(404);
    },
  );
});

describe('paths', () => {
  const paths = [
    '..',
    '../x',
    'a/../x',
    '.git/config',
    '.GIT/hooks/x',
    'a/.git/x',
    'git~1',
    '.g\u200cit/x',
    '/etc/passwd',
    'a//b',
    'a\nb',
    'a\u0000b',
    'a\u007fb',
    './a',
    'x'.repeat(5000),
  ];

  it.each(paths)('%j is refused in a tree with 422', async (name) => {
    const reply = await call('POST', 'git/trees', { tree: [{ path: name, mode: '100644', content: 'x' }] });
    expect(reply.status).toBe(422);
  });

  it.each(paths.filter((name) => !name.startsWith('x')))('%j is refused as a file', async (name) => {
    const escaped = name.split('/').map(encodeURIComponent).join('%2F');
    expect([404, 422]).toContain((await call('PUT', `contents/${escaped}`, { message: 'x', content: '' })).status);
    expect([404, 422]).toContain((await call('GET', `contents/${escaped}`)).status);
  });

  const entries: readonly [problem: string, entry: object][] = [
    ['mode', { path: 'a', mode: '100600', content: '' }],
    ['type', { path: 'a', mode: '040000', type: 'blob', sha: '1'.repeat(40) }],
    ['content of a folder', { path: 'a', mode: '040000', content: '' }],
    ['missing object', { path: 'a', mode: '100644', sha: '1'.repeat(40) }],
    ['neither id nor content', { path: 'a', mode: '100644' }],
    ['no id', { path: 'a', mode: '100644', sha: '$(id)' }],
  ];

  it.each(entries)('an entry with a wrong %s is refused', async (_, entry) => {
    expect((await call('POST', 'git/trees', { tree: [entry] })).status).toBe(422);
  });

  it('a path through a file is refused, and the file stays', async () => {
    expect((await call('PUT', 'contents/README.md/x', { message: 'x', content: '' })).status).toBe(422);
    const { data: base } = await call('GET', `git/commits/${tip}`);
    const through = { base_tree: base.tree.sha, tree: [{ path: 'README.md/x', mode: '100644', content: 'x' }] };
    expect((await call('POST', 'git/trees', through)).status).toBe(422);
    const both = ['a', 'a/b'].map((name) => ({ path: name, mode: '100644', content: 'x' }));
    expect((await call('POST', 'git/trees', { tree: both })).status).toBe(422);
    expect((await call('GET', 'contents/README.md')).data.type).toBe('file');
  });

  it('a tree of thousands of files in hundreds of folders is written in a few processes', async () => {
    const tree = Array.from({ length: 5000 }, (_, index) => ({
      path: `many/${index % 500}/deep/${index}.txt`,
      mode: '100644',
      content: String(index),
    }));
    const { status, data } = await call('POST', 'git/trees', { tree });
    expect(status).toBe(201);
    const { data: whole } = await call('GET', `git/trees/${data.sha}?recursive=1`);
    expect(whole.tree.filter((entry: { type: string }) => entry.type === 'blob')).toHaveLength(5000);
  });

  it('a commit’s identity cannot add headers', async () => {
    const { data: base } = await call('GET', `git/commits/${tip}`);
    const author = { name: 'A\nparent 0', email: 'a>b\n@x', date: '2026-01-01T00:00:00Z' };
    const { data } = await call('POST', 'git/commits', { message: 'm', tree: base.tree.sha, parents: [tip], author });
    expect(data.author).toMatchObject({ name: 'Aparent 0', email: 'ab@x' });
    expect(data.parents).toHaveLength(1);
    expect((await call('POST', 'git/commits', { message: 'a\u0000b', tree: base.tree.sha })).status).toBe(422);
    const late = { ...author, date: 'yesterday' };
    expect((await call('POST', 'git/commits', { message: 'm', tree: base.tree.sha, author: late })).status).toBe(422);
  });
});

describe('bodies', () => {
  it('that are too large are refused with 413, announced or not', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(maxBodyBytes) });
    expect((await call('POST', 'git/blobs', body)).status).toBe(413);
    const options: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { authorization: 'Bearer wim', 'user-agent': 'x' },
      body: new ReadableStream({
        start(controller) {
          for (let sent = 0; sent < 20; sent += 1) controller.enqueue(new Uint8Array(100_000).fill(32));
          controller.close();
        },
      }),
      duplex: 'half',
    };
    const chunked = await fetch(`${forge.url}/repos/ada/lab/git/blobs`, options);
    expect(chunked.status).toBe(413);
  });

  it.each(['{', '[1]', '"x"', 'null', '\u0000', '['.repeat(100_000), '{"a":1}x'])(
    '%.20j is refused with 400',
    async (body) => {
      expect((await call('POST', 'git/blobs', body)).status).toBe(400);
    },
  );

  it('of nothing but white space are rejected quickly', async () => {
    const content = `${' '.repeat(900_000)}!`;
    expect((await call('POST', 'git/blobs', { content, encoding: 'base64' })).status).toBe(422);
  });

  it('with names of the prototype change nothing', async () => {
    const body = '{"__proto__":{"content":"x"},"constructor":{"prototype":{"content":"x"}}}';
    expect((await call('POST', 'git/blobs', body)).data.message).toContain("wasn't supplied");
    expect(({} as { content?: string }).content).toBeUndefined();
  });
});

describe('the door', () => {
  it('answers only to names of this machine', async () => {
    const raw = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(forge.url).port), '127.0.0.1', () => socket.write(text));
        let received = '';
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });
    expect(await raw('GET /user HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toContain('421');
    expect(await raw('GET /user HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toContain('403');
    expect(
      await raw('GET /repos/ada/../../etc HTTP/1.1\r\nHost: localhost\r\nUser-Agent: x\r\nConnection: close\r\n\r\n'),
    ).toContain('404');
    expect(
      await raw(
        'GET /ada/lab.git/../../forge.db HTTP/1.1\r\nHost: localhost\r\nUser-Agent: x\r\nConnection: close\r\n\r\n',
      ),
    ).toContain('404');
  });

  it.each(['/repos/ada/lab/git/blobs', '/ada/lab.git/git-receive-pack'])(
    'does not mind a client that leaves in the middle of a body: %s',
    async (address) => {
      const left = new Promise((resolve) => {
        const socket = connect(Number(new URL(forge.url).port), '127.0.0.1', () => {
          const headers = 'Host: localhost\r\nUser-Agent: x\r\nAuthorization: Bearer wim\r\nContent-Length: 1000';
          socket.write(`POST ${address} HTTP/1.1\r\n${headers}\r\n\r\n0077`, () =>
            setTimeout(() => socket.destroy(), 30),
          );
        });
        socket.on('close', resolve);
      });
      await left;
      expect((await call('GET', 'branches')).status).toBe(200);
    },
  );

  it.each(['/ada/lab.git/config', '/ada/lab.git/objects/info/packs', '/ada/lab.git/HEAD', '/ada/lab.git/info/refs'])(
    'does not serve %s',
    async (address) => expect((await forge.call('GET', address)).status).toBe(404),
  );
});

describe('a hundred thousand refs', () => {
  it('can be listed in pages, matched, added to and cloned', { timeout: 120_000 }, async () => {
    const packed = path.join(forge.dataDirectory, 'repositories/1.git/packed-refs');
    const before = await readFile(packed, 'utf8').catch(() => '');
    expect(before).toBe('');
    const names = Array.from({ length: 100_000 }, (_, index) => `refs/heads/many/${String(index).padStart(6, '0')}`);
    await writeFile(
      packed,
      `# pack-refs with: peeled fully-peeled sorted \n${names.map((name) => `${tip} ${name}\n`).join('')}`,
    );
    const first = await call('GET', 'branches?per_page=100');
    expect(first.data).toHaveLength(100);
    expect(first.headers.get('link')).toContain('rel="next"');
    expect((await call('GET', 'branches?per_page=100&page=1000')).data[99].name).toMatch(/^many\//);
    expect((await call('GET', 'branches?per_page=100&page=9999999')).data).toEqual([]);
    const matching = await call('GET', 'git/matching-refs/heads/many');
    expect(matching.data).toHaveLength(10_000);
    expect(matching.headers.get('link')).toContain('rel="next"');
    expect((await call('GET', 'git/matching-refs/heads/many/0999')).data).toHaveLength(100);
    expect((await call('POST', 'git/refs', { ref: 'refs/heads/one-more', sha: tip })).status).toBe(201);
    expect((await call('POST', 'git/refs', { ref: 'refs/heads/many', sha: tip })).status).toBe(422);
    expect((await call('DELETE', 'git/refs/heads/many/000000')).status).toBe(204);
    const listed = await runProgram('git', ['ls-remote', `${forge.url}/ada/lab.git`, 'refs/heads/many/099999']);
    expect(listed.stdout).toContain(tip);
  });
});
