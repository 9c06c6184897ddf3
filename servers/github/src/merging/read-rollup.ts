import { z } from 'zod';
import { repositoryName } from '../fields/repository-name.ts';
import type { Place } from '../asking/requests.ts';
import type { Toolbox } from '../toolbox.ts';

/** A check of a pull request as GraphQL shows it: with whether the base branch requires it. */
interface RollupCheck {
  readonly name: string;
  readonly state: 'success' | 'pending' | 'failure';
  readonly isRequired: boolean;
}

export interface Rollup {
  readonly checks: readonly RollupCheck[];
  readonly complete: boolean;
}

const query = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { statusCheckRollup { contexts(first: 100) {
    nodes {
      __typename
      ... on CheckRun { name status conclusion isRequired(pullRequestNumber: $number) }
      ... on StatusContext { context state isRequired(pullRequestNumber: $number) }
    }
    pageInfo { hasNextPage }
  } } } }
}`;

const contextShape = z.object({
  isRequired: z.boolean(),
  name: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().nullish(),
  context: z.string().optional(),
  state: z.string().optional(),
});

const shape = z.object({
  repository: z
    .object({
      pullRequest: z
        .object({
          statusCheckRollup: z
            .object({
              contexts: z.object({
                nodes: z.array(contextShape.nullable()),
                pageInfo: z.object({ hasNextPage: z.boolean() }),
              }),
            })
            .nullable(),
        })
        .nullable(),
    })
    .nullable(),
});

const passing: ReadonlySet<string> = new Set(['SUCCESS', 'NEUTRAL', 'SKIPPED']);
const waiting: ReadonlySet<string> = new Set(['PENDING', 'EXPECTED']);

/** Reads the checks of a pull request from GraphQL: some tokens that REST refuses may read them there. */
export const readRollup = async (
  { github }: Toolbox,
  { repo, prNumber }: Place & { readonly prNumber: number },
): Promise<Rollup> => {
  const { owner, repo: name } = repositoryName(repo);
  const { repository } = await github.graphql({
    query,
    variables: { owner, name, number: prNumber },
    shape,
    resource: { type: 'pull_request', id: `${repo}#${prNumber}` },
  });
  const contexts = repository?.pullRequest?.statusCheckRollup?.contexts;
  return {
    checks: (contexts?.nodes ?? []).flatMap((node) => (node ? [checkOf(node)] : [])),
    complete: contexts?.pageInfo.hasNextPage !== true,
  };
};

const checkOf = (node: z.infer<typeof contextShape>): RollupCheck => {
  const isOpen = node.status !== undefined && node.status !== 'COMPLETED';
  const word = node.conclusion ?? node.state ?? '';
  return {
    name: node.name ?? node.context ?? '',
    state: isOpen || waiting.has(word) ? 'pending' : passing.has(word) ? 'success' : 'failure',
    isRequired: node.isRequired,
  };
};
