import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canConfine, pathFolders } from '@recourse/sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCheckedRun } from '../../testing/checked-run.ts';
import type { CheckedOptions } from '../../testing/checked-run.ts';

/** Without hugo nothing here can be tested; where everything must be installed, that is a failure. */
const missing = !pathFolders(process.env['PATH']).some((folder) => existsSync(path.join(folder, 'hugo')));
if (missing && process.env['CI'] === 'true') throw new Error('hugo is not installed');

const canary = 'canary-of-the-machine';
const variable = 'RECOURSE_TEST_CANARY';
const file = 'content/docs/page.md';
const page = (body: string, front = 'title: Widgets'): string => `---\n${front}\n---\n\n${body}\n`;
const layout = '<title>{{ .Title }}</title>{{ .Content }}';

/** A hostile site. OUTSIDE stands for a folder of the machine with canaries, ADDRESS for a server that must get no request. */
interface Attack {
  readonly name: string;
  readonly config?: string;
  readonly template?: string;
  readonly files?: CheckedOptions['site'];
}

/** Prints whatever the template has read, by way of an error of the build. */
const leak = (expression: string, part = '.'): string =>
  `{{ with ${expression} }}{{ errorf "LEAK %s" (replaceRE \`\\s+\` " " (printf "%v" ${part})) }}{{ end }}`;
const leakAsset = (expression: string): string => leak(expression, '.Content');

const folders = ['contentDir', 'layoutDir', 'dataDir', 'i18nDir', 'archetypeDir', 'staticDir', 'assetDir', 'themesDir'];
const reads: readonly Attack[] = [
  { name: 'readFile of an absolute path', template: leak('readFile "OUTSIDE/canary.txt"') },
  { name: 'readFile of a path with dots', template: leak('readFile "../../../outside/canary.txt"') },
  { name: 'readDir', template: leak('readDir "OUTSIDE"') },
  { name: 'os.Stat', template: leak('(os.Stat "OUTSIDE/canary.txt").Name') },
  {
    name: 'a variable of the environment',
    config: '[security.funcs]\ngetenv = [".*"]\n',
    template: leak(`getenv "${variable}"`),
  },
  ...folders.map((name) => ({
    name,
    config: `${name} = "OUTSIDE"\n`,
    template: leak('slice (resources.Match "**") site.Data (resources.Get "canary.txt").Content'),
  })),
  { name: 'the content of a language', config: '[languages.en]\ncontentDir = "OUTSIDE"\n', template: layout },
  {
    name: 'a mount',
    config: '[[module.mounts]]\nsource = "OUTSIDE"\ntarget = "assets"\n',
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'a mount of a language',
    config: '[[languages.en.module.mounts]]\nsource = "OUTSIDE"\ntarget = "assets"\n',
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'a mount in the folder of configurations',
    files: { 'config/_default/module.toml': '[[mounts]]\nsource = "../../../outside"\ntarget = "assets"\n' },
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'the replacement of a module',
    config: '[module]\nreplacements = "theme.test/x -> OUTSIDE"\n[[module.imports]]\npath = "theme.test/x"\n',
    files: { 'go.mod': 'module site.test\n\nrequire theme.test/x v0.0.0\n' },
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'a workspace of modules',
    config: '[module]\nworkspace = "OUTSIDE/go.work"\n[[module.imports]]\npath = "theme.test/x"\n',
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'a theme with dots',
    config: 'theme = "../../../../outside"\n',
    template: leakAsset('resources.Get "canary.txt"'),
  },
  {
    name: 'a symbolic link',
    files: { 'assets/link.txt': { link: '../../../../outside/canary.txt' } },
    template: leakAsset('resources.Get "link.txt"'),
  },
  {
    name: 'an import of JavaScript',
    files: { 'assets/main.js': 'import text from "OUTSIDE/canary.json";\nconsole.log(text);\n' },
    template: leakAsset('resources.Get "main.js" | js.Build'),
  },
  {
    name: 'an import of JavaScript by another name of the function',
    files: { 'assets/main.js': 'import text from "OUTSIDE/canary.json";\nconsole.log(text);\n' },
    template: `{{ $asset := resources.Get "main.js" }}{{ with js }}${leakAsset('.Build $asset')}{{ end }}`,
  },
  {
    name: 'an import of Sass',
    files: { 'assets/main.scss': '@import "OUTSIDE/canary";\n' },
    template: leakAsset('resources.Get "main.scss" | toCSS'),
  },
  {
    name: 'a folder for imports of Sass',
    files: { 'assets/main.scss': '@import "canary";\n' },
    template: leakAsset('resources.Get "main.scss" | resources.ToCSS (dict "includePaths" (slice "OUTSIDE"))'),
  },
  {
    name: 'an inline shortcode',
    config: 'enableInlineShortcodes = true\n[security]\nenableInlineShortcodes = true\n',
    files: {
      'assets/main.js': 'import text from "OUTSIDE/canary.json";\nconsole.log(text);\n',
      'content/docs/inline.md': page(
        `{{< a.inline >}}${leakAsset('resources.Get "main.js" | js.Build')}{{< /a.inline >}}`,
      ),
    },
  },
];
const requests: readonly Attack[] = ['resources.GetRemote', 'getJSON', 'getCSV ","'].map((name) => ({
  name,
  config: '[security.http]\nurls = [".*"]\nmethods = [".*"]\n',
  template: leak(`${name} "ADDRESS/data.json"`),
}));
const writes: readonly Attack[] = [
  { name: 'the folders of the configuration', config: 'publishDir = "OUTSIDE/x"\nresourceDir = "OUTSIDE/y"\n' },
  { name: 'the cache', config: 'cacheDir = "OUTSIDE/z"\n' },
  { name: 'the address of a page', files: { 'content/a.md': page('x', 'title: A\nurl: ../../../outside/a.html') } },
  { name: 'an alias', files: { 'content/b.md': page('x', 'title: B\naliases: [/../../../outside/b]') } },
  { name: 'a permalink', config: '[permalinks]\ndocs = "/../../../outside/:slug/"\n' },
  { name: 'a resource', template: '{{ (resources.FromString "../../../outside/d.txt" "x").RelPermalink }}' },
  {
    name: 'a format',
    config: '[outputFormats.X]\nmediaType = "text/html"\npath = "../../../outside"\n[outputs]\npage = ["html", "x"]\n',
  },
];

