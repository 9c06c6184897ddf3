import { isFailure } from '@recourse/contract';
import type { Look, Tool } from '@recourse/engine';
import { z } from 'zod';
import { findBranchHead } from '../asking/requests.ts';
import { BranchTurns } from '../committing/branch-turns.ts';
import { fileProblem } from '../committing/check-files.ts';
import { commitOnBranch } from '../committing/commit-on-branch.ts';
import { defineWriteTool } from '../defining/write-tool.ts';
import { lookForIntent } from '../intents/look-for-intent.ts';
import { markMessage } from '../intents/mark.ts';
import { branch, filePath, repo, sha } from '../fields/fields.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createCommitFiles = (shared: ServerToolbox): Tool => {
  const turns = new BranchTurns();
  return defineWriteTool(shared, {
    name: 'commit_files',
    description:
      'Commits up to 20 files to a branch, all or none. With expected_head, fails if the head has moved; without it, tolerates new commits to other files.',
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
            executable: z.boolean().optional().describe("Defaults to the file's current mode."),
          }),
        )
        .min(1)
        .max(20),
      expected_head: sha.optional().describe('SHA that the branch must point to, 7 to 40 hex digits.'),
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
    confirmation: {
      message: 'Commit {files_to_write} files to {branch} of {repo} on top of {head}: {message}?',
      shown: async (args, call, toolbox) => {
        const { repo: name, branch: wanted, files } = args;
        const head = await findBranchHead(toolbox, { repo: name, branch: wanted });
        return head === undefined
          ? call.fail('NOT_FOUND_RESOURCE', { resource_type: 'branch', resource_id: wanted })
          : { head, files_to_write: files.length };
      },
    },
    errors: ['BRANCH_MOVED', 'VALIDATION_INVALID_VALUE'],
    // Twenty binaries are twenty uploads, one after the other.
    timeoutMs: 180_000,
    verify: (args, of) => lookForIntent({ repo: args.repo, branch: args.branch }, of) ?? lookAtMessage(args),
    run: async (call, toolbox) => {
      const { repo: name, branch: wanted, message, files, expected_head } = call.arguments;
      const confirmed = call.shown?.['head'];
      const expected = typeof confirmed === 'string' ? confirmed : expected_head;
      const problem = fileProblem(files);
      if (problem) return call.fail('VALIDATION_INVALID_VALUE', problem);
      const commit = await turns.take(`${name.toLowerCase()} ${wanted}`, call, () =>
        commitOnBranch(toolbox, {
          repo: name,
          branch: wanted,
          message: markMessage(message, call.intent),
          files,
          expected,
          fail: call.fail,
          stillOwner: call.stillOwner,
        }),
      );
      if (isFailure(commit)) return commit;
      return {
        repo: name,
        branch: wanted,
        commit: commit.sha,
        parent: commit.parent,
        message,
        url: commit.url,
        files: commit.entries.map(({ path, mode }) => ({ path, mode })),
      };
    },
  });
};

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
