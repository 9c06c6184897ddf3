export const gitCases = [
  {
    name: 'writes blobs, trees, commits, tags and refs',
    async run({ witness, tokens, expect }) {
      const git = (method, path, body, token = tokens.wim) =>
        witness.call(method, `/repos/ada/lab/git/${path}`, { token, body });
      const tip = (await git('GET', 'ref/heads/main')).data.object.sha;
      const base = (await git('GET', `commits/${tip}`)).data.tree.sha;
      const blob = await git('POST', 'blobs', { content: 'hello', encoding: 'utf-8' });
      expect(blob.status).toBe(201);
      expect((await git('POST', 'blobs', { content: '%', encoding: 'base64' })).status).toBe(422);
      expect((await git('GET', `blobs/${blob.data.sha}`)).data.size).toBe(5);
      expect((await git('GET', `blobs/${'1'.repeat(40)}`)).status).toBe(404);
      expect((await git('GET', 'blobs/short')).status).toBe(422);
      const tree = await git('POST', 'trees', {
        base_tree: base,
        tree: [
          { path: 'git/blob.txt', mode: '100644', type: 'blob', sha: blob.data.sha },
          { path: 'git/run.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
          { path: 'link', mode: '120000', type: 'blob', content: 'README.md' },
          { path: 'module', mode: '160000', type: 'commit', sha: tip },
          { path: 'src/b.txt', mode: '100644', type: 'blob', sha: null },
        ],
      });
      expect(tree.status).toBe(201);
      expect(
        (await git('POST', 'trees', { base_tree: '1'.repeat(40), tree: [{ path: 'a', mode: '100644', content: '' }] }))
          .status,
      ).toBe(404);
      expect((await git('POST', 'trees', { tree: [{ path: '../a', mode: '100644', content: '' }] })).status).toBe(422);
      expect((await git('GET', `trees/${tree.data.sha}?recursive=1`)).data.tree.map((entry) => entry.path)).toContain(
        'git/run.sh',
      );
      expect((await git('GET', 'trees/none')).status).toBe(404);
      expect((await git('GET', `trees/${blob.data.sha}`)).status).toBe(422);
      const commit = await git('POST', 'commits', { message: 'By hand', tree: tree.data.sha, parents: [tip] });
      expect(commit.status).toBe(201);
      expect((await git('POST', 'commits', { message: 'x', tree: '1'.repeat(40) })).data.message).toBe(
        'Tree SHA does not exist',
      );
      expect((await git('GET', `commits/${'1'.repeat(40)}`)).status).toBe(404);
      expect((await git('POST', 'refs', { ref: 'refs/heads/by-hand', sha: commit.data.sha })).status).toBe(201);
      expect((await git('POST', 'refs', { ref: 'refs/heads/by-hand', sha: commit.data.sha })).data.message).toBe(
        'Reference already exists',
      );
      expect((await git('POST', 'refs', { ref: 'main', sha: commit.data.sha })).status).toBe(422);
      expect((await git('PATCH', 'refs/heads/main', { sha: commit.data.sha })).status).toBe(200);
      expect((await git('PATCH', 'refs/heads/main', { sha: tip })).data.message).toBe('Update is not a fast forward');
      expect((await git('PATCH', 'refs/heads/none', { sha: tip })).data.message).toBe('Reference does not exist');
      expect((await git('GET', 'matching-refs/heads/by')).data).toHaveLength(1);
      expect((await git('GET', 'ref/heads/none')).status).toBe(404);
      const tag = { tag: 'v2', message: 'two', object: tip, type: 'commit' };
      expect((await git('POST', 'tags', tag)).status).toBe(201);
      expect((await git('POST', 'tags', { ...tag, object: '1'.repeat(40) })).status).toBe(422);
      expect((await git('DELETE', 'refs/heads/by-hand')).status).toBe(204);
      expect((await git('DELETE', 'refs/heads/by-hand')).status).toBe(422);
      expect((await git('DELETE', 'refs/heads/main')).status).toBe(422);
      const contents = (path) => witness.call('GET', `/repos/ada/lab/contents/${path}`, { token: tokens.wim });
      expect((await contents('link')).data.type).toBe('symlink');
      expect((await contents('module')).data.type).toBe('submodule');
    },
  },
  {
    name: 'says 409 about an empty repository',
    async run({ witness, tokens, expect }) {
      const sha = '1'.repeat(40);
      const git = (method, path, body) =>
        witness.call(method, `/repos/ada/empty/git/${path}`, { token: tokens.ada, body });
      const requests = [
        ['GET', 'ref/heads/main'],
        ['GET', 'matching-refs/heads'],
        ['POST', 'refs', { ref: 'refs/heads/x', sha }],
        ['PATCH', 'refs/heads/x', { sha }],
        ['DELETE', 'refs/heads/x'],
        ['GET', `commits/${sha}`],
        ['GET', `blobs/${sha}`],
        ['POST', 'commits', { message: 'x', tree: sha }],
        ['POST', 'blobs', { content: '' }],
        ['GET', 'trees/main'],
        ['POST', 'trees', { tree: [{ path: 'a', mode: '100644', content: '' }] }],
        ['POST', 'tags', { tag: 'v', message: 'x', object: sha, type: 'commit' }],
      ];
      for (const [method, path, body] of requests)
        expect.soft((await git(method, path, body)).status, `${method} ${path}`).toBe(409);
    },
  },
];
