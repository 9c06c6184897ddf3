import { defineTool } from '@recourse/engine';
import type { Look, Tool } from '@recourse/engine';
import { z } from 'zod';
import { answering } from '../asking/answering.ts';
import { stating } from '../asking/stating.ts';
import { findBranchHead } from '../asking/requests.ts';
import { writeErrors } from '../asking/errors.ts';
import { leavingNothing } from '../asking/rethrow.ts';
import { githubCodes } from '../codes.ts';
import { branchMoved } from '../committing/branch-moved.ts';
import { fileProblem } from '../committing/check-files.ts';
import { guardedBranch, moveBranch } from '../committing/move-branch.ts';
import { writeTree } from '../committing/write-tree.ts';
import { lookForIntent } from '../intents/look-for-intent.ts';
import { markMessage } from '../intents/mark.ts';
import { branch, filePath, repo, sha } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { wholeBranchShape } from '../shapes/repository.ts';
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
    confirmation: {
      message: 'Commit {files_to_write} files to {branch} of {repo} on top of {head}: {message}?',
      shown: (args, call) =>
        stating(toolbox, args, call, async () => {
          const { repo: name, branch: wanted, files } = args;
          const head = await findBranchHead(toolbox, { repo: name, branch: wanted, signal: call.signal });
          return head === undefined
            ? call.fail('NOT_FOUND_RESOURCE', { resource_type: 'branch', resource_id: wanted })
            : { head, files_to_write: files.length };
        }),
    },
    codes: githubCodes,
    errors: [...writeErrors, 'BRANCH_MOVED', 'VALIDATION_INVALID_VALUE'],
    quotas: toolbox.writeLimit('commit_files'),
    // Twenty binaries are twenty uploads, one after the other.
    timeoutMs: 180_000,
    settlesWithinMs: toolbox.settlesWithinMs,
    permit: (args) => toolbox.permits.write(args.repo),
    verify: (args, of) => lookForIntent({ repo: args.repo, branch: args.branch }, of) ?? lookAtMessage(args),
    run: (call) =>
      answering(toolbox, call, async () => {
        const { repo: name, branch: wanted, message, files, expected_head } = call.arguments;
        const confirmed = call.shown?.['head'];
        const expected = typeof confirmed === 'string' ? confirmed : expected_head;
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
        const about = { repo: name, branch: wanted, expected, parent };
        if (expected !== undefined && !parent.startsWith(expected)) {
          return branchMoved(call.fail, { ...about, now: parent });
        }
        const tree = await writeTree(toolbox, { ...place, base: found.commit.commit.tree.sha, files });
        const { value: commit } = await leavingNothing(
          toolbox.github.request({
            route: 'POST /repos/{owner}/{repo}/git/commits',
            parameters: {
              ...repositoryName(name),
              message: markMessage(message, call.intent),
              tree: tree.sha,
              parents: [parent],
            },
            shape: commitAnswer,
            signal: call.signal,
          }),
        );
        const refused = await moveBranch(toolbox, { ...place, branch: wanted, commit: commit.sha });
        if (refused) {
          const { now, error } = refused;
          if (now === undefined)
            return call.fail('NOT_FOUND_RESOURCE', { resource_type: 'branch', resource_id: wanted });
          if (now !== parent) return branchMoved(call.fail, { ...about, now, status: error.status });
          return guardedBranch(error, name, parent);
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

/** Without a key there is only the message, which another commit may have too. */
const lookAtMessage = ({ repo: name, branch: wanted, message }: Committed): Look => ({
  tool: 'get_commits',
  arguments: { repo: name, branch: wanted, per_page: 1 },
  why: 'Shows the newest commit of the branch.',
  applied_when: { pointer: '/commits/0/message', equals: message },
  resembles: true,
});

interface Committed {
  readonly repo: string;
  readonly branch: string;
  readonly message: string;
}
