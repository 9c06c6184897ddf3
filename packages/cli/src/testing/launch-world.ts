import { createForge } from '@recourse/forge';
import { sampleProduct, sampleSite } from '@recourse/server-launch';
import { onTestFinished } from 'vitest';
import { writeFolder } from './write-package.ts';

const token = 'token-of-acme';

const repository = (name: string, files: Readonly<Record<string, string>>) => ({
  owner: 'acme',
  name,
  commits: [{ message: 'Begin', files: Object.entries(files).map(([path, content]) => ({ path, content })) }],
});

/** A forge with the sample product and a site, and a working directory with the configuration of a launch. */
export const openLaunchWorld = async (site: Readonly<Record<string, string>> = sampleSite) => {
  const forge = await createForge({
    seed: {
      users: [{ login: 'acme', tokens: [{ token, scopes: ['repo'] }] }],
      repositories: [repository('tally', sampleProduct), repository('docs', site)],
    },
  });
  onTestFinished(() => forge.close());
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' };
  const response = await fetch(`${forge.url}/repos/acme/tally/git/ref/heads/main`, { headers });
  const { object } = (await response.json()) as { readonly object: { readonly sha: string } };
  const cwd = writeFolder({
    'run.yaml': `product_slug: tally
product_name: Tally
github_repo_url: ${forge.url}/acme/tally
github_ref: "${object.sha}"
site_repo_url: ${forge.url}/acme/docs
allowed_paths: [content]
`,
  });
  const environment = {
    PATH: process.env['PATH'],
    GITHUB_API_URL: forge.url,
    GITHUB_TOKEN: token,
    LAUNCH_REPOSITORIES: `${forge.url}/`,
  };
  return { cwd, environment };
};
