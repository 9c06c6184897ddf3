import path from 'node:path';
import type { Runs } from '@recourse/runs';
import type { Io } from '../command.ts';

/** The sample product and site in a forge, and the runs that work on them. */
export interface DemoWorld {
  readonly forgeUrl: string;
  readonly runs: Runs;
  readonly pipeline: string;
  readonly config: object;
  close(): Promise<void>;
}

const token = 'forge-demo-token';

/** Starts a forge with the sample product and site, and opens runs on a store in the folder. */
export const createDemoWorld = async (folder: string, io: Io): Promise<DemoWorld> => {
  const { createForge } = await import('@recourse/forge');
  const { openStores } = await import('@recourse/stores');
  const { launchPipelineName, openLaunchRuns, sampleProduct, sampleSite } = await import('@recourse/server-launch');
  const forge = await createForge({
    seed: {
      users: [{ login: 'acme', name: 'Acme', tokens: [{ token, scopes: ['repo'] }] }],
      repositories: [repository('tally', sampleProduct), repository('docs', sampleSite)],
    },
  });
  try {
    const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db'), sweepEveryMs: 0 }, {});
    const runs = openLaunchRuns({
      stores,
      cwd: folder,
      environment: {
        GITHUB_API_URL: forge.url,
        GITHUB_TOKEN: token,
        LAUNCH_REPOSITORIES: `${forge.url}/`,
        ...(io.environment['LAUNCH_HUGO'] !== undefined && { LAUNCH_HUGO: io.environment['LAUNCH_HUGO'] }),
      },
      notify: io.err,
    });
    return {
      forgeUrl: forge.url,
      runs,
      pipeline: launchPipelineName,
      config: {
        product_slug: 'tally',
        product_name: 'Tally',
        github_repo_url: `${forge.url}/acme/tally`,
        github_ref: await headOf(forge.url, 'tally'),
        site_repo_url: `${forge.url}/acme/docs`,
        allowed_paths: ['content'],
      },
      close: async () => {
        await runs.close();
        await stores.close();
        await forge.close();
      },
    };
  } catch (error) {
    await forge.close();
    throw error;
  }
};

const repository = (name: string, files: Readonly<Record<string, string>>) => ({
  owner: 'acme',
  name,
  commits: [{ message: 'Begin', files: Object.entries(files).map(([at, content]) => ({ path: at, content })) }],
});

const headOf = async (forgeUrl: string, name: string): Promise<string> => {
  const response = await fetch(`${forgeUrl}/repos/acme/${name}/git/ref/heads/main`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'recourse' },
  });
  const { object } = (await response.json()) as { readonly object: { readonly sha: string } };
  return object.sha;
};
