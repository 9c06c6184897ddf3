import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { notRead, partlyRead } from '../asking/not-read.ts';
import type { NotRead } from '../asking/not-read.ts';
import { getPull } from '../asking/requests.ts';
import { tryPermitted } from '../asking/try-read.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { prNumber, repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { commitOutput, renderCommit } from '../rendering/commit.ts';
import { renderWholePull, wholePullOutput } from '../rendering/pull.ts';
import { commitShape } from '../shapes/commit.ts';
import { pullFileShape, reviewShape } from '../shapes/pull.ts';
import { cut } from '../untrusted/cut.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

const longestPatch = 4000;
const longestReview = 2000;

const strangers = [
  '/title',
  '/body',
  '/head',
  '/commits/*/message',
  '/files/*/path',
  '/files/*/patch',
  '/reviews/*/body',
];

export const createGetPullRequest = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'get_pull_request',
    description: 'Shows a pull request and, if requested, its commits, changed files and reviews.',
    input: z.strictObject({
      repo,
      prNumber,
      include_commits: z.boolean().optional(),
      include_files: z.boolean().optional(),
      include_reviews: z.boolean().optional(),
    }),
    output: wholePullOutput.extend({
      untrusted: fenceShape,
      repo: z.string(),
      commits: z.array(commitOutput).optional(),
      files: z
        .array(
          z.object({
            path: z.string(),
            status: z.string(),
            additions: z.int(),
            deletions: z.int(),
            /** Null if GitHub shows none: a binary or a very large file. */
            patch: z.string().nullable(),
            patch_truncated: z.boolean().optional(),
          }),
        )
        .optional(),
      reviews: z
        .array(
          z.object({
            user: z.string().nullable(),
            state: z.string(),
            body: z.string(),
            submitted_at: z.string().nullable(),
            commit_sha: z.string().nullable(),
          }),
        )
        .optional(),
      /** The lists of which only the first hundred are shown. A list that the token may not read is left out. */
      truncated: z.array(z.string()),
    }),
    run: async (call, toolbox) => {
      const { arguments: args } = call;
      const pull = await getPull(toolbox, { ...args });
      const list = async <Item>(what: string, wanted: boolean | undefined, item: z.ZodType<Item>) => {
        if (!wanted) return undefined;
        const request = toolbox.github.request({
          route: `GET /repos/{owner}/{repo}/pulls/{pull_number}/${what}`,
          parameters: { ...repositoryName(args.repo), pull_number: args.prNumber, per_page: 100 },
          shape: z.array(item),
        });
        const { value: answer, error } = await tryPermitted(request);
        if (error) missing.push(notRead(what, error));
        if (answer?.nextPage !== undefined) truncated.push(what);
        return answer?.value;
      };
      const missing: NotRead[] = [];
      const truncated: string[] = [];
      const commits = await list('commits', args.include_commits, commitShape);
      const files = await list('files', args.include_files, pullFileShape);
      const reviews = await list('reviews', args.include_reviews, reviewShape);
      if (missing.length > 0) call.warn('PARTLY_READ', partlyRead(missing));
      const answer = {
        repo: args.repo,
        ...renderWholePull(pull),
        ...(commits && { commits: commits.map(renderCommit) }),
        ...(files && { files: files.map(renderFile) }),
        ...(reviews && { reviews: reviews.map(renderReview) }),
        truncated,
      };
      return { untrusted: fence(args.repo, answer, strangers), ...answer };
    },
  });

const renderFile = ({ filename, status, additions, deletions, patch }: z.infer<typeof pullFileShape>) => {
  const { text, isCut } = cut(patch ?? '', longestPatch);
  return {
    path: filename,
    status,
    additions,
    deletions,
    patch: patch === undefined ? null : text,
    ...(isCut && { patch_truncated: true }),
  };
};

const renderReview = ({ user, state, body, submitted_at, commit_id }: z.infer<typeof reviewShape>) => ({
  user: user?.login ?? null,
  state,
  body: cut(body ?? '', longestReview).text,
  submitted_at: submitted_at ?? null,
  commit_sha: commit_id ?? null,
});