const attack = async ({ config = '', template = layout, files = {} }: Attack, more: CheckedOptions['environment']) => {
  const machine = await mkdtemp(path.join(tmpdir(), 'machine-'));
  onTestFinished(() => rm(machine, { recursive: true, force: true }));
  const [outside, folder] = [path.join(machine, 'outside'), path.join(machine, 'work')];
  for (const made of [outside, folder]) await mkdir(made);
  await writeFile(path.join(outside, 'canary.txt'), canary);
  await writeFile(path.join(outside, 'canary.json'), JSON.stringify({ canary }));
  await writeFile(path.join(outside, 'canary.scss'), `.${canary} { color: red }`);
  await writeFile(path.join(outside, 'canary.md'), page(canary));
  await writeFile(path.join(outside, 'go.work'), 'go 1.19\nuse .\n');
  await writeFile(path.join(outside, 'go.mod'), 'module theme.test/x\n');
  process.env[variable] = canary;
  onTestFinished(() => void delete process.env[variable]);
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end(JSON.stringify({ canary }));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fill = (text: string): string => text.replaceAll('OUTSIDE', outside).replaceAll('ADDRESS', address);
  const site: CheckedOptions['site'] = {
    'hugo.toml': fill(`baseURL = "https://docs.test/"\n${config}`),
    'layouts/_default/single.html': fill(template),
    'layouts/_default/list.html': layout,
    ...Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? fill(content) : content]),
    ),
  };
  const before = await readdir(machine, { recursive: true });
  const run = await createCheckedRun({
    site,
    writes: { [file]: page('Text.') },
    environment: { folder, programs: {}, ...more },
  });
  const findings = await run.check('hugo_build');
  expect(await readdir(machine, { recursive: true })).toEqual(before);
  return { findings, received };
};

// CI must run the real thing; a container of a user may not allow namespaces.
const isPossible = process.env['CI'] === 'true' || (await canConfine());

describe.skipIf(missing)('a hostile site', () => {
  describe.each(isPossible ? (['namespace', 'policy'] as const) : (['policy'] as const))('with %s', (confinement) => {
    it.each(reads)('reads nothing outside its folder: $name', async (given) => {
      const { findings } = await attack(given, { confinement });
      expect(JSON.stringify(findings)).not.toContain(canary);
      expect(findings.tool).toMatchObject({ name: 'hugo', confinement });
    });

    it.each(requests)('makes no request: $name', async (given) => {
      const { findings, received } = await attack(given, { confinement });
      expect(received).toEqual([]);
      expect(JSON.stringify(findings)).not.toContain(canary);
    });

    it.each(writes)('writes nothing outside its folder: $name', async (given) => {
      await attack(given, { confinement });
    });
  });

  it.each(reads.filter(({ name }) => name.startsWith('an import') || name.startsWith('an inline')))(
    'could read every file with the compilers of hugo, if only its policy confined it: $name',
    async (given) => {
      const { findings } = await attack(given, { confinement: 'policy', trustsSites: true });
      expect(JSON.stringify(findings)).toContain(canary);
    },
  );

  it('is rejected with a reason if hugo cannot be confined', async () => {
    const given = reads.find(({ name }) => name === 'an import of Sass');
    const { findings } = await attack(given ?? expect.fail(), { confinement: 'policy' });
    expect(findings.issues).toMatchObject([
      { message: expect.stringContaining("'layouts/_default/single.html' may compile JavaScript or Sass") },
    ]);
  });
});
