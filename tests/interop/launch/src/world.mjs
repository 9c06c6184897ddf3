import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createForge } from '@recourse/forge';
import { sampleSite } from '@recourse/server-launch';
import { spawnClient } from '@recourse/testkit';

const main = fileURLToPath(new URL('../../../../packages/cli/dist/main.js', import.meta.url));
const token = 'token-of-acme';
const elicit = () => ({ action: 'accept', content: { confirm: true } });
const longestCallMs = 280_000;
const filesOf = (files) => Object.entries(files).map(([name, content]) => ({ path: name, content }));

/**
 * A forge with a product and a Hugo site, and `recourse serve launch --stdio` in its own process.
 *
 * @param {{ slug: string, name: string }} product
 * @param {Record<string, string>} files
 * @param {Record<string, string>} more files of the site
 * @param {{ next?: Record<string, string>, site?: string }} [given] `next` has the files of the next release, as a
 * second commit. `site` is a git directory to use in place of our sample site.
 */
export const openWorld = async ({ slug, name }, files, more = {}, { next, site } = {}) => {
  const gone = Object.keys(files).filter((file) => next && !Object.hasOwn(next, file));
  const removed = gone.map((file) => ({ path: file, content: null }));
  const commits = [
    { message: 'Begin', files: filesOf(files) },
    ...(next ? [{ message: 'Release', files: [...filesOf(next), ...removed] }] : []),
  ];
  const forge = await createForge({
    limits: 'none',
    seed: {
      users: [{ login: 'acme', name: 'Acme', tokens: [{ token, scopes: ['repo'] }] }],
      repositories: [
        { owner: 'acme', name: slug, commits },
        {
          owner: 'acme',
          name: 'docs',
          ...(site ? { git: site } : { commits: [{ message: 'Begin', files: filesOf({ ...sampleSite, ...more }) }] }),
        },
      ],
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-launch-'));
  const environment = {
    PATH: process.env.PATH ?? '',
    GITHUB_API_URL: forge.url,
    GITHUB_TOKEN: token,
    LAUNCH_REPOSITORIES: `${forge.url}/`,
  };
  const client = await spawnClient({
    args: [main, 'serve', 'launch', '--stdio'],
    cwd: folder,
    env: environment,
    elicit,
  });
  const ask = async (route, method = 'GET', body) => {
    const answer = await fetch(`${forge.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  // The client gives up after 60 s unless told otherwise; on a busy machine a step of a run takes longer.
  const call = async (tool, given) =>
    (await client.client.callTool({ name: tool, arguments: given }, { timeout: longestCallMs })).structuredContent;
  const { object } = await ask(`/repos/acme/${slug}/git/ref/heads/main`);
  const statusOf = async (run_id) => (await call('launch_get_status', { run_id })).status;
  return {
    forge,
    folder,
    environment,
    token,
    ask,
    call,
    statusOf,
    config: {
      product_slug: slug,
      product_name: name,
      github_repo_url: `${forge.url}/acme/${slug}`,
      github_ref: object.sha,
      site_repo_url: `${forge.url}/acme/docs`,
      allowed_paths: ['content'],
      validation_profile: 'ci',
      max_fix_attempts: 100,
    },
    /** Starts a run and joins its work until the run needs a decision. */
    start: async (run_config) => {
      const started = await call('launch_start_run', { run_config });
      if (!started.ok) throw new Error(JSON.stringify(started));
      const { run_id } = started;
      for (;;) {
        const { status, progress } = await call('launch_get_status', { run_id });
        // Issues are known before the gates have finished, so the state alone does not tell.
        if (progress.operation === null) return { run_id, status };
        await call('launch_resume', { run_id });
      }
    },
    artifactOf: async (run_id, artifact_name) => {
      let content = '';
      for (let offset = 0; offset !== undefined;) {
        const { artifact } = await call('launch_get_artifact', { run_id, artifact_name, offset });
        content += artifact.content;
        offset = artifact.next_offset;
      }
      return content;
    },
    close: async () => {
      await client.close();
      await forge.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
