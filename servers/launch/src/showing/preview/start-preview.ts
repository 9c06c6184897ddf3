import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '@recourse/runs';
import type { Runs } from '@recourse/runs';
import type { LaunchEnvironment } from '../../environment.ts';
import type { BuiltSite } from '../../gates/hugo/built-site.ts';
import { buildSite } from '../../gates/hugo/build-site.ts';
import { isInstalled } from '../../gates/is-installed.ts';
import { openWorktree } from '../../patching/open-worktree.ts';
import type { PatchBundle } from '../../patching/patch.ts';
import { fail } from '../../sources/failing.ts';
import { readShownRun } from '../run/read-shown-run.ts';
import type { ShownRun } from '../run/shown-run.ts';
import { createHandler } from './create-handler.ts';
import { listen } from './listen.ts';
import { readPreviewPages, totalOf } from './preview-page.ts';
import type { PageCounts } from './preview-page.ts';

export interface PreviewOptions {
  readonly runs: Runs;
  readonly environment: LaunchEnvironment;
  /** 0 for any free port. */
  readonly port: number;
  readonly signal: AbortSignal;
}

/** A site that is served until it is closed, or the reason why hugo cannot build it. */
export type Preview =
  | {
      readonly ok: true;
      readonly url: string;
      /** The page that lists all pages of the run. */
      readonly index: string;
      readonly pages: number;
      readonly counts: PageCounts;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Builds the pages of a run with hugo, as its gates do, and serves them. Throws TOOLCHAIN_MISSING without hugo and
 * ARTIFACT_NOT_FOUND if the run has written no pages yet.
 */
export const startPreview = async (run_id: string, options: PreviewOptions): Promise<Preview> => {
  const { runs, environment, port, signal } = options;
  const { repositories, folder } = environment;
  const run = await readShownRun(run_id, { runs, repositories, signal });
  const { content } = await runs.artifact(run_id, 'patch_bundle.json');
  const bundle = JSON.parse(Buffer.from(content).toString()) as PatchBundle;
  if (!(await isInstalled(environment, 'hugo'))) throw new RunError(fail('TOOLCHAIN_MISSING', { tool: 'hugo' }));
  await mkdir(folder, { recursive: true });
  const listener = await listen(port);
  const keep = path.join(folder, `preview-${randomBytes(6).toString('hex')}`);
  const close = async (): Promise<void> => {
    await listener.close();
    await rm(keep, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const site = run.inputs?.site ?? { url: run.config.site_repo_url, sha: '' };
    const built = await repositories.withTree(site, signal, async (tree) => {
      const worktree = await openWorktree(tree, bundle, run.config);
      return buildSite({ environment, config: run.config, signal }, worktree, { baseUrl: listener.url, keep });
    });
    if (!built.site) {
      await close();
      return { ok: false, lines: built.lines.filter((line) => line.trim() !== '') };
    }
    return await serve(built.site);
  } catch (error) {
    await close();
    throw error;
  }

  async function serve(site: BuiltSite): Promise<Preview> {
    const pages = await readPreviewPages(run.pages, { site, folder: keep, folders: foldersOf(run) });
    listener.handle(await createHandler({ run, folder: keep, files: site.files, pages }));
    const { url } = listener;
    return { ok: true, url, index: `${url}__launch/`, pages: pages.length, counts: totalOf(pages), close };
  }
};

const foldersOf = ({ config: { site_layout, locale } }: ShownRun) => ({
  contentRoot: site_layout.content_root,
  locale,
});
