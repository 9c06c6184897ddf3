import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';

/** The folder of a section in the site's repository. */
export const sectionRoot = ({ site_layout: layout }: Pick<RunConfig, 'site_layout'>, section: Section): string =>
  layout.subdomain_roots[section];
