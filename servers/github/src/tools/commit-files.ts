import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { writeErrors } from '../asking/errors.ts';
import { findBranchHead } from '../asking/requests.ts';
import { leavingNothing, verifying } from '../asking/rethrow.ts';
import { githubCodes } from '../codes.ts';
import { fileProblem } from '../committing/check-files.ts';
import { writeTree } from '../committing/write-tree.ts';
import { branch, filePath, repo, sha } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { refShape, wholeBranchShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';

const commitAnswer = z.object({ sha: z.string(), html_url: z.string() });

export const createCommitFiles = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'commit_files',
    description:
      'Puts up to 20 files on a branch in one commit: all of them or none. With expected_head it does so only while the branch is still there.',
    input: z.strictObject({
      repo,
      branch,
      message: z.string().min(1).max(256),
      files: z
        .array(
          z.strictObject({
            path: filePath,
            content: z.string(),
            encoding: z.enum(['utf8', 'base64']).optional(),
            executable: z.boolean().optional().describe('As it was unless given.'),
          }),
        )
        .min(1)
        .max(20),
      expected_head: sha.optional().describe('The commit that the branch must point to, 7 to 40 digits.'),
    }),
    output: z.object({
      repo: z.string(),
      branch: z.string(),
      commit: z.string(),
      parent: z.string(),
      message: z.string(),
      url: z.string(),
      files: z.array(z.object({ path: z.string(), mode: z.string() })),
    }),
    operation: 'command',
    danger: 'reversible',
    codes: githubCodes,
    errors: [...writeErrors, 'BRANCH_MOVED', 'VALIDATION_INVALID_VALUE'],
    quotas: toolbox.writeLimit('commit_files'),
    permit: (args) => toolbox.permits.write(args.repo),
    run: (call) =>
      answering(toolbox, call, async () => {
        const { repo: name, branch: wanted, message, files, expected_head: expected } = call.arguments;
        const problem = fileProblem(files);
        if (problem) return call.fail('VALIDATION_INVALID_VALUE', { ...problem });
        const place = { repo: name, signal: call.signal };
        const { value: found } = await toolbox.github.request({
          route: 'GET /repos/{owner}/{repo}/branches/{branch}',
          parameters: { ...repositoryName(name), branch: wanted },
          shape: wholeBranchShape,
          resource: { type: 'branch', id: wanted },
          signal: call.signal,
        });
        const parent = found.commit.sha;
        const moved = (actual: string, status?: number): Failure => {
          const details = { branch: wanted, expected_sha: expected ?? parent, actual_sha: actual };
          const read = { tool: 'get_commits', arguments: { repo: name, branch: wanted }, why: 'Shows what came.' };
          return call.fail(
            'BRANCH_MOVED',
            { ...details, ...(status !== undefined && { http_status: status }) },
            expected === undefined
              ? {}
              : {
                  retryable: false,
                  recovery: 'discover',
                  hint: 'Nothing was written. Read what was committed meanwhile, then repeat with the new head.',
                  next_actions: [read],
                },
          );
        };
        if (expected !== undefined && !parent.startsWith(expected)) return moved(parent);

        const tree = await writeTree(toolbox, { ...place, base: found.commit.commit.tree.sha, files });
        const { value: commit } = await leavingNothing(
          toolbox.github.request({
            route: 'POST /repos/{owner}/{repo}/git/commits',
            parameters: { ...repositoryName(name), message, tree: tree.sha, parents: [parent] },
            shape: commitAnswer,
            signal: call.signal,
          }),
        );
        const look = {
          tool: 'get_commits',
          arguments: { repo: name, branch: wanted, sha: commit.sha, per_page: 1 },
          why: 'Says whether the branch holds the commit that was made.',
          applied_when: { pointer: '/on_branch', equals: true },
        };
        try {
          await verifying(
            look,
            toolbox.github.request({
              route: 'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
              parameters: { ...repositoryName(name), ref: `heads/${wanted}`, sha: commit.sha, force: false },
              shape: refShape,
              resource: { type: 'branch', id: wanted },
              signal: call.signal,
            }),
          );
        } catch (thrown) {
          if (!(thrown instanceof GitHubError) || (thrown.status !== 422 && thrown.status !== 409)) throw thrown;
          // A branch that moved and one that a rule guards are refused alike: where it points now tells which.
          const now = await findBranchHead(toolbox, { ...place, branch: wanted });
          if (now === undefined) {
            return call.fail('NOT_FOUND_RESOURCE', {
              resource_type: 'branch',
              resource_id: wanted,
              may_be_hidden: false,
            });
          }
          if (now !== parent) return moved(now, thrown.status);
          throw new GitHubError(guarded(thrown.failure, name, parent), thrown);
        }
        return {
          repo: name,
          branch: wanted,
          commit: commit.sha,
          parent,
          message,
          url: commit.html_url,
          files: [...tree.files],
        };
      }),
  });

/** The branch is where it was, and still does not take the commit: its rules want another way. */
const guarded = (failure: Failure, name: string, parent: string): Failure =>
  changeFailure(failure, {
    recovery: 'change_state',
    hint: 'Nothing was written. The rules of the branch do not let it be moved: commit to another branch and open a pull request.',
    next_actions: [
      {
        tool: 'create_branch',
        arguments: { repo: name, branch: `change-${parent.slice(0, 7)}`, from: parent },
        why: 'Makes a branch that can be committed to, for a pull request.',
      },
    ],
  });
