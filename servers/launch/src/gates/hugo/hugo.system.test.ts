import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCheckedRun } from '../../testing/checked-run.ts';
import type { CheckedOptions } from '../../testing/checked-run.ts';
import { readPage } from '../../markdown/read-page.ts';
import { createBuilder } from './create-builder.ts';
import type { Scene } from '../scene.ts';

/** Without hugo nothing here can be tested; where everything must be installed, that is a failure. */
const missing = !pathFolders(process.env['PATH']).some((folder) => existsSync(path.join(folder, 'hugo')));
if (missing) {
  if (process.env['CI'] === 'true') throw new Error('hugo is not installed');
  console.warn('SKIPPED: hugo is not installed');
}

const folder = await mkdtemp(path.join(tmpdir(), 'hugo-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = 'content/docs/page.md';
const page = (body: string, front = 'title: Widgets'): string => `---\n${front}\n---\n\n${body}\n`;
const layout = '<!doctype html><title>{{ .Title }}</title><nav><a href="/broken-theme-link/">x</a></nav>{{ .Content }}';
const site: Record<string, string> = {
  'hugo.toml': 'baseURL = "https://docs.test/base/"\ntitle = "Site"\n[permalinks]\nblog = "/posts/:slug/"\n',
  'layouts/_default/single.html': layout,
  'layouts/_default/list.html': layout,
  'static/img/a.png': 'png',
  'content/_index.md': page('Home'),
  'content/docs/_index.md': page('Docs'),
  'content/docs/guide.md': page('## Getting started\n\n[broken before](/nowhere/)'),
  'content/docs/renamed.md': page('x', 'title: R\nslug: other-name\naliases: [/old-name/]'),
  'content/blog/first.md': page('## News', 'title: First\nslug: first-post'),
};

const open = (options: CheckedOptions) =>
  createCheckedRun({
    baseUrl: 'https://docs.test/base/',
    ...options,
    site: { ...site, ...options.site },
    environment: { folder, programs: {}, ...options.environment },
  });

describe.skipIf(missing)('the gate hugo_build', () => {
  it('builds the site with the real hugo, names its version and leaves nothing behind', async () => {
    const run = await open({ writes: { [file]: page('Text.') } });
    const findings = await run.check('hugo_build');
    expect(findings).toMatchObject({
      issues: [],
      tool: { name: 'hugo', version: expect.stringMatching(/^\d+\.\d+\.\d+/u) },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('blocks a page that breaks the build, by file and line, without paths of this machine', async () => {
    const run = await open({ writes: { [file]: page('Text.\n\n{{< no-such-shortcode >}}') } });
    const { issues } = await run.check('hugo_build');
    expect(issues).toMatchObject([{ code: 'GATE_HUGO_BUILD_FAILED', severity: 'blocker', path: file, line: 7 }]);
    expect(JSON.stringify(issues)).not.toContain(folder);
  });

  describe('of a site that did not build before either', () => {
    const broken = { 'layouts/_default/single.html': '{{ .Broken' };

    it('is skipped in the local profile, with a warning that suggests a remedy', async () => {
      const run = await open({ site: broken, writes: { [file]: page('Text.') } });
      const { issues, skipped } = await run.check('hugo_build');
      expect(skipped).toMatch(/does not build, with or without the changes of the run/u);
      expect(issues).toMatchObject([
        {
          code: 'GATE_HUGO_BASELINE_FAILED',
          severity: 'warn',
          message: expect.stringMatching(/Repair the site and start a new run\. hugo reported: .*single\.html/u),
        },
      ]);
    });

    it.each(['ci', 'prod'] as const)('fails in profile %s, which requires a build', async (validation_profile) => {
      const run = await open({
        site: broken,
        writes: { [file]: page('Text.') },
        config: { validation_profile, ci_strictness: 'relaxed' },
      });
      expect((await run.check('hugo_build')).issues).toMatchObject([
        { code: 'GATE_HUGO_BASELINE_FAILED', severity: 'blocker' },
      ]);
    });

    it('still blocks what the run itself has broken', async () => {
      // Hugo reads all pages before it uses a template.
      const site = { 'layouts/_default/single.html': '{{ .NoSuchField }}' };
      const run = await open({ site, writes: { [file]: page('{{< no-such-shortcode >}}') } });
      expect((await run.check('hugo_build')).issues).toMatchObject([
        { code: 'GATE_HUGO_BUILD_FAILED', severity: 'blocker', path: file },
        { code: 'GATE_HUGO_BASELINE_FAILED', severity: 'warn' },
      ]);
    });

    it('passes if the run repairs it', async () => {
      const run = await open({
        site: { 'content/docs/broken.md': page('{{< no-such-shortcode >}}') },
        writes: { 'content/docs/broken.md': page('Text.') },
      });
      const findings = await run.check('hugo_build');
      expect(findings).toMatchObject({ issues: [] });
      expect(findings).not.toHaveProperty('skipped');
    });
  });

  it('makes no request and starts no program, whatever the site configures', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data.json`;
    try {
      const run = await open({
        site: {
          'hugo.toml': `${site['hugo.toml'] ?? ''}\n[security.http]\nurls = [".*"]\nmethods = [".*"]\n[security.exec]\nallow = [".*"]\n`,
          'layouts/_default/single.html': `{{ with resources.GetRemote "${address}" }}{{ with .Err }}{{ warnf "%s" . }}{{ end }}{{ end }}{{ .Content }}`,
        },
        writes: { [file]: page('Text.') },
      });
      await run.check('hugo_build');
      expect(requests).toEqual([]);
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  });

  it.each([
    ['a mount', '[[module.mounts]]\nsource = "OUTSIDE"\ntarget = "assets"\n', 'OUTSIDE'],
    ['the folder of assets', 'assetDir = "OUTSIDE"\n', 'OUTSIDE'],
    ['a theme', 'theme = "x"\nthemesDir = "OUTSIDE/themes"\n', 'x'],
    ['an imported module', '[[module.imports]]\npath = "OUTSIDE/themes/x"\n', 'OUTSIDE/themes/x'],
  ])('reads no file outside the site through %s', async (_, config, named) => {
    const outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
    onTestFinished(() => rm(outside, { recursive: true, force: true }));
    await mkdir(path.join(outside, 'themes', 'x', 'assets'), { recursive: true });
    for (const place of [outside, path.join(outside, 'themes', 'x', 'assets')])
      await writeFile(path.join(place, 'canary.txt'), 'canary-of-the-machine');
    const run = await open({
      site: {
        'hugo.toml': `baseURL = "https://docs.test/base/"\n${config.replaceAll('OUTSIDE', outside)}`,
        'layouts/_default/single.html': '{{ with resources.Get "canary.txt" }}{{ errorf "%s" .Content }}{{ end }}',
      },
      writes: { [file]: page('Text.') },
      // In a namespace the folder does not exist for hugo.
      environment: { confinement: 'policy' },
    });
    const { issues } = await run.check('hugo_build');
    expect(JSON.stringify(issues)).not.toContain('canary-of-the-machine');
    expect(issues).toMatchObject([
      {
        code: 'GATE_HUGO_BASELINE_FAILED',
        message: expect.stringContaining(
          `reads '${named.replace('OUTSIDE', outside)}', which is outside its own folder`,
        ),
      },
    ]);
  });

  it('writes no file outside its own folder, whatever the site configures', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
    onTestFinished(() => rm(outside, { recursive: true, force: true }));
    const caches = ['images', 'assets', 'getjson', 'getcsv', 'getresource', 'modules'];
    const run = await open({
      site: {
        'hugo.toml': [
          'baseURL = "https://docs.test/base/"',
          `publishDir = "${outside}/public"`,
          `resourceDir = "${outside}/resources"`,
          ...caches.map((name) => `[caches.${name}]\ndir = "${outside}/${name}"`),
        ].join('\n'),
      },
      writes: { [file]: page('Text.') },
    });
    expect((await run.check('hugo_build')).issues).toEqual([]);
    expect(await readdir(outside)).toEqual([]);
  });

  it('writes no link of the site to the disk', async () => {
    const run = await createCheckedRun({
      site: { ...site, 'content/docs/passwd.md': { link: '/etc/passwd' } },
      writes: { [file]: page('Text.') },
      environment: { folder, programs: {} },
    });
    const { site: built } = await createBuilder()(await sceneOf(run));
    expect([...(built?.files ?? [])].filter((name) => name.includes('passwd'))).toEqual([]);
  });

  it('reports a warning by the same words at any time', async () => {
    const run = await open({
      site: { 'layouts/_default/single.html': '{{ warnf "odd content/%s" .File.Path }}{{ .Content }}' },
      writes: { [file]: page('Text.') },
    });
    expect((await run.check('hugo_build')).issues).toMatchObject([
      { code: 'GATE_HUGO_BUILD_WARNING', path: file, message: 'WARN odd content/docs/page.md' },
    ]);
  });

  it('builds a site of many pages', async () => {
    const many = Array.from({ length: 500 }, (_, at) => [
      `content/docs/p${at}.md`,
      page(`## Part\n\n[next](/base/docs/p${(at + 1) % 500}/#part)`),
    ]);
    const run = await open({ site: Object.fromEntries(many), writes: { [file]: page('[a](/base/docs/p7/#part)') } });
    expect((await run.check('hugo_build')).issues).toEqual([]);
    expect((await run.check('internal_links')).issues).toEqual([]);
  });
});

/** A scene as the gates get it. */
const sceneOf = async (run: Awaited<ReturnType<typeof open>>): Promise<Scene> => {
  const { config, environment, context } = run;
  const inputs = await context.artifacts.json<Scene['inputs']>('inputs.json');
  const plan = await context.artifacts.json<Scene['plan']>('page_plan.json');
  const worktree = await run.worktree();
  const { artifacts, signal } = context;
  return { config, environment, inputs, plan, bundle: run.bundle(), worktree, pages: [], artifacts, signal };
};

describe.skipIf(missing)('the anchors of headings', () => {
  it('are those that hugo writes', async () => {
    const headings = [
      'The `foo` method',
      'Hello, World! & more_x -- Ünï',
      'A [link](http://x.y/z)',
      'Dup',
      'Dup',
      'Dup-1',
      'Own {#my-id}',
      'Own again {#other .wide}',
      '日本語 見出し',
      '*Emphasis* and **more**',
      'Größe: 2 × 3',
      '100% C++ / C#',
      'tab\there',
      "It's “quoted” – yes…",
      'Émile Zola ½ ²',
      '`code`',
      '--- dashes ---',
      '!!!',
      'x_y__z',
    ];
    const text = page(headings.map((heading) => `## ${heading}`).join('\n\n'));
    const run = await open({ writes: { [file]: text } });
    const { site: built } = await createBuilder()(await sceneOf(run));
    expect([...(built?.ids.get('/docs/page/index.html') ?? [])]).toEqual(
      readPage(text).headings.map(({ anchor }) => anchor),
    );
  });
});

describe.skipIf(missing)('the gate internal_links', () => {
  it('accepts links to everything that hugo builds', async () => {
    const good = [
      '/base/docs/guide/',
      '/base/docs/guide/#getting-started',
      '../guide/#getting-started',
      'https://docs.test/base/docs/guide/',
      '/base/docs/other-name/',
      '/base/old-name/',
      '/base/posts/first-post/#news',
      '/base/docs/',
      '/base/',
      '/base/img/a.png',
      '#own',
      '#top',
      '?q=1',
      'mailto:a@b.test',
      'https://elsewhere.test/x',
    ];
    const run = await open({ writes: { [file]: page(`${good.map((url) => `[x](${url})`).join(' ')}\n\n## Own`) } });
    expect((await run.check('internal_links')).issues).toEqual([]);
  });

  it('reports broken links by line, but not on pages that the run did not touch', async () => {
    const run = await open({
      writes: {
        [file]: page(
          '[a](/docs/gone/)\n[b](../guide/#gone)\n[c](guide.md)\n![d](/img/b.png)\n[e](https://docs.test/base/no/)\n[f](#no)\n[g](/docs/guide/)',
        ),
      },
    });
    const { issues, tool } = await run.check('internal_links');
    expect(tool?.name).toBe('hugo');
    expect(issues.map(({ code, line, context }) => [code, line, context])).toEqual([
      ['GATE_LINK_BROKEN_INTERNAL', 5, '/docs/gone/'],
      ['GATE_LINK_BROKEN_ANCHOR', 6, '../guide/#gone'],
      ['GATE_LINK_BROKEN_RELATIVE', 7, 'guide.md'],
      ['GATE_LINK_BROKEN_INTERNAL', 8, '/img/b.png'],
      ['GATE_LINK_BROKEN_INTERNAL', 9, 'https://docs.test/base/no/'],
      ['GATE_LINK_BROKEN_ANCHOR', 10, '#no'],
      // Outside the path of the base URL.
      ['GATE_LINK_BROKEN_INTERNAL', 11, '/docs/guide/'],
    ]);
  });

  it('follows the addresses that the theme makes of names of files', async () => {
    const hook =
      '<a href="{{ with .Page.GetPage .Destination }}{{ .RelPermalink }}{{ else }}{{ .Destination }}{{ end }}">{{ .Text }}</a>';
    const run = await open({
      site: { 'layouts/_default/_markup/render-link.html': hook },
      writes: { [file]: page('[a](guide.md)\n[b](gone.md)') },
    });
    expect((await run.check('internal_links')).issues.map(({ context }) => context)).toEqual(['gone.md']);
  });

  it('follows the addresses to which the theme adds the path of the base URL', async () => {
    const hook = '<a href="{{ .Destination | strings.TrimPrefix "/" | relURL }}">{{ .Text }}</a>';
    const run = await open({
      site: { 'layouts/_default/_markup/render-link.html': hook },
      writes: { [file]: page('[a](/docs/guide/#getting-started)\n[b](/docs/gone/)') },
    });
    expect((await run.check('internal_links')).issues.map(({ context }) => context)).toEqual(['/docs/gone/']);
  });

  it('passes when its issues are fixed', async () => {
    const run = await open({
      writes: {
        [file]: page('[a](/docs/guide/#geting-started)\n[b](../giude/#getting-started)\n[c](../guide/#geting-started)'),
      },
    });
    for (
      let [issue] = (await run.check('internal_links')).issues;
      issue;
      [issue] = (await run.check('internal_links')).issues
    ) {
      const before = run.diff();
      await run.fix('internal_links', issue);
      expect(run.diff()).not.toBe(before);
    }
    expect(await (await run.worktree()).read(file)).toContain(
      '[a](/base/docs/guide/)\n[b](/base/docs/guide/#getting-started)\n[c](../guide/#getting-started)',
    );
  });
});
