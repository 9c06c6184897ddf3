import { changeFailure } from '@recourse/contract';
import type { NextAction } from '@recourse/contract';
import type { Tool } from '@recourse/engine';
import { cleanText } from '@recourse/github';
import { z } from 'zod';
import { getPull } from '../asking/requests.ts';
import { failingAs, verifying } from '../asking/rethrow.ts';
import { tryRead } from '../asking/try-read.ts';
import { defineWriteTool } from '../defining/write-tool.ts';
import { prNumber, repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { renderWholePull, wholePullOutput } from '../rendering/pull.ts';
import { wholePullShape } from '../shapes/pull.ts';
import type { WholePull } from '../shapes/pull.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';

interface Changes {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly state?: 'open' | 'closed' | undefined;
}

export const createUpdatePullRequest = (shared: ServerToolbox): Tool =>
  defineWriteTool(shared, {
    name: 'update_pull_request',
    description: 'Changes the title, body or state of a pull request, or makes it a draft or ready for review.',
    input: z.strictObject({
      repo,
      prNumber,
      title: z.string().min(1).max(256).optional(),
      body: z.string().max(10_000).optional(),
      state: z.enum(['open', 'closed']).optional(),
      draft: z.boolean().optional(),
    }),
    output: wholePullOutput.extend({ untrusted: fenceShape, repo: z.string() }),
    idempotent: true,
    confirmation: {
      message: 'Change pull request {prNumber} of {repo}, {pull_title}, which is {pull_state}, at {head}?',
      shown: async (args, _call, toolbox) => {
        const { repo: name, prNumber: number } = args;
        const pull = await getPull(toolbox, { repo: name, prNumber: number });
        const pull_state = pull.merged ? 'merged' : pull.draft ? 'a draft' : pull.state;
        return { pull_title: cleanText(pull.title, 256), pull_state, head: pull.head.sha };
      },
    },
    run: async (call, toolbox) => {
      const { repo: name, prNumber: number, draft, title, body, state } = call.arguments;
      const place = { repo: name, prNumber: number };
      const changes = given({ title, body, state });
      const changesFields = Object.keys(changes).length > 0;
      let pull = changesFields ? await patch(toolbox, place, changes) : undefined;
      if (draft !== undefined || !pull) {
        pull ??= await getPull(toolbox, place);
        if (draft !== undefined && pull.draft !== draft) {
          await failingAs(setDraft(toolbox, place, pull, draft), (failure) =>
            // Earlier changes stay.
            changesFields && failure.effect === 'none' ? changeFailure(failure, { effect: 'partial' }) : undefined,
          );
          // The change was made: a read that fails here must not replace that.
          pull = (await tryRead(getPull(toolbox, place))).value ?? { ...pull, draft };
        }
      }
      const answer = { repo: name, ...renderWholePull(pull) };
      return { untrusted: fence(name, answer, ['/title', '/body', '/head']), ...answer };
    },
  });

type Place = { readonly repo: string; readonly prNumber: number };

const given = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const lookAt = ({ repo: name, prNumber: number }: Place, field: string, equals: string | boolean): NextAction => ({
  tool: 'get_pull_request',
  arguments: { repo: name, prNumber: number },
  why: 'Shows whether the change was made.',
  applied_when: { pointer: `/${field}`, equals },
});

const patch = async (toolbox: Toolbox, place: Place, changes: Changes): Promise<WholePull> => {
  const [[field, value] = ['state', '']] = Object.entries(changes) as [string, string][];
  const { value: pull } = await verifying(
    lookAt(place, field, value),
    toolbox.github.request({
      route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
      parameters: { ...repositoryName(place.repo), pull_number: place.prNumber, ...changes },
      shape: wholePullShape,
      resource: { type: 'pull_request', id: `${place.repo}#${place.prNumber}` },
      idempotent: true,
    }),
  );
  return pull;
};

/** REST cannot do this. */
const setDraft = ({ github }: Toolbox, place: Place, { node_id: id }: WholePull, draft: boolean): Promise<unknown> => {
  const mutation = draft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  return verifying(
    lookAt(place, 'draft', draft),
    github.graphql({
      query: `mutation($id: ID!) { ${mutation}(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`,
      variables: { id },
      shape: z.object({ [mutation]: z.object({ pullRequest: z.object({ isDraft: z.literal(draft) }) }) }),
      resource: { type: 'pull_request', id: `${place.repo}#${place.prNumber}` },
      idempotent: true,
    }),
  );
};
