import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathFolders, runChild, selectEnvironment } from '@recourse/sandbox';
import { describe, expect, it, vi } from 'vitest';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { createFolder } from '../sources/testing/create-source.ts';
import { draftSite } from '../testing/draft-site.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000 });

const hugo = pathFolders(process.env['PATH'])
  .map((folder) => path.join(folder, 'hugo'))
  .find((program) => existsSync(program));
const layout = '<html><body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>\n';
const canary = 'canary-of-the-shortcode';

/** Builds a site with these pages. It has a shortcode and renders HTML, as a careless site may. */
const build = async (pages: Readonly<Record<string, string>>) => {
  const root = createFolder();
  const files = {
    'config.toml': 'baseURL = "https://docs.example.org/"\n[markup.goldmark.renderer]\nunsafe = true\n',
    'layouts/_default/single.html': layout,
    'layouts/_default/list.html': layout,
    'layouts/shortcodes/evil.html': canary,
    ...pages,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const end = await runChild({
    command: hugo ?? 'hugo',
    arguments: ['--source', root, '--destination', path.join(root, 'public'), '--quiet'],
    cwd: root,
    environment: selectEnvironment(),
    timeoutMs: 100_000,
  });
  const read = (address: string): string => readFileSync(path.join(root, 'public', address, 'index.html'), 'utf8');
  return { end, root, read };
};

const htmlIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? htmlIn(file) : file.endsWith('.html') ? [file] : [];
  });

const hasAnchor = (file: string, anchor: string | undefined): boolean =>
  anchor === undefined || new RegExp(`id="?${anchor}["\\s>]`).test(readFileSync(file, 'utf8'));

describe.skipIf(hugo === undefined)('pages in Hugo', () => {
  it('builds the pages of the sample product, and every link between them leads to a page', async () => {
    const { pages } = await draftSite(sampleProduct);
    const { end, root, read } = await build(pages);
    expect(end).toMatchObject({ exitCode: 0, output: '' });
    expect(read('docs/tally/getting-started')).toContain('createLimiter');
    const files = htmlIn(path.join(root, 'public'));
    const broken = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/href="?(\.{0,2}\/?[a-z][^":>\s]*\/|\.\.\/[^"\s>]*|\.\/)"?[\s>]/g)]
        .map(([, href = '']) => {
          const [place = '', anchor] = href.split('#');
          return { target: path.join(path.dirname(file), place, 'index.html'), anchor };
        })
        .filter(({ target, anchor }) => !existsSync(target) || !hasAnchor(target, anchor)),
    );
    expect(broken).toEqual([]);
  });

  it('shows the words of a hostile product and runs none of them', async () => {
    const attack = [
      '{{< evil >}} {{% evil %}} `{{< evil >}}` <script>alert(1)</script> <img src=x onerror=alert(1)>',
      '```\n{{< evil >}}\n{{% evil %}}\n{{</* evil */>}}\n```',
      '```\n{{< evil\n```',
      '[click](javascript:alert(1)) <a href="javascript:alert(1)">x</a>',
      '# Heading {onclick="alert(1)"}',
      '| {{< evil >}} | <b>x</b> |\n|---|---|\n| {{< evil >}} | <!-- x |',
      '---\ndraft: true\n---',
      '&lt;script&gt;alert(2)&lt;/script&gt; \\<script>alert(3)\\</script>',
      'x'.repeat(300),
    ].join('\n\n');
    const { pages } = await draftSite({
      'README.md': `# {{< evil >}} <script>\n\n${attack}\n\n## Usage <script> {{< evil >}}\n\n${attack}\n\n## More {{% evil %}}\n\n${attack}`,
      'docs/a.md': `# {{< evil\n\n${attack}`,
      'package.json': JSON.stringify({
        name: 'a',
        description: '{{< evil >}} <script>alert(1)</script>',
        version: '{{< evil >}}',
      }),
      'CHANGELOG.md': `## 1.0.0\n\n${attack}`,
      'examples/a.ts': '// {{< evil >}} <script>\nconst a = `{{< evil >}}`;\n',
      'src/index.ts':
        '/** {{< evil >}} <script>alert(1)</script>\n\n```\n{{% evil %}}\n``` */\nexport function a(b = "{{< evil >}}"): void {}\n',
    });
    const { end, root } = await build(pages);
    expect(end).toMatchObject({ exitCode: 0, output: '' });
    const all = htmlIn(path.join(root, 'public'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(all).not.toContain(canary);
    expect(all).not.toMatch(/<script|<img|<[^>]*\son[a-z]+=|href="?javascript:/i);
    expect(all).toContain('{{&lt; evil &gt;}}');
  });
});
