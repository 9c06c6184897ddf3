import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { RunError } from '@recourse/runs';
import { z } from 'zod';
import type { PullRequestRecord, ValidationReport } from '../artifacts.ts';
import type { PatchBundle } from '../patching/patch.ts';
import { branchOf } from '../publishing/branch-of.ts';
import { answering } from './answering.ts';
import { awaitOperation, isUnanswered } from './await-operation.ts';
import type { Waiting } from './await-operation.ts';
import { toolCodes, workErrors } from './codes.ts';
import { fail, failureOfOperation, failureOfRun, refuseCancelled, refuseState, subjectOf } from './failures.ts';
import { artifactNames, namedRun, runId } from './fields.ts';
import { configOf, findRun, readArtifact } from './find-run.ts';
import type { Toolbox } from './toolbox.ts';

const tool = 'launch_open_pr';
const required = ['READY_FOR_PR'];

export const createOpenPr = (toolbox: Toolbox): Tool =>
  defineTool({
    name: tool,
    description:
      'Commits the pages of a validated run to a new branch and opens a pull request. If the site has changed, the gates run again first. Asks for confirmation.',
    input: z.strictObject({ run_id: runId }),
    output: z.object({ run_id: z.string(), pr_url: z.string(), branch: z.string(), commit_sha: z.string() }),
    operation: 'command',
    danger: 'destructive',
    idempotent: true,
    confirmation: {
      always: true,
      message: 'Open a pull request for {product} with {files} files from branch {branch} in {repository}?',
      reasons: ['It writes to a repository that other people use'],
      shown: (args, call) => answering(call, () => facts(toolbox, args.run_id, call)),
    },
    task: 'optional',
    timeoutMs: toolbox.waits.publishMs + 10_000,
    subject: namedRun,
    codes: toolCodes,
    errors: workErrors,
    run: (call) =>
      answering(call, async () => {
        const { run_id } = call.arguments;
        const work = { run_id, operation: 'publish' } as const;
        if (!(await isUnderWay(toolbox, run_id, call))) await toolbox.runs.request(run_id, 'publish');
        const after = await awaitOperation(toolbox, call, { ...work, tool, limitMs: toolbox.waits.publishMs });
        if (after.state === 'FAILED') return failureOfRun(after, false);
        const failure = failureOfOperation(after);
        if (failure) return failure;
        const pr = await readArtifact<PullRequestRecord>(toolbox, after, artifactNames.pullRequest);
        const commit_sha = pr?.commit_shas.at(-1);
        if (!pr || commit_sha === undefined) return refuseState(after, tool, required);
        return { run_id, pr_url: pr.pr_url, branch: pr.branch_name, commit_sha };
      }),
  });

/** Whether the pull request is being opened, or was for this caller. Throws if it cannot be opened now. */
const isUnderWay = async (toolbox: Toolbox, run_id: string, call: Pick<Waiting, 'principal'>): Promise<boolean> => {
  const status = await findRun(toolbox, call, run_id);
  if (status.state === 'CANCELLED') refuseCancelled(status);
  if (status.operation === 'publish' || isUnanswered(toolbox, call, { run_id, operation: 'publish' })) return true;
  if (status.state !== 'READY_FOR_PR') refuseState(status, tool, required);
  const report = await readArtifact<ValidationReport>(toolbox, status, artifactNames.report);
  if (report?.ok !== true) refuseState(status, tool, required);
  return false;
};

/** The facts of the question. They are read again when it is confirmed. */
const facts = async (toolbox: Toolbox, run_id: string, call: Pick<Waiting, 'principal'>) => {
  await isUnderWay(toolbox, run_id, call);
  const config = await configOf(toolbox, run_id);
  const bundle = await readArtifact<PatchBundle>(toolbox, await findRun(toolbox, call, run_id), artifactNames.bundle);
  const files = new Set(bundle?.patches.map(({ path }) => path)).size;
  if (files === 0) throw new RunError(fail('NO_CHANGES', {}, { subject: subjectOf(run_id), effect: 'none' }));
  return { product: config.product_slug, branch: branchOf(run_id, config), files, repository: config.site_repo_url };
};
