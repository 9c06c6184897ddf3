import type { PagePlan, PlannedPage } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';
import { absolute } from './markdown/product-links.ts';
import { pageAddress } from '../planning/page-path.ts';

const canonicalKeys: Partial<Record<Section, 'product' | 'docs' | 'reference'>> = {
  products: 'product',
  docs: 'docs',
  reference: 'reference',
};

/**
 * Returns the address of a planned page as seen from another one. It is relative, so that it holds under any base
 * address. Sections with a canonical address may live on another host, so links from other sections use that.
 */
export const linkBetween = (config: RunConfig, plan: PagePlan, from: PlannedPage, to: PlannedPage): string => {
  const key = canonicalKeys[to.section];
  const given = key && config.canonical_urls[key];
  const canonical = given === undefined ? undefined : absolute(given);
  const target = pageAddress(config, to.path);
  if (from.section !== to.section && canonical !== undefined) {
    const home = plan.pages.find((page) => page.section === to.section);
    const base = home ? pageAddress(config, home.path) : target;
    const below = target.startsWith(base) ? target.slice(base.length) : '';
    return `${canonical.replace(/\/$/, '')}/${below}`;
  }
  return relative(pageAddress(config, from.path), target);
};

const relative = (from: string, to: string): string => {
  const here = from.split('/').slice(1, -1);
  const there = to.split('/').slice(1, -1);
  const differs = here.findIndex((name, index) => there[index] !== name);
  const shared = differs === -1 ? here.length : differs;
  const steps = [...here.slice(shared).map(() => '..'), ...there.slice(shared)];
  return steps.length === 0 ? './' : `${steps.join('/')}/`;
};
