const base64 = (text) => Buffer.from(text).toString('base64');

export const contentsCases = [
  {
    name: 'reads files, folders, links and readmes',
    async run({ witness, tokens, expect }) {
      const read = (path, more = {}) => witness.call('GET', `/repos/ada/lab/${path}`, { token: tokens.ada, ...more });
      expect((await read('readme')).data.content).toBe(`${base64('# lab\n')}\n`);
      expect((await read('contents/')).status).toBe(200);
      expect((await read('contents/src')).data).toHaveLength(2);
      expect((await read('contents/src/a.txt?ref=v1')).data.type).toBe('file');
      expect((await read('contents/src/a.txt', { headers: { accept: 'application/vnd.github.raw+json' } })).data).toBe(
        'aa\n',
      );
      expect(
        (await read('contents/src', { headers: { accept: 'application/vnd.github.object+json' } })).data.entries,
      ).toHaveLength(2);
      expect((await read('contents/src/none.txt')).status).toBe(404);
      expect((await read('contents/src/a.txt?ref=none')).status).toBe(404);
      expect((await read('readme?ref=none')).status).toBe(404);
      expect((await witness.call('GET', '/repos/ada/empty/contents/', { token: tokens.ada })).status).toBe(404);
    },
  },
  {
    name: 'writes files by compare-and-swap',
    async run({ witness, tokens, expect }) {
      const put = (path, body, token = tokens.wim) =>
        witness.call('PUT', `/repos/ada/lab/contents/${path}`, { token, body });
      const made = await put('notes/new.txt', { message: 'New', content: base64('1') });
      expect(made.status).toBe(201);
      const sha = made.data.content.sha;
      expect((await put('notes/new.txt', { message: 'Again', content: base64('2') })).data.message).toContain(
        '"sha" wasn\'t supplied',
      );
      expect((await put('notes/new.txt', { message: 'Again', content: base64('2'), sha: '0'.repeat(40) })).status).toBe(
        409,
      );
      const changed = await put('notes/new.txt', { message: 'Again', content: base64('2'), sha });
      expect(changed.status).toBe(200);
      expect((await put('notes/new.txt', { message: 'x', content: '!!!', sha })).status).toBe(409);
      expect((await put('notes/other.txt', { message: 'x', content: '!!!' })).data.errors[0].code).toBe('invalid');
      expect((await put('notes/x', { message: 'x', content: '', branch: 'nowhere' })).status).toBe(404);
      expect((await put('guard2.txt', { message: 'x', content: '', branch: 'guarded' })).data.message).toContain(
        'Changes must be made through a pull request',
      );
      const remove = (path, body) =>
        witness.call('DELETE', `/repos/ada/lab/contents/${path}`, { token: tokens.wim, body });
      expect((await remove('notes/new.txt', { message: 'Gone', sha })).status).toBe(409);
      expect((await remove('notes/none.txt', { message: 'Gone', sha })).status).toBe(404);
      expect((await remove('notes/new.txt', { message: 'Gone' })).status).toBe(422);
      expect((await remove('notes/new.txt', { message: 'Gone', sha: changed.data.content.sha })).status).toBe(200);
    },
  },
  {
    name: 'lists branches, commits, tags and comparisons',
    async run({ witness, tokens, expect }) {
      const read = (path, more = {}) => witness.call('GET', `/repos/ada/lab/${path}`, { token: tokens.ada, ...more });
      const page = await read('branches?per_page=2');
      expect(page.headers.get('link')).toContain('rel="next"');
      expect((await read('branches?protected=true')).data.map((branch) => branch.name)).toEqual(['guarded']);
      expect((await read('branches/main')).data.commit.commit.tree.sha).toMatch(/^[0-9a-f]{40}$/);
      expect((await read('branches/none')).status).toBe(404);
      expect((await read('tags')).data[0].name).toBe('v1');
      expect((await read('commits?path=src/a.txt')).data).toHaveLength(2);
      expect((await read('commits?sha=none')).status).toBe(404);
      expect((await read('commits/main')).data.files.length).toBeGreaterThan(0);
      expect((await read('commits/none')).status).toBe(422);
      expect((await read('commits/main', { headers: { accept: 'application/vnd.github.diff' } })).data).toContain(
        'diff --git',
      );
      expect((await read('compare/main...feature')).data.status).toBe('diverged');
      expect((await read('compare/main...none')).status).toBe(404);
      const empty = (path) => witness.call('GET', `/repos/ada/empty/${path}`, { token: tokens.ada });
      expect((await empty('commits')).data.message).toBe('Git Repository is empty.');
      expect((await empty('commits/main')).status).toBe(409);
      expect((await empty('branches')).data).toEqual([]);
    },
  },
];
