import { runConfigSchema } from '../config/run-config.ts';
import type { GivenRunConfig, RunConfig } from '../config/run-config.ts';

/** A valid configuration, with changes. */
export const testConfig = (changes: Partial<GivenRunConfig> = {}): RunConfig =>
  runConfigSchema.parse({
    product_slug: 'widgets',
    product_name: 'Widgets',
    github_repo_url: 'https://forge.test/acme/widgets',
    github_ref: 'a'.repeat(40),
    site_repo_url: 'https://forge.test/acme/site',
    allowed_paths: ['content'],
    ...changes,
  });
