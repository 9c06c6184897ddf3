import { fail } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import type { Toolbox } from '../toolbox.ts';

/** GitHub's own verdict about a pull request, which only GraphQL has. */
export interface Verdict {
  /** Null if no review is required. */
  readonly reviewDecision: string | null;
  /** Whether the owner of the token may merge although rules are not met. */
  readonly canBypass: boolean;
}

const query = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { reviewDecision viewerCanMergeAsAdmin } }
}`;

const shape = z.object({
  repository: z
    .object({
      pullRequest: z.object({ reviewDecision: z.string().nullable(), viewerCanMergeAsAdmin: z.boolean() }).nullable(),
    })
    .nullable(),
});

/** Reads whether GitHub requires a review, and whether this token may merge without one. */
export const readVerdict = async (
  { github }: Toolbox,
  { repo, prNumber }: Place & { readonly prNumber: number },
): Promise<Verdict> => {
  const { owner, repo: name } = repositoryName(repo);
  const resource = { type: 'pull_request', id: `${repo}#${prNumber}` };
  const { repository } = await github.graphql({ query, variables: { owner, name, number: prNumber }, shape, resource });
  const pull = repository?.pullRequest;
  if (!pull) {
    const details = { resource_type: resource.type, resource_id: resource.id };
    throw new GitHubError(fail('NOT_FOUND_RESOURCE', details), { writes: false });
  }
  return { reviewDecision: pull.reviewDecision, canBypass: pull.viewerCanMergeAsAdmin };
};
