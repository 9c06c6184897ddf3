import { afterEach, describe, expect, it } from 'vitest';
import { withHugoDocs } from '../src/hugo-docs.mjs';
import { products } from '../src/products.mjs';
import { openWorld } from '../src/world.mjs';

let world;
afterEach(() => world?.close());

describe('the documentation of hugo, a site of other people', () => {
  it('gets the pages of a product: every gate passes, and the pull request stays inside the fence', async () => {
    const [product] = products;
    const files = await product.read();
    world = await withHugoDocs((site) => openWorld(product, files, {}, { site }));
    const root = (section) => `content/en/${section}`;
    const { run_id, status } = await world.start({
      ...world.config,
      allowed_paths: ['content/en'],
      site_layout: {
        content_root: 'content/en',
        subdomain_roots: Object.fromEntries(
          ['products', 'docs', 'reference', 'kb', 'blog'].map((section) => [section, root(section)]),
        ),
      },
    });
    const report = JSON.parse(await world.artifactOf(run_id, 'validation_report.json'));
    expect(report.issues).toEqual([]);
    expect(report.gates.find(({ name }) => name === 'hugo_build')).toMatchObject({
      status: 'passed',
      tool: { name: 'hugo', confinement: expect.any(String) },
    });
    expect(status.state).toBe('READY_FOR_PR');
    expect(await world.call('launch_open_pr', { run_id })).toMatchObject({ ok: true });
    const changed = await world.ask('/repos/acme/docs/pulls/1/files?per_page=100');
    expect(changed.length).toBeGreaterThan(5);
    expect(changed.filter(({ filename }) => !filename.startsWith('content/en/'))).toEqual([]);
  });
});
