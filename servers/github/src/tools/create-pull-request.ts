import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Look, Tool } from '@recourse/engine';
import { z } from 'zod';
import { failingAs } from '../asking/rethrow.ts';
import { tryRead } from '../asking/try-read.ts';
import { defineWriteTool } from '../defining/write-tool.ts';
import { branch, repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { lookForIntent } from '../intents/look-for-intent.ts';
import { markBody } from '../intents/mark.ts';
import { pullOutput, renderPull } from '../rendering/pull.ts';
import { pullShape } from '../shapes/pull.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';

export const createCreatePullRequest = (shared: ServerToolbox): Tool =>
  defineWriteTool(shared, {
    name: 'create_pull_request',
    description: 'Opens a pull request to merge branch head into branch base.',
    input: z.strictObject({
      repo,
      title: z.string().min(1).max(256),
      head: branch.describe('The branch with the changes.'),
      base: branch.describe('The branch to merge them into.'),
      body: z.string().max(10_000).optional(),
      draft: z.boolean().optional(),
      head_owner: z
        .string()
        .max(100)
        .meta({ description: 'Owner of the fork that head is in.', pattern: '^[a-zA-Z0-9-]+$' })
        .optional(),
    }),
    output: pullOutput.extend({ repo: z.string() }),
    verify: (args, of) => lookForIntent({ repo: args.repo }, of) ?? lookForPull(args),
    run: async (call, toolbox) => {
      const { repo: name, title, head, base, body, draft, head_owner: owner } = call.arguments;
      const named = repositoryName(name);
      const marked = markBody(body, call.intent);
      const from = owner === undefined ? head : `${owner}:${head}`;
      const request = toolbox.github.request({
        route: 'POST /repos/{owner}/{repo}/pulls',
        parameters: {
          ...named,
          title,
          head: from,
          base,
          ...(marked !== undefined && { body: marked }),
          ...(draft !== undefined && { draft }),
        },
        shape: pullShape,
        resource: { type: 'pull_request', id: `${from} into ${base}` },
      });
      const { value } = await failingAs(request, async (failure, { status }) => {
        if (status !== 422) return undefined;
        const { value: number } = await tryRead(findOpen(toolbox, call.arguments, `${owner ?? named.owner}:${head}`));
        return number === undefined ? undefined : existing(failure, name, number);
      });
      return { repo: name, ...renderPull(value) };
    },
  });

interface Wanted {
  readonly repo: string;
  readonly head: string;
  readonly base: string;
  readonly head_owner?: string | undefined;
}

/** Without a key: another call may have opened the pull request between the two branches. */
const lookForPull = ({ repo: name, head, base, head_owner: owner }: Wanted): Look => ({
  tool: 'list_pull_requests',
  arguments: { repo: name, state: 'open', base, ...(owner === undefined && { head }) },
  why: 'Shows whether the pull request was opened.',
  applied_when: { pointer: '/pull_requests/0/head', equals: head },
  resembles: true,
});

/** The pull request that is open between the two branches already. */
const findOpen = async (
  { github }: Toolbox,
  { repo: name, base }: Wanted,
  head: string,
): Promise<number | undefined> => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { ...repositoryName(name), state: 'open', head, base, per_page: 1 },
    shape: z.array(pullShape),
  });
  return value[0]?.number;
};

const existing = ({ details }: Failure, name: string, number: number): Failure =>
  fail(
    'CONFLICT_ALREADY_EXISTS',
    { ...details, resource_type: 'pull_request', resource_id: `${name}#${number}` },
    {
      hint: `Pull request ${number} is open between the same branches. Commit to its branch, or update it.`,
      next_actions: [
        {
          tool: 'get_pull_request',
          arguments: { repo: name, prNumber: number },
          why: 'Shows the pull request that is already open.',
        },
      ],
    },
  );
