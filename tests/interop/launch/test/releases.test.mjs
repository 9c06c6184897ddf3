import { afterEach, expect, it } from 'vitest';
import { serveBranch } from '../src/built-site.mjs';
import { olderImmer, products } from '../src/products.mjs';
import { openWorld } from '../src/world.mjs';

let world;
let site;
afterEach(async () => {
  await site?.close();
  await world?.close();
  site = world = undefined;
});

const read = async (path, ref = 'main') => {
  const { content, sha } = await world.ask(`/repos/acme/docs/contents/${path}?ref=${ref}`);
  return { text: Buffer.from(content, 'base64').toString(), sha };
};
/** Commits a change of a page to the site, as a person does. */
const edit = async (path, change) => {
  const { text, sha } = await read(path);
  const after = change(text);
  expect(after).not.toBe(text);
  const content = Buffer.from(after).toString('base64');
  await world.ask(`/repos/acme/docs/contents/${path}`, 'PUT', { message: `Change ${path}`, sha, content });
};
const launch = async (github_ref) => {
  const { run_id, status } = await world.start({ ...world.config, github_ref });
  expect({ state: status.state, failure: status.failure ?? null }).toEqual({ state: 'READY_FOR_PR', failure: null });
  const { issues } = JSON.parse(await world.artifactOf(run_id, 'validation_report.json'));
  return { run_id, issues, opened: await world.call('launch_open_pr', { run_id }) };
};
const merge = (number) => world.ask(`/repos/acme/docs/pulls/${number}/merge`, 'PUT', { merge_method: 'squash' });

it('launches two releases of immer and keeps what people wrote between them', async () => {
  const [immer] = products;
  world = await openWorld(immer, olderImmer(), {}, { next: await immer.read() });
  const [newer, older] = await world.ask('/repos/acme/immer/commits');
  const first = await launch(older.sha);
  expect(first.opened).toMatchObject({ ok: true });
  const files = await world.ask('/repos/acme/docs/pulls/1/files?per_page=100');
  await merge(1);

  const pages = new Map();
  for (const { filename } of files) if (filename.endsWith('.md')) pages.set(filename, (await read(filename)).text);
  const pageWith = (text) => [...pages].find(([, content]) => content.includes(text))?.[0];
  const versioned = pageWith('Version: 9.0.21');
  const reference = [...pages].find(
    ([path, text]) => path.includes('/reference/') && text.includes('## produce\n'),
  )?.[0];
  const plugin = [...pages].find(([path, text]) => path.includes('/reference/') && /^## enableES5$/m.test(text))?.[0];
  expect({ versioned, reference, plugin }).toEqual({
    versioned: expect.any(String),
    reference: expect.any(String),
    plugin: expect.any(String),
  });
  await edit(versioned, (text) => text.replace('Version: 9.0.21', 'Version: 9.0.21 (the last with ES5)'));
  await edit(versioned, (text) => `${text}\n## Notes of the team\n\nAda uses it in every reducer.\n`);
  await edit(reference, (text) => text.replace('## produce\n', '## produce\n\nStart here.\n'));

  const second = await launch(newer.sha);
  expect(second.opened).toMatchObject({ ok: true });
  const { branch } = second.opened;
  const changed = (await read(versioned, branch)).text;
  expect(changed).toContain('Version: 9.0.21 (the last with ES5)');
  expect(changed).toContain('Ada uses it in every reducer.');
  expect((await read(reference, branch)).text).toContain('Start here.');
  const diff = await world.artifactOf(second.run_id, 'site.diff');
  expect(diff).toContain('11.2.10');
  expect(diff).not.toMatch(/^\+(?:<{7}|={7}|>{7})/m);
  const codesOf = (path) =>
    second.issues.filter(({ location }) => location?.path === path).map(({ error_code }) => error_code);
  expect(codesOf(versioned)).toContain('PATCH_CONFLICT');
  const conflict = second.issues.find(({ error_code }) => error_code === 'PATCH_CONFLICT');
  expect(conflict.message).toContain('11.2.10');
  expect(codesOf(plugin).some((code) => ['PAGE_STALE', 'SECTION_REMOVED'].includes(code))).toBe(true);
  site = await serveBranch(world, branch);
  const { pathname } = new URL(`http://site/${versioned.replace('content/', '').replace(/_index\.md$|\.md$/, '')}`);
  const built = await (await fetch(new URL(`.${pathname}`, site.url))).text();
  expect(built).toContain('Ada uses it in every reducer.');

  await merge(2);
  const third = await launch(newer.sha);
  expect(third.opened).toMatchObject({ ok: false, error: { code: 'NO_CHANGES' } });
  expect(third.issues.filter(({ error_code }) => error_code === 'PATCH_CONFLICT')).toEqual([]);
  // Three launches.
}, 900_000);
