import type { Publication, WorkContext } from '@recourse/runs';
import type { Inputs, PullRequestRecord, ValidationReport } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { LaunchEnvironment } from '../environment.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import type { Worktree } from '../patching/open-worktree.ts';
import type { PatchBundle } from '../patching/patch.ts';
import type { Tree } from '../sources/tree.ts';
import { branchOf } from './branch-of.ts';
import { bodyOf, rollbackSteps, titleOf } from './describe-pull-request.ts';
import type { Described } from './describe-pull-request.ts';
import { fail } from './publish-failure.ts';
import type { CommitRequest, OpenedPullRequest, Publisher, PullRequest } from './publisher.ts';

/** The changes of a run, as far as a publication needs them. */
type ChangedFiles = Pick<Worktree, 'touched' | 'removed' | 'read'>;

/** Applies the patches of a run to the tree of the site. */
export type OpenWorktree = (tree: Tree, bundle: PatchBundle, config: RunConfig) => Promise<ChangedFiles>;

type Context = WorkContext<RunConfig>;

/** Reads of the branch and its pull requests, besides the two writes. */
const callsOfPublication = 10;

/**
 * The publication of a run: one commit on a branch of its own, and one pull request. Both are effects that happen once,
 * whatever happens to the process; a pull request of the run that is open already gets the new title and body.
 */
export const openPullRequest =
  ({ repositories, publisher }: LaunchEnvironment, open: OpenWorktree = openWorktree): Publication<RunConfig>['run'] =>
  async (context) => {
    const { config, artifacts, run_id, signal } = context;
    const inputs = await artifacts.json<Inputs>('inputs.json');
    const bundle = await artifacts.json<PatchBundle>('patch_bundle.json');
    const report = await artifacts.json<ValidationReport>('validation_report.json');
    const files = await repositories.withTree(inputs.site, signal, async (tree) =>
      changesOf(await open(tree, bundle, config)),
    );
    if (files.size === 0) return fail('NO_CHANGES', { base_ref: inputs.site.sha });
    const paths = [...files.keys()].sort();
    const described: Described = { run_id, config, inputs, report, branch: branchOf(run_id, config), paths };
    context.spend('external_calls', callsOfPublication);
    const commit_sha = await commitOnce(context, publisher, described, files);
    const opened = await openOnce(context, publisher, described);
    return { 'pr.json': recordOf(described, commit_sha, opened) };
  };

const changesOf = async (changed: ChangedFiles): Promise<ReadonlyMap<string, string | null>> => {
  const files = new Map<string, string | null>(changed.removed.map((path) => [path, null]));
  for (const path of changed.touched) {
    const content = await changed.read(path);
    if (content === undefined) throw new Error(`${path} was changed but cannot be read`);
    files.set(path, content);
  }
  return files;
};

const commitOnce = async (
  context: Context,
  publisher: Publisher,
  { run_id, config, inputs, branch }: Described,
  files: ReadonlyMap<string, string | null>,
): Promise<string> => {
  const { author_name: name, author_email: email } = config.commit;
  const request: Omit<CommitRequest, 'key'> = {
    run_id,
    repo_url: inputs.site.url,
    base: inputs.site.sha,
    branch,
    message: messageOf(run_id, config, inputs),
    files,
    allowed_paths: config.allowed_paths,
    ...(name !== undefined && email !== undefined && { author: { name, email } }),
  };
  const { commit_sha } = await context.once(
    context.effectKey('commit'),
    ({ key, signal }) => publisher.commit({ ...request, key }, signal),
    (await publisher.looks(request, context.signal))
      ? {
          find: (key, signal) => publisher.findCommit({ ...request, key }, signal),
          settlesWithinMs: publisher.settlesWithinMs,
        }
      : { idempotent: true },
  );
  return commit_sha;
};

const openOnce = async (context: Context, publisher: Publisher, described: Described): Promise<OpenedPullRequest> => {
  const { run_id, inputs, branch } = described;
  const effect = context.effectKey('pull_request');
  const request: PullRequest = {
    key: effect.key,
    run_id,
    repo_url: inputs.site.url,
    base_branch: inputs.site.branch,
    branch,
    title: titleOf(described),
    body: bodyOf(described),
  };
  const existing = await publisher.findPullRequest(request, context.signal);
  if (existing) {
    await publisher.updatePullRequest(request, existing, context.signal);
    return existing;
  }
  const { url, number } = await context.once(
    effect,
    async ({ signal }) => ({ ...(await publisher.openPullRequest(request, signal)) }),
    (await publisher.looks(request, context.signal))
      ? {
          find: async (_, signal) => {
            const found = await publisher.findPullRequest(request, signal);
            return found && { ...found };
          },
          settlesWithinMs: publisher.settlesWithinMs,
        }
      : { idempotent: true },
  );
  return { url, number };
};

const messageOf = (run_id: string, { commit, product_slug }: RunConfig, { product, site }: Inputs): string => {
  const values: Readonly<Record<string, string>> = {
    product_slug,
    github_repo_url: product.url,
    github_ref: product.sha,
    site_repo_url: site.url,
    site_ref: site.sha,
    run_id,
  };
  const fill = (template: string): string =>
    template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
  return `${fill(commit.message_template).replace(/\s+/g, ' ')}\n\n${fill(commit.body_template)}`;
};

const recordOf = (described: Described, commit_sha: string, { number, url }: OpenedPullRequest): PullRequestRecord => {
  const { run_id, inputs, branch, paths, report } = described;
  const count = (status: string): number => report.gates.filter((gate) => gate.status === status).length;
  return {
    schema_version: '1.0',
    run_id,
    base_ref: inputs.site.sha,
    base_branch: inputs.site.branch,
    branch_name: branch,
    commit_shas: [commit_sha],
    pr_number: number,
    pr_url: url,
    rollback_steps: [...rollbackSteps(described)],
    affected_paths: [...paths],
    validation_summary: {
      ok: report.ok,
      profile: report.profile,
      gates_passed: count('passed'),
      gates_failed: count('failed'),
      gates_skipped: count('skipped'),
    },
  };
};
