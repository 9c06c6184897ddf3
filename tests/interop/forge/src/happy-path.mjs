const when = '2026-02-03T04:05:06Z';
const person = { name: 'Ada', email: 'ada@example.com', date: when };

/** A client of one server under one user, and what the steps learn on the way. */
export function createJourney(url, tokens) {
  const known = {};
  const call = async (method, path, body, token = tokens.ada, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'user-agent': 'journey',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    return { status: response.status, data: isJson ? JSON.parse(text) : text };
  };
  return { call, known, tokens };
}

const r = '/repos/ada/walk';

/** One way through the API. Every step answers what two servers can be compared by. */
export const happyPath = [
  [
    'creates a repository',
    async ({ call }) => {
      const { status, data } = await call('POST', '/user/repos', {
        name: 'walk',
        auto_init: true,
        description: 'a walk',
      });
      return [status, data.name, data.full_name, data.private, data.default_branch, data.owner.login];
    },
  ],
  [
    'reads it',
    async ({ call }) => {
      const { status, data } = await call('GET', r);
      return [status, data.full_name, data.description, data.permissions];
    },
  ],
  [
    'writes a blob',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/git/blobs`, { content: 'aGVsbG8=', encoding: 'base64' });
      known.blob = data.sha;
      return [status, data.sha];
    },
  ],
  [
    'writes a tree',
    async ({ call, known }) => {
      const tree = [
        { path: 'hello.txt', mode: '100644', type: 'blob', sha: known.blob },
        { path: 'bin/run', mode: '100755', type: 'blob', content: 'run\n' },
        { path: 'bin/stay', mode: '100755', type: 'blob', content: 'stay\n' },
        { path: 'docs/deep/er.md', mode: '100644', type: 'blob', content: '# deep\n' },
      ];
      const { status, data } = await call('POST', `${r}/git/trees`, { tree });
      known.tree = data.sha;
      return [status, data.sha];
    },
  ],
  [
    'edits a tree',
    async ({ call, known }) => {
      const tree = [
        { path: 'bin/run', mode: '100755', type: 'blob', sha: null },
        { path: 'new.txt', mode: '100644', type: 'blob', content: 'new' },
      ];
      const { status, data } = await call('POST', `${r}/git/trees`, { base_tree: known.tree, tree });
      known.edited = data.sha;
      return [status, data.sha];
    },
  ],
  [
    'writes a commit with an id that can be foretold',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/git/commits`, {
        message: 'Foretold\n',
        tree: known.tree,
        parents: [],
        author: person,
        committer: person,
      });
      known.root = data.sha;
      return [status, data.sha, data.message.trim(), data.author, data.tree.sha];
    },
  ],
  [
    'writes its child',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/git/commits`, {
        message: 'Child\n',
        tree: known.edited,
        parents: [known.root],
        author: person,
        committer: person,
      });
      known.child = data.sha;
      return [status, data.sha, data.parents.map(({ sha }) => sha)];
    },
  ],
  [
    'creates a branch with a slash',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/git/refs`, { ref: 'refs/heads/side/walk', sha: known.root });
      return [status, data.ref, data.object.sha, data.object.type];
    },
  ],
  [
    'reads the ref',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/git/ref/heads/side/walk`);
      return [status, data.ref, data.object.sha];
    },
  ],
  [
    'moves it forward',
    async ({ call, known }) => {
      const { status, data } = await call('PATCH', `${r}/git/refs/heads/side/walk`, { sha: known.child });
      return [status, data.object.sha];
    },
  ],
  [
    'is not allowed backward',
    async ({ call, known }) => {
      const { status, data } = await call('PATCH', `${r}/git/refs/heads/side/walk`, { sha: known.root });
      known.backward = data.message;
      return status;
    },
  ],
  [
    'cannot create it twice',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/git/refs`, { ref: 'refs/heads/side/walk', sha: known.root });
      return [status, data.message];
    },
  ],
  [
    'reads the tree recursively',
    async ({ call, known }) => {
      const { status, data } = await call('GET', `${r}/git/trees/${known.child}?recursive=1`);
      return [status, data.truncated, data.tree.map(({ path, mode, type, sha }) => [path, mode, type, sha]).toSorted()];
    },
  ],
  [
    'reads a file',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/contents/hello.txt?ref=side/walk`);
      return [status, data.type, data.sha, data.size, Buffer.from(data.content, 'base64').toString()];
    },
  ],
  [
    'reads it raw',
    async ({ call, tokens }) => {
      const { status, data } = await call('GET', `${r}/contents/hello.txt?ref=side/walk`, undefined, tokens.ada, {
        accept: 'application/vnd.github.raw+json',
      });
      return [status, data];
    },
  ],
  [
    'lists a folder',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/contents/docs?ref=side/walk`);
      return [status, data.map(({ name, type, sha }) => [name, type, sha])];
    },
  ],
  [
    'lists branches',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/branches`);
      return [status, data.map(({ name, protected: isProtected }) => [name, isProtected]).toSorted()];
    },
  ],
  [
    'lists commits',
    async ({ call, known }) => {
      const { status, data } = await call('GET', `${r}/commits?sha=side/walk`);
      return [status, data.map(({ sha, commit }) => [sha, commit.message.trim()]), data[0].sha === known.child];
    },
  ],
  [
    'writes a file on main',
    async ({ call, known }) => {
      const { status, data } = await call('PUT', `${r}/contents/note.txt`, { message: 'Note', content: 'bm90ZQ==' });
      known.note = data.content.sha;
      return [status, data.content.path, data.content.sha, data.commit.message];
    },
  ],
  [
    'refuses a stale write',
    async ({ call }) => {
      const { status } = await call('PUT', `${r}/contents/note.txt`, {
        message: 'Note',
        content: '',
        sha: '0'.repeat(40),
      });
      return status;
    },
  ],
  [
    'branches off main',
    async ({ call, known }) => {
      known.main = (await call('GET', `${r}/git/ref/heads/main`)).data.object.sha;
      const { status } = await call('POST', `${r}/git/refs`, { ref: 'refs/heads/topic', sha: known.main });
      const put = await call('PUT', `${r}/contents/topic.txt`, {
        message: 'Topic',
        content: 'dG9waWM=',
        branch: 'topic',
      });
      known.topic = put.data.commit.sha;
      return [status, put.status, put.data.content.sha];
    },
  ],
  [
    'opens a pull request',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/pulls`, {
        title: 'Topic',
        head: 'topic',
        base: 'main',
        body: 'please',
      });
      known.number = data.number;
      return [
        status,
        data.number,
        data.state,
        data.title,
        data.body,
        data.draft,
        data.head.ref,
        data.base.ref,
        data.head.sha === known.topic,
        data.user.login,
      ];
    },
  ],
  [
    'lists it by head',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/pulls?state=open&head=ada:topic`);
      return [status, data.map(({ number, title }) => [number, title])];
    },
  ],
  [
    'changes its title',
    async ({ call, known }) => {
      const { status, data } = await call('PATCH', `${r}/pulls/${known.number}`, { title: 'The topic' });
      return [status, data.title];
    },
  ],
  [
    'reports a check run',
    async ({ call, known }) => {
      const { status, data } = await call('POST', `${r}/check-runs`, {
        name: 'ci',
        head_sha: known.topic,
        status: 'completed',
        conclusion: 'success',
      });
      const list = await call('GET', `${r}/commits/${known.topic}/check-runs`);
      return [
        status,
        data.conclusion,
        list.data.total_count,
        list.data.check_runs.map(({ name, status: state }) => [name, state]),
      ];
    },
  ],
  [
    'is reviewed',
    async ({ call, known, tokens }) => {
      await call('PUT', `${r}/collaborators/wim`, { permission: 'push' });
      const { status, data } = await call(
        'POST',
        `${r}/pulls/${known.number}/reviews`,
        { event: 'APPROVE', body: 'good' },
        tokens.wim,
      );
      known.reviewed = status;
      return [data.state, data.user.login];
    },
  ],
  [
    'is merged',
    async ({ call, known }) => {
      const { status, data } = await call('PUT', `${r}/pulls/${known.number}/merge`, {
        merge_method: 'squash',
        sha: known.topic,
      });
      const { data: pull } = await call('GET', `${r}/pulls/${known.number}`);
      return [status, data.merged, data.message, pull.merged, pull.state, pull.merge_commit_sha === data.sha];
    },
  ],
  [
    'shows the merged file on main',
    async ({ call }) => {
      const { status, data } = await call('GET', `${r}/contents/topic.txt`);
      return [status, data.sha];
    },
  ],
  [
    'deletes the branch',
    async ({ call }) => {
      const { status } = await call('DELETE', `${r}/git/refs/heads/topic`);
      return [status, (await call('GET', `${r}/git/ref/heads/topic`)).status];
    },
  ],
  [
    'finds the repository',
    async ({ call }) => {
      const { status, data } = await call('GET', '/search/repositories?q=walk');
      return [status, data.items.map(({ full_name: name }) => name)];
    },
  ],
];

/** Where emulate is not GitHub, by the research: what each of the two answers. */
export const differences = [
  [
    'the id of a commit whose message ends without a line break',
    { emulate: '30fa2963', forge: 'fad84f05' },
    async ({ call }) => {
      const tree = [
        { path: 'hello.txt', mode: '100644', type: 'blob', content: 'hello' },
        { path: 'bin/run', mode: '100755', type: 'blob', content: 'run\n' },
        { path: 'docs/deep/er.md', mode: '100644', type: 'blob', content: '# deep\n' },
      ];
      const { data } = await call('POST', `${r}/git/trees`, { tree });
      const body = { message: 'Foretold', tree: data.sha, parents: [], author: person, committer: person };
      return (await call('POST', `${r}/git/commits`, body)).data.sha.slice(0, 8);
    },
  ],
  [
    'a folder whose last file is removed',
    { emulate: ['bin'], forge: [] },
    async ({ call, known }) => {
      const gone = ['bin/run', 'bin/stay'].map((path) => ({ path, mode: '100755', type: 'blob', sha: null }));
      const { data } = await call('POST', `${r}/git/trees`, { base_tree: known.tree, tree: gone });
      return data.tree.map(({ path }) => path).filter((path) => path === 'bin');
    },
  ],
  [
    'the words about a move that is no fast forward',
    { emulate: 'Update is not a fast-forward', forge: 'Update is not a fast forward' },
    async ({ known }) => known.backward,
  ],
  ['the status of a new review', { emulate: 201, forge: 200 }, async ({ known }) => known.reviewed],
  [
    'the commits of a pull request',
    { emulate: ['Note', 'Topic'], forge: ['Topic'] },
    async ({ call, known }) =>
      (await call('GET', `${r}/pulls/${known.number}/commits`)).data.map(({ commit }) => commit.message),
  ],
  [
    'the files of a pull request',
    { emulate: [], forge: ['topic.txt'] },
    async ({ call, known }) =>
      (await call('GET', `${r}/pulls/${known.number}/files`)).data.map(({ filename }) => filename),
  ],
  [
    'an invalid token',
    { emulate: 200, forge: 401 },
    async ({ call }) => (await call('GET', r, undefined, 'nonsense')).status,
  ],
  [
    'a private repository, for a stranger',
    { emulate: 403, forge: 404 },
    async ({ call, tokens }) => {
      await call('POST', '/user/repos', { name: 'hidden', private: true, auto_init: true });
      return (await call('GET', '/repos/ada/hidden', undefined, tokens.wim)).status;
    },
  ],
  [
    'a private repository, for nobody known',
    { emulate: 401, forge: 404 },
    async ({ call }) => (await call('GET', '/repos/ada/hidden', undefined, '')).status,
  ],
  [
    'a ref of an empty repository',
    { emulate: 404, forge: 409 },
    async ({ call }) => {
      await call('POST', '/user/repos', { name: 'bare' });
      return (await call('GET', '/repos/ada/bare/git/ref/heads/main')).status;
    },
  ],
  [
    'a commit status',
    { emulate: 404, forge: 201 },
    async ({ call, known }) => (await call('POST', `${r}/statuses/${known.main}`, { state: 'success' })).status,
  ],
  [
    'a pull request from an unknown branch',
    { emulate: 201, forge: 422 },
    async ({ call }) => (await call('POST', `${r}/pulls`, { title: 'x', head: 'nowhere', base: 'main' })).status,
  ],
  [
    'a second pull request for a branch',
    { emulate: 201, forge: 422 },
    async ({ call }) => {
      const { data } = await call('GET', `${r}/git/ref/heads/main`);
      await call('POST', `${r}/git/refs`, { ref: 'refs/heads/again', sha: data.object.sha });
      await call('PUT', `${r}/contents/again.txt`, { message: 'Again', content: '', branch: 'again' });
      await call('POST', `${r}/pulls`, { title: 'Again', head: 'again', base: 'main' });
      return (await call('POST', `${r}/pulls`, { title: 'Again', head: 'again', base: 'main' })).status;
    },
  ],
  [
    'a merge with a wrong sha',
    { emulate: 422, forge: 409 },
    async ({ call, known }) => {
      const { data } = await call('GET', `${r}/pulls?state=open&head=ada:again`);
      known.again = data.at(-1).number;
      return (await call('PUT', `${r}/pulls/${known.again}/merge`, { sha: '0'.repeat(40) })).status;
    },
  ],
  [
    'a pull request’s state of nonsense',
    { emulate: 200, forge: 422 },
    async ({ call, known }) => (await call('PATCH', `${r}/pulls/${known.again}`, { state: 'bogus' })).status,
  ],
  [
    'a conflicting pull request',
    { emulate: 200, forge: 405 },
    async ({ call }) => {
      const { data: ref } = await call('GET', `${r}/git/ref/heads/main`);
      await call('POST', `${r}/git/refs`, { ref: 'refs/heads/clash', sha: ref.object.sha });
      const { data: file } = await call('GET', `${r}/contents/note.txt`);
      await call('PUT', `${r}/contents/note.txt`, { message: 'Ours', content: 'b3Vycw==', sha: file.sha });
      await call('PUT', `${r}/contents/note.txt`, {
        message: 'Theirs',
        content: 'dGhlaXJz',
        sha: file.sha,
        branch: 'clash',
      });
      const { data: pull } = await call('POST', `${r}/pulls`, { title: 'Clash', head: 'clash', base: 'main' });
      return (await call('PUT', `${r}/pulls/${pull.number}/merge`, {})).status;
    },
  ],
  [
    'a merge of what was merged',
    { emulate: 422, forge: 405 },
    async ({ call, known }) => (await call('PUT', `${r}/pulls/${known.number}/merge`, {})).status,
  ],
  [
    'a merge against a protection',
    { emulate: 422, forge: 405 },
    async ({ call, known, tokens }) => {
      await call('PUT', `${r}/branches/main/protection`, {
        required_status_checks: { strict: false, contexts: ['must'] },
        enforce_admins: true,
        required_pull_request_reviews: null,
        restrictions: null,
      });
      return (await call('PUT', `${r}/pulls/${known.again}/merge`, {}, tokens.ada)).status;
    },
  ],
  [
    'the status in the body of an error',
    { emulate: 'undefined', forge: '"404"' },
    async ({ call }) => JSON.stringify((await call('GET', '/repos/ada/nothing')).data.status) ?? 'undefined',
  ],
];
