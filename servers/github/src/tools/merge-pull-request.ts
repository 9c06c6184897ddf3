import type { Facts, Look, LookedFor, Tool } from '@recourse/engine';
import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { defineWriteTool } from '../defining/write-tool.ts';
import { prNumber, repo, sha } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { lookForIntent } from '../intents/look-for-intent.ts';
import { markMessage } from '../intents/mark.ts';
import { deleteHead } from '../merging/delete-head.ts';
import { explainMerge } from '../merging/explain-merge.ts';
import { judgeMerge } from '../merging/judge-merge.ts';
import { mergeFacts } from '../merging/merge-facts.ts';
import { blockersOf, wordsOf } from '../merging/blockers.ts';
import { blockerOutput } from '../merging/blocker-output.ts';
import { readMergeRules } from '../merging/merge-rules.ts';
import type { MergeMethod } from '../merging/merge-rules.ts';
import { waitForMergeable } from '../merging/wait-for-mergeable.ts';
import { mergeShape } from '../shapes/pull.ts';
import type { ServerToolbox } from '../toolbox.ts';

interface Merge {
  readonly repo: string;
  readonly prNumber: number;
  readonly merge_method: MergeMethod;
  readonly commit_message?: string | undefined;
}

/** Finds this very merge by its mark. Without one, another caller may have merged the pull request. */
const lookAtMerge = (merge: Merge, of: LookedFor): Look => {
  const { repo, prNumber } = merge;
  return (
    (canBeMarked(merge) ? lookForIntent({ repo, prNumber }, of) : undefined) ?? {
      tool: 'get_pull_request',
      arguments: { repo, prNumber },
      why: 'Shows whether it was merged.',
      applied_when: { pointer: '/merged', equals: true },
      resembles: true,
    }
  );
};

/** A rebase makes no commit of its own, and a `commit_message` replaces the list that GitHub writes for a squash. */
const canBeMarked = ({ merge_method: method, commit_message: message }: Merge): boolean =>
  method === 'merge' || (method === 'squash' && message !== undefined);

/** The message of the merge commit, with the mark of the intent; for a plain merge GitHub's own is the title. */
const markedMessage = (merge: Merge, title: string, intent: string | undefined): string | undefined =>
  intent !== undefined && canBeMarked(merge)
    ? markMessage(merge.commit_message ?? title, intent)
    : merge.commit_message;

export const createMergePullRequest = (shared: ServerToolbox): Tool =>
  defineWriteTool(shared, {
    name: 'merge_pull_request',
    description:
      'Merges a pull request, but only if its head still equals sha (default: the head at the start of the call).',
    input: z.strictObject({
      repo,
      prNumber,
      merge_method: z.enum(['merge', 'squash', 'rebase']).default('merge'),
      commit_title: z.string().max(256).optional(),
      commit_message: z.string().max(10_000).optional(),
      sha: sha.optional(),
      delete_branch: z
        .boolean()
        .default(false)
        .describe('Deletes the branch afterwards, unless it is the default branch or in a fork.'),
    }),
    output: z.object({
      repo: z.string(),
      number: z.int(),
      merged: z.boolean(),
      sha: z.string(),
      merge_method: z.string(),
      head_sha: z.string(),
      base: z.string(),
      /** The rules of the base branch that were not met when the merge was requested. */
      bypassed: z.array(blockerOutput),
      branch_deleted: z.boolean(),
      branch_kept_because: z.string().optional(),
      url: z.string(),
    }),
    danger: 'destructive',
    confirmation: {
      message:
        'Merge pull request {prNumber} of {repo}, {title}, at {head} into {base} (method: {method}, delete its branch: {delete_branch}, rules bypassed: {rules_bypassed})?',
      reasons: ['A merge changes the base branch for everyone and can only be reverted by another commit'],
      shown: (args, call, toolbox) => {
        const { repo: name, prNumber: number, merge_method: method, sha: expected } = args;
        return mergeFacts(toolbox, call.fail, { repo: name, prNumber: number, method, expected });
      },
    },
    errors: ['PR_NOT_MERGEABLE', 'HEAD_SHA_MISMATCH', 'BASE_BRANCH_MODIFIED', 'MERGEABILITY_UNKNOWN'],
    timeoutMs: 2 * shared.mergeableWaitMs + 120_000,
    verify: lookAtMerge,
    run: async (call, toolbox) => {
      const { repo: name, prNumber: number, merge_method: method, sha: expected } = call.arguments;
      const place = { repo: name, prNumber: number };
      const { pull, waitedMs } = await waitForMergeable(toolbox, place, call.progress);
      const about = { repo: name, method, expected: confirmedHead(call.shown) ?? expected ?? pull.head.sha };
      // The rules are read before the merge: GitHub does not say afterwards which ones it bypassed.
      const { blockers: unmet } = await readMergeRules(toolbox, place, pull);
      // GitHub decides about rules; a draft or a conflict needs no attempt.
      const blockers = blockersOf(pull).length > 0 ? unmet : [];
      const refusal = judgeMerge(call.fail, { ...about, pull, waitedMs, blockers });
      if (refusal) return refusal;
      try {
        const { commit_title } = call.arguments;
        const commit_message = markedMessage(call.arguments, pull.title, call.intent);
        const { value } = await toolbox.github.request({
          route: 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
          parameters: {
            ...repositoryName(name),
            pull_number: number,
            merge_method: method,
            sha: pull.head.sha,
            ...(commit_title !== undefined && { commit_title }),
            ...(commit_message !== undefined && { commit_message }),
          },
          shape: mergeShape,
          resource: { type: 'pull_request', id: `${name}#${number}` },
        });
        if (unmet.length > 0) {
          call.warn('PROTECTION_BYPASSED', { pull_number: number, base: pull.base.ref, rules: unmet.map(wordsOf) });
        }
        const deletion = call.arguments.delete_branch
          ? await deleteHead(toolbox, place, pull)
          : { branch_deleted: false };
        return {
          repo: name,
          number,
          merged: value.merged,
          sha: value.sha,
          merge_method: method,
          head_sha: pull.head.sha,
          base: pull.base.ref,
          bypassed: unmet.map((blocker) => ({ ...blocker })),
          ...deletion,
          url: pull.html_url,
        };
      } catch (thrown) {
        if (!(thrown instanceof GitHubError) || (thrown.status !== 405 && thrown.status !== 409)) throw thrown;
        return explainMerge(toolbox, call.fail, { ...about, pull, error: thrown }, call.progress);
      }
    },
  });

/** The head that a person has allowed to be merged: no other may be. */
const confirmedHead = (shown: Facts | undefined): string | undefined =>
  typeof shown?.['head'] === 'string' ? shown['head'] : undefined;
