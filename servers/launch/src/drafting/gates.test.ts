import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../demo/product/sample-product.ts';
import { createCheckedRun } from '../testing/checked-run.ts';
import { draftSite } from '../testing/draft-site.ts';
import { sampleSite } from './testing/sample-site.ts';

/** Gates that need programs or a built site have tests of their own. */
const needsTools = new Set(['hugo_build', 'internal_links', 'external_links']);

describe('drafts', () => {
  it('pass the gates that look at pages', async () => {
    const { config, contract, site } = await sampleSite();
    const { facts, snippets, evidence, citations, plan, pages } = await draftSite(sampleProduct, { config, contract });
    const run = await createCheckedRun({
      site,
      writes: pages,
      plan: plan.pages,
      contract: contract.sections,
      config,
      product: sampleProduct,
      artifacts: {
        'product_facts.json': facts,
        'snippet_catalog.json': snippets,
        'evidence_map.json': evidence,
        'citations.json': { schema_version: '1.0', pages: citations },
      },
    });
    const names = run.gates.map(({ name }) => name).filter((name) => !needsTools.has(name));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect({ name, issues: (await run.check(name)).issues }).toEqual({ name, issues: [] });
  });
});
